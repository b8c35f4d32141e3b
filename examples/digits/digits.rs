//! Three models that PyTorch trained read the 360 handwritten digits that they have not seen.
//!
//! ```text
//! cargo run --release --example digits [FOLDER]
//! ```

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use digits::{Batch, Cnn, Digits, Logits, Mlp, Transformer, read_model};
use shaped::{nn::*, prelude::*};

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../data").into());
    match run(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let digits = Digits::read(folder)?;
    let (mlp, mlp_logits) = read_model::<Mlp>(folder, "digits_mlp")?;
    let (cnn, cnn_logits) = read_model::<Cnn>(folder, "digits_cnn")?;
    let (transformer, transformer_logits) = read_model::<Transformer>(folder, "digits_transformer")?;

    // One tensor, three shapes of input: [Batch, 64], [Batch, 1, 8, 8] and [Batch, 8, 8].
    let x = &digits.images;
    let said = [
        report("perceptron", &digits, &mlp_logits, || mlp.forward(&x.flatten_axes(Axis::<1>, Axis::<2>)))?,
        report("convolutions", &digits, &cnn_logits, || cnn.forward(&x.unsqueeze(Axis::<1>)))?,
        report("transformer", &digits, &transformer_logits, || transformer.forward(x))?,
    ];

    println!("\nconvolutions: what it is, by row, and what the model says, by column");
    println!("{}", digits.labels.confusion_matrix(&said[1], Dim::<10>));
    draw(&digits, &said);
    Ok(())
}

/// Runs a model, and says how well it reads, how long it takes, and how far it is from what PyTorch computes.
fn report(
    name: &str,
    digits: &Digits,
    expected: &Logits<Batch>,
    run: impl Fn() -> Logits<Batch>,
) -> Result<Tensor<usize, shape![Batch]>, Box<dyn Error>> {
    let logits = run();
    let (mut fastest, all) = (f64::INFINITY, Instant::now());
    while all.elapsed().as_secs_f64() < 0.2 {
        let start = Instant::now();
        std::hint::black_box(run());
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    let said = logits.argmax(Axis::<-1>);
    let right = said.zip_with(&digits.labels, |said, label| said == usize::from(label));
    let right = right.iter().filter(|right| **right).count();
    let distance = (logits.lazy() - expected).map(f32::abs).max_all();
    println!(
        "{name:12}  {right} of {} right ({:.1} %), {:.0} us; at most {distance:.0e} from PyTorch's logits",
        digits.labels.numel(),
        100.0 * right as f64 / digits.labels.numel() as f64,
        fastest * 1e6,
    );
    if distance.is_nan() || distance > 1e-4 {
        return Err(format!("{name}: the logits are not PyTorch's").into());
    }
    Ok(said)
}

/// Draws a few digits, those first on which the models do not agree.
fn draw(digits: &Digits, said: &[Tensor<usize, shape![Batch]>; 3]) {
    const SHOWN: usize = 7;
    let agree = |i: &usize| said[0][[*i]] == said[1][[*i]] && said[1][[*i]] == said[2][[*i]];
    let numbers = 0..digits.labels.numel();
    let odd = numbers.clone().filter(|i| !agree(i)).take(SHOWN - 2);
    let shown: Vec<usize> = odd.chain(numbers.filter(agree)).take(SHOWN).collect();
    for row in 0..8 {
        for &i in &shown {
            for column in 0..8 {
                let ink = digits.images[[i, row, column]];
                let shade = [" ", "░", "▒", "▓", "█"][(ink * 4.0).round() as usize];
                print!("{shade}{shade}");
            }
            print!("  ");
        }
        println!();
    }
    for &i in &shown {
        let [mlp, cnn, transformer] = said.each_ref().map(|said| said[[i]]);
        print!("{:18}", format!("{}: {mlp}, {cnn}, {transformer}", digits.labels[[i]]));
    }
    println!("\nwhat each is, and what the three models say");
}
