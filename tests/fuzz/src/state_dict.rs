//! Files for a model, nearly right: `load_state_dict`.

use shaped::io::{Npz, SafeTensors, TensorSource};
use shaped::nn::*;
use shaped::prelude::*;

use crate::outcome::Outcome;
use crate::random::Random;
use crate::{safetensors, zip};

model! {
    struct Net {
        r#type: Linear<dim!(3), dim!(2)>,
        list: [Linear<dim!(2), dim!(2)>; 2],
        pair: (LayerNorm<dim!(2)>, Relu),
        scale: Tensor<f32, shape![]>,
        none: Tensor<f32, shape![0, 2]>,
    }
}

/// A file of the model's tensors, in either format, some of them wrong, missing or more.
pub fn make(random: &mut Random) -> Vec<u8> {
    let net = Net::default();
    let mut tensors: Vec<(String, &str, Vec<u64>)> = Vec::new();
    for parameter in net.named_parameters() {
        let mut sizes: Vec<u64> = parameter.sizes.iter().map(|&size| size as u64).collect();
        let mut kind = "F32";
        match random.below(100) {
            0 => sizes.reverse(),
            1 => sizes.push(1),
            2 => drop(sizes.pop()),
            3 => kind = random.one(&["F64", "I32", "BF16", "BOOL", "U8"]),
            4 => continue,
            5 => tensors.push((parameter.name.to_uppercase(), "F32", vec![2])),
            _ => {}
        }
        tensors.push((parameter.name, kind, sizes));
    }
    if random.once_in(2) {
        return safetensors::file(&tensors, random.once_in(6), random);
    }
    let files: Vec<_> =
        tensors.into_iter().map(|(name, kind, sizes)| (format!("{name}.npy"), npy(kind, &sizes, random))).collect();
    let lie = random.once_in(6);
    zip::archive(&files, lie, random)
}

fn npy(kind: &str, sizes: &[u64], random: &mut Random) -> Vec<u8> {
    let (kind, width) = match kind {
        "F64" => ("f8", 8),
        "I32" => ("i4", 4),
        "BF16" => ("V2", 2),
        "BOOL" => ("b1", 1),
        "U8" => ("u1", 1),
        _ => ("f4", 4),
    };
    let comma = if sizes.len() == 1 { "," } else { "" };
    let shape = sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ") + comma;
    let (order, fortran) = (random.one(&["<", ">"]), random.one(&["False", "True"]));
    let text = format!("{{'descr': '{order}{kind}', 'fortran_order': {fortran}, 'shape': ({shape}), }}\n");
    let data = random.bytes(sizes.iter().product::<u64>() as usize * width);
    [b"\x93NUMPY\x01\x00", &(text.len() as u16).to_le_bytes()[..], text.as_bytes(), &data].concat()
}

pub fn mend(bytes: &mut [u8]) {
    if bytes.get(8) == Some(&b'{') {
        safetensors::mend(bytes);
    }
}

pub fn read(bytes: &[u8], outcome: &mut Outcome) {
    if bytes.starts_with(b"PK") {
        if let Some(file) = outcome.open(Npz::from_bytes(bytes)) {
            load(&file.with_limit(zip::LIMIT as u64), outcome);
        }
    } else if let Some(file) = outcome.open(SafeTensors::from_bytes(bytes)) {
        load(&file, outcome);
    }
}

fn load(file: &impl TensorSource, outcome: &mut Outcome) {
    let mut net = Net::default();
    let Some(left) = outcome.read(net.load_state_dict(file)) else { return };
    let parameters = net.named_parameters();
    // Each tensor is the file's, and what is left has no place in the model.
    for parameter in &parameters {
        let mut elements = vec![0f32; parameter.elements.len()];
        file.read_into_slice(&parameter.name, &parameter.sizes, &mut elements).unwrap();
        assert!(elements.iter().zip(parameter.elements).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
    let known = |name: &&str| parameters.iter().any(|parameter| parameter.name == **name);
    assert_eq!(left, file.names().into_iter().filter(|name| !known(name)).collect::<Vec<_>>());
    // What it writes is what it reads.
    let again = net.state_dict().unwrap().to_bytes().unwrap();
    assert!(Net::default().load_state_dict(&SafeTensors::from_bytes(&again).unwrap()).unwrap().is_empty());
}
