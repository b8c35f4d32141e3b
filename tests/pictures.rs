//! Tensors in pictures and as text: the files are read by the crate `png`, the counts are NumPy's.

#![cfg(feature = "std")]

use std::fs::File;
use std::io::BufReader;

use shaped::prelude::*;

/// The sizes of a picture, its colours, and the bytes of all places.
fn read(name: &str) -> (u32, u32, usize, Vec<u8>) {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path(name)).unwrap()));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    std::fs::remove_file(path(name)).unwrap();
    (info.height, info.width, info.color_type.samples(), bytes)
}

fn path(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("shaped_{}_{name}.png", std::process::id()))
}

#[test]
fn a_matrix_is_drawn_from_its_smallest_number_to_its_largest() {
    let x = tensor![[-2.0f32, 0.0, 2.0], [f32::NAN, f32::INFINITY, 2.0]];
    x.to_image(path("matrix")).unwrap();
    let (violet, middle, yellow, grey) = ([68, 1, 84], [38, 144, 137], [253, 231, 37], [128; 3]);
    assert_eq!(read("matrix"), (2, 3, 3, [violet, middle, yellow, grey, grey, yellow].concat()));
    // Views, of integers and of one number.
    x.cast::<i64>().transpose().to_image(path("turned")).unwrap();
    assert_eq!(read("turned").0, 3);
    Tensor::<u8, shape![1, 1]>::full(7).to_image(path("one")).unwrap();
    assert_eq!(read("one").3, violet);
}

#[test]
fn colours_are_as_they_are_and_cut() {
    tensor![[[0.0f64, 0.5, 1.0], [-1.0, 2.0, f64::NAN]]].to_image(path("floats")).unwrap();
    assert_eq!(read("floats"), (1, 2, 3, vec![0, 128, 255, 0, 255, 0]));
    tensor![[[0i32], [300], [-3], [7]]].to_image(path("grey")).unwrap();
    assert_eq!(read("grey"), (1, 4, 1, vec![0, 255, 0, 7]));
    // More than a block of zlib's holds, and than its sum counts at once.
    let large = Tensor::<u8, shape![300, 301, 3]>::from_flat_fn(|i| (i * i % 251) as u8);
    large.to_image(path("large")).unwrap();
    assert_eq!(read("large"), (300, 301, 3, large.into_vec()));
}

#[test]
fn what_is_no_png_is_an_error_that_names_the_file() {
    let error = Tensor::<f32, shape![0, 3]>::zeros().to_image("empty.png").unwrap_err();
    assert_eq!(error.to_string(), "empty.png: a picture of 0 x 3 places cannot be a PNG");
    let error = tensor![[1.0]].to_image("no such folder/x.png").unwrap_err();
    assert!(error.to_string().starts_with("no such folder/x.png: "), "{error}");
}

#[test]
fn histograms_count_as_numpy_does() {
    // np.histogram([-1, 0, 0.5, 2, 3, 3], 4)[0], and of no numbers, and of one.
    assert_eq!(tensor![-1.0, 0.0, 0.5, 2.0, 3.0, 3.0].histogram(4).counts(), [1, 2, 0, 3]);
    assert_eq!(tensor![-1.0, 0.0, 0.5, 2.0, 3.0, 3.0].histogram(4).edges(), [-1.0, 0.0, 1.0, 2.0, 3.0]);
    assert_eq!(Tensor::<f32, shape![0]>::zeros().histogram(2).counts(), [0, 0]);
    let odd = tensor![[5.0f32, f32::NAN], [5.0, f32::INFINITY]].histogram(2);
    assert_eq!((odd.counts(), odd.not_finite()), ([2, 0].as_slice(), 2));
    let text = "0 to 4  ████████████████████ 1\n4 to 8  ████████████████████████████████████████ 2\n";
    assert_eq!(tensor![0, 7, 8].histogram(2).to_string(), text);
    let wide = tensor![-f64::MAX, f64::MAX].histogram(2);
    assert_eq!(wide.counts(), [1, 1]);
}

#[test]
fn heat_maps_are_text_of_at_most_80_columns() {
    let x = Tensor::<f32, shape![2, 100]>::from_fn(|[i, j]| if i == 0 { j as f32 } else { f32::NAN });
    let text = x.heat_map().to_string();
    assert!(text.lines().next().unwrap().chars().count() <= 80, "{text}");
    let colours = format!("{:#}", tensor![[0, 1]].heat_map());
    assert_eq!(colours, "\x1b[48;2;68;1;84m  \x1b[0m\x1b[48;2;253;231;37m  \x1b[0m\nviolet is 0, yellow is 1\n");
    assert_eq!(Tensor::<f32, shape![0, 4]>::zeros().heat_map().to_string(), "blank is 0, full is 0\n");
}
