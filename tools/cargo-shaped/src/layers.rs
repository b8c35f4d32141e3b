//! Layers by the names and sizes of their parameters.

use std::collections::BTreeMap;

use crate::tree::{Key, Node};

/// A type, what makes one of it where its `Default` is not what the file fills, and what the file does not say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Piece {
    pub(crate) of: String,
    pub(crate) made: Option<String>,
    pub(crate) note: Option<String>,
}

impl Piece {
    pub(crate) fn new(of: String) -> Piece {
        Piece { of, made: None, note: None }
    }

    fn noted(self, note: &str) -> Piece {
        Piece { note: Some(note.to_string()), ..self }
    }
}

/// The type of a size.
pub(crate) fn dim(size: usize) -> String {
    format!("dim!({size})")
}

/// What a layer's parameters are: their names and sizes. Nothing, if there is a module among them, or what is no float.
fn sizes(parts: &BTreeMap<Key, Node>) -> Option<Vec<(&str, &[usize])>> {
    let mut all = Vec::new();
    for (key, node) in parts {
        match (key, node) {
            // Which PyTorch counts, and nobody reads.
            (Key::Name(name), Node::Tensor(_)) if name == "num_batches_tracked" => {}
            (Key::Name(name), Node::Tensor(info)) if info.is_float() => {
                all.push((name.as_str(), info.sizes.as_slice()))
            }
            _ => return None,
        }
    }
    Some(all)
}

/// The layer that has these parts, if one is known. `rank` is how many axes the pictures have that the file's convolutions take.
pub(crate) fn known(name: &str, parts: &BTreeMap<Key, Node>, rank: usize) -> Option<Piece> {
    if let Some(attention) = attention(parts) {
        return Some(attention);
    }
    let sizes = sizes(parts)?;
    match sizes[..] {
        [("weight", weight)] => weights(name, weight, None),
        [("bias", bias), ("weight", weight)] => weights(name, weight, Some(bias)),
        [("bias", b), ("running_mean", m), ("running_var", v), ("weight", w)]
            if b.len() == 1 && b == m && m == v && v == w =>
        {
            let axes = if rank == 4 { 2 } else { 1 };
            let norm = Piece::new(format!("BatchNorm{axes}d<{}>", dim(b[0])));
            Some(if rank == 0 { norm.noted("or `BatchNorm2d`") } else { norm })
        }
        _ => recurrent(&sizes),
    }
}

fn weights(name: &str, weight: &[usize], bias: Option<&[usize]>) -> Option<Piece> {
    let name = name.to_ascii_lowercase();
    let is_table = ["emb", "wte", "wpe", "vocab", "token", "lookup"].iter().any(|part| name.contains(part));
    let layer = |layer: &str, sizes: [usize; 2], kernel: &str| {
        let of = format!("{layer}<{}, {}{kernel}>", dim(sizes[0]), dim(sizes[1]));
        let path = of.replacen('<', "::<", 1);
        let made = bias.is_none().then(|| format!("{path}::without_bias(Tensor::zeros())"));
        Piece { of, made, note: None }
    };
    match (weight, bias) {
        ([width], None) => Some(Piece::new(format!("RmsNorm<{}>", dim(*width)))),
        ([width], Some(bias)) if bias == [*width] => Some(
            Piece::new(format!("LayerNorm<{}>", dim(*width)))
                .noted("or `GroupNorm<_, _>`, of which the file says no groups"),
        ),
        ([rows, width], None) if is_table => Some(Piece::new(format!("Embedding<{}, {}>", dim(*rows), dim(*width)))),
        ([out, inputs], None) => Some(layer("Linear", [*inputs, *out], "").noted(&format!(
            "or `Embedding<{}, {}>`",
            dim(*out),
            dim(*inputs)
        ))),
        ([out, inputs], Some([bias])) if bias == out => Some(layer("Linear", [*inputs, *out], "")),
        ([first, second, kernel @ ..], bias) if (1..=3).contains(&kernel.len()) => {
            let axes = kernel.len();
            let dims: Vec<String> = kernel.iter().map(|&size| dim(size)).collect();
            let same = kernel.iter().all(|size| *size == kernel[0]);
            let kernel = if same { format!(", {}", dims[0]) } else { format!(", ({})", dims.join(", ")) };
            let options = "stride and padding, a last parameter `Conv<…>`, are not in the file";
            match bias {
                Some(bias) if bias != [*first] && bias == [*second] => {
                    let options = "stride and padding, a last parameter `TransposedConv<…>`, are not in the file";
                    Some(layer(&format!("ConvTranspose{axes}d"), [*first, *second], &kernel).noted(options))
                }
                Some(bias) if bias != [*first] => None,
                _ => Some(layer(&format!("Conv{axes}d"), [*second, *first], &kernel).noted(options)),
            }
        }
        _ => None,
    }
}

/// `nn.MultiheadAttention`, whose three projections are one tensor.
fn attention(parts: &BTreeMap<Key, Node>) -> Option<Piece> {
    let part = |name: &str| parts.get(&Key::Name(name.to_string()));
    let (Node::Tensor(bias), Node::Tensor(weight)) = (part("in_proj_bias")?, part("in_proj_weight")?) else {
        return None;
    };
    let Node::Module(out) = part("out_proj")? else { return None };
    let [width] = bias.sizes[..] else { return None };
    let width = width / 3;
    let fits = parts.len() == 3
        && width > 0
        && bias.is_float()
        && weight.is_float()
        && bias.sizes == [3 * width]
        && weight.sizes == [3 * width, width]
        && sizes(out)? == [("bias", [width].as_slice()), ("weight", &[width, width])];
    fits.then(|| {
        Piece::new(format!("MultiHeadAttention<{}, One>", dim(width)))
            .noted("how many heads, the second parameter, is not in the file")
    })
}

/// `nn.LSTM`, `nn.GRU` and `nn.RNN`, by the names of their weights.
fn recurrent(sizes: &[(&str, &[usize])]) -> Option<Piece> {
    let find = |name: &str| sizes.iter().find(|one| one.0 == name).map(|one| one.1);
    let (&[rows, inputs], &[_, hidden]) = (find("weight_ih_l0")?, find("weight_hh_l0")?) else { return None };
    if hidden == 0 || rows % hidden != 0 {
        return None;
    }
    let name = match rows / hidden {
        4 => "Lstm",
        3 => "Gru",
        1 => "Rnn",
        _ => return None,
    };
    let ways: &[&str] = if find("weight_ih_l0_reverse").is_some() { &["", "_reverse"] } else { &[""] };
    let layers = sizes.len() / (4 * ways.len());
    for layer in 0..layers {
        let width = if layer == 0 { inputs } else { hidden * ways.len() };
        for way in ways {
            let is = |part: &str, expected: &[usize]| find(&format!("{part}_l{layer}{way}")) == Some(expected);
            let all = is("weight_ih", &[rows, width]) && is("weight_hh", &[rows, hidden]);
            if !all || !is("bias_ih", &[rows]) || !is("bias_hh", &[rows]) {
                return None;
            }
        }
    }
    let more = match (layers, ways.len()) {
        (1, 1) => String::new(),
        (layers, 1) => format!(", {}", dim(layers)),
        (layers, _) => format!(", {}, BothWays", dim(layers)),
    };
    (layers * ways.len() * 4 == sizes.len())
        .then(|| Piece::new(format!("{name}<{}, {}{more}>", dim(inputs), dim(hidden))))
}
