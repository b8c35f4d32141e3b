//! Tensors of files as constants: each type, order of bytes and of axes that `tools/files.py` has written, and files that are none.

use std::panic::catch_unwind;

use shaped::prelude::*;

/// 0 to 23, the first and the last the extremes of the type, as `values` of `tools/files.py` has it.
fn counted<T: Clone>(of: impl Fn(i32) -> T, first: T, last: T) -> Inline<T, shape![2, 3, 4]> {
    let mut x = Inline::from_flat_fn(|i| of(i as i32));
    (x[[0, 0, 0]], x[[1, 2, 3]]) = (first, last);
    x
}

static FLOATS: Inline<f32, shape![2, 3, 4]> = include_tensor!("data/include/f4_C.npy");
static FLOATS_BIG: Inline<f32, shape![2, 3, 4]> = include_tensor!("data/include/f4_C_big.npy");

#[test]
fn each_order_of_bytes_and_of_axes_is_the_same_tensor() {
    let floats = counted(|i| i as f32, -0.0, f32::MAX);
    assert_eq!((FLOATS, FLOATS_BIG), (floats, floats));
    assert!(FLOATS[[0, 0, 0]].is_sign_negative() && FLOATS_BIG[[0, 0, 0]].is_sign_negative());
    assert_eq!(include_tensor!("data/include/f8_F_big.npy"), counted(f64::from, -0.0, f64::MAX));
    assert_eq!(include_tensor!("data/include/i2_F.npy"), counted(|i| i as i16, i16::MIN, i16::MAX));
    assert_eq!(include_tensor!("data/include/u1_F.npy"), counted(|i| i as u8, 0, u8::MAX));
    assert_eq!(include_tensor!("data/include/b1_C.npy"), counted(|i| i % 3 == 0, true, false));
}

#[test]
fn shapes_of_no_axes_of_no_elements_and_of_four_digits() {
    assert_eq!(include_tensor!("data/include/scalar.npy"), Inline::<f64, shape![]>::full(7.0));
    assert_eq!(include_tensor!("data/include/empty_F.npy").sizes(), [3, 0, 2]);
    static LONG: Inline<u32, shape![1500]> = include_tensor!("data/include/long.npy");
    assert!(LONG.iter().copied().eq(0..1500));
}

#[test]
fn a_tensor_by_its_name_is_what_lies_in_the_file() {
    static WEIGHT: Inline<f32, shape![128, 64]> =
        include_tensor!("../examples/data/digits_mlp.safetensors", "0.weight");
    let bytes = include_bytes!("../examples/data/digits_mlp.safetensors");
    let of_weight = WEIGHT.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
    assert!(bytes.windows(of_weight.len()).any(|window| window == of_weight));
    assert_eq!(include_tensor!("../examples/data/digits_mlp.safetensors", "4.bias").sizes(), [10]);
}

#[cfg(feature = "safetensors")]
#[test]
fn a_tensor_by_its_name_is_what_is_read_when_the_program_runs() {
    let file = shaped::io::SafeTensors::open("examples/data/digits_cnn.safetensors").unwrap();
    let kernel = file.tensor::<f32, shape![16, 1, 3, 3]>("conv1.weight").unwrap();
    let included = include_tensor!("../examples/data/digits_cnn.safetensors", "conv1.weight");
    assert_eq!(kernel.as_slice(), included.as_slice());
}

/// What the compiler would print, or that there is nothing to print.
fn said<T>(read: impl FnOnce() -> T + std::panic::UnwindSafe) -> Option<String> {
    let error = catch_unwind(read).err()?;
    Some(error.downcast_ref::<String>().cloned().or(error.downcast_ref::<&str>().map(|text| text.to_string())).unwrap())
}

/// The functions are those that the compiler runs.
#[test]
fn files_that_are_none_are_refused_in_words() {
    use shaped::__private::{npy, safetensors};
    std::panic::set_hook(Box::new(|_| {}));
    let tensors = br#"{"__metadata__":{"a":"{\"b\":[1]}"},"a\"b":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},"c":{"dtype":"F32","shape":[],"data_offsets":[8,12]}}"#;
    let mut file = (tensors.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(tensors);
    file.extend_from_slice(&[0; 12]);
    assert_eq!(said(|| safetensors(&file, "net", "a\"b")), None);
    assert_eq!(said(|| safetensors(&file, "net", "c")), None);
    assert_eq!(said(|| safetensors(&file, "net", "d")).unwrap(), r#"net: no tensor "d"; the file has "a\"b" "c""#);
    assert_eq!(
        said(|| npy(include_bytes!("data/include/names.npy"), "x")).unwrap(),
        "x: elements of type `U2`, which cannot be read here"
    );

    let matrix = include_bytes!("data/include/f4_C.npy").to_vec();
    let read: [(&[u8], fn(&[u8])); 2] = [
        (&file, |x| {
            let _ = safetensors(x, "x", "c");
        }),
        (&matrix, |x| {
            let _ = npy(x, "x");
        }),
    ];
    for (file, read) in read {
        for end in 0..file.len() {
            let text = said(|| read(&file[..end])).expect("a file that is cut");
            assert!(text.starts_with("x: "), "{text}");
        }
        for at in 0..file.len().min(200) {
            for byte in [0, b'{', b'"', b'9', b'\\', 0xff, file[at] ^ 1] {
                let mut file = file.to_vec();
                file[at] = byte;
                let text = said(|| read(&file)).unwrap_or("x: ".into());
                assert!(text.starts_with("x: ") || text.starts_with("a file whose names"), "{at} {byte}: {text}");
            }
        }
    }
}
