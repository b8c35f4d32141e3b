//! An interrupted training goes on bit for bit.

use std::fmt::Debug;

use shaped::grad::Gradient;
use shaped::io::{FileError, SafeTensors, SafeTensorsWriter};
use shaped::nn::{Buffer, Param, StateDict};
use shaped::optim::*;
use shaped::prelude::*;

type Model<T> = (Param<shape![5, 7], T>, Vec<Param<shape![3], T>>, Buffer<shape![2], T>);

fn model<T: From<f32>>(x: f32) -> Model<T> {
    let of = |i: usize| T::from(x * (i as f32 * 0.7 + x).sin());
    let list = (0..2).map(|k| Param::new(Tensor::from_flat_fn(|i| of(i + 50 * k))));
    (Param::new(Tensor::from_flat_fn(of)), list.collect(), Buffer::new(Tensor::from_flat_fn(of)))
}

/// Ten steps at once, and four, a file, and six in another program.
macro_rules! goes_on {
    ($($test:ident $t:ty: |$model:ident| $optimizer:expr, [$($name:literal)*];)*) => { $(
        #[test]
        fn $test() {
            let make = |$model: &Model<$t>| $optimizer;
            let mut whole = model::<$t>(1.0);
            let mut optimizer = make(&whole);
            let mut file = None;
            for step in 0..10 {
                if step == 4 {
                    let mut writer = whole.state_dict().unwrap();
                    optimizer.add_state("optimizer", &mut writer).unwrap();
                    file = Some(writer.to_bytes().unwrap());
                }
                optimizer.lr = 0.1 / (step + 1) as f64;
                optimizer.step(&mut whole, &mut Gradient::new(model(step as f32)));
            }
            let file = SafeTensors::from_bytes(file.unwrap()).unwrap();
            let names: Vec<_> = file.names().into_iter().filter_map(|name| name.strip_prefix("optimizer.")).collect();
            // Of the buffer nothing is kept.
            let mut expected: Vec<String> = vec!["lr".into(), "step".into()];
            $(expected.extend(["0", "1.0", "1.1"].map(|part| format!("{}.{part}", $name)));)*
            expected.sort();
            assert_eq!(names, expected);

            let mut again = model::<$t>(9.0);
            again.load_state_dict(&file).unwrap();
            let mut optimizer_again = make(&model(9.0));
            optimizer_again.load_state("optimizer", &file).unwrap();
            assert_eq!((optimizer_again.steps(), optimizer_again.lr), (4, 0.1 / 4.0));
            for step in 4..10 {
                optimizer_again.lr = 0.1 / (step + 1) as f64;
                optimizer_again.step(&mut again, &mut Gradient::new(model(step as f32)));
            }
            let bits = |model: &Model<$t>| {
                let mut bits = Vec::new();
                shaped::nn::Parameters::<$t>::visit(model, &mut |_, x| bits.extend(x.iter().map(|x| x.to_bits())));
                bits
            };
            assert_eq!(bits(&again), bits(&whole));
            let states = [&optimizer, &optimizer_again].map(|optimizer| optimizer.state_dict().unwrap().to_bytes().unwrap());
            assert_eq!(states[0], states[1]);
        }
    )* };
}
goes_on! {
    sgd f32: |m| Sgd::new(m, 0.1), [];
    sgd_with_momentum f64: |m| Sgd::new(m, 0.1).momentum(0.9).dampening(0.5), ["momentum_buffer"];
    adam f32: |m| Adam::new(m, 0.1), ["exp_avg" "exp_avg_sq"];
    amsgrad f64: |m| Adam::new(m, 0.1).amsgrad(), ["exp_avg" "exp_avg_sq" "max_exp_avg_sq"];
    adamw f32: |m| AdamW::new(m, 0.1), ["exp_avg" "exp_avg_sq"];
    rms_prop f32: |m| RmsProp::new(m, 0.1), ["square_avg"];
    rms_prop_with_all f64: |m| RmsProp::new(m, 0.1).centered().momentum(0.9), ["square_avg" "grad_avg" "momentum_buffer"];
    adagrad f32: |m| Adagrad::new(m, 0.1).lr_decay(0.1), ["sum"];
}

#[test]
fn averages() -> Result<(), FileError> {
    let mut ema = Ema::new(&model::<f32>(1.0), 0.9);
    (0..3).for_each(|step| ema.update(&model(step as f32)));
    let file = SafeTensors::from_bytes(ema.state_dict()?.to_bytes()?)?;
    // Its buffers are part of what is computed with.
    assert_eq!(file.names(), ["average.0", "average.1.0", "average.1.1", "average.2", "step"]);
    let mut again = Ema::new(&model::<f32>(9.0), 0.9);
    assert_eq!(again.load_state_dict(&file)?, Vec::<String>::new());
    ema.update(&model(7.0));
    again.update(&model(7.0));
    assert!(again.model() == ema.model());
    Ok(())
}

#[test]
fn files_that_do_not_fit() -> Result<(), FileError> {
    fn told<R: Debug>(result: Result<R, FileError>, text: &str) {
        let error = result.unwrap_err().to_string();
        assert!(error.starts_with(text), "{error}");
    }
    let (pair, three) = (Param::<shape![2]>::ones(), Param::<shape![3]>::ones());
    let mut gradient = Gradient::new(pair.clone());
    let mut adam = Adam::new(&pair, 0.5);
    adam.step(&mut pair.clone(), &mut gradient);
    let before = adam.state_dict()?.to_bytes()?;
    let of = |writer: SafeTensorsWriter| SafeTensors::from_bytes(writer.to_bytes().unwrap()).unwrap();

    // Of another model, element type, optimizer; with another prefix.
    told(
        adam.load_state_dict(&of(Adam::new(&three, 0.5).state_dict()?)),
        r#"tensor "exp_avg": the file has f32 [3], the type asks for f32 [2]"#,
    );
    let double = Adam::new(&Param::<shape![2], f64>::ones(), 0.5);
    told(
        adam.load_state_dict(&of(double.state_dict()?)),
        r#"tensor "exp_avg": the file has f64 [2], the type asks for f32 [2]"#,
    );
    told(adam.load_state_dict(&of(Sgd::new(&pair, 0.5).state_dict()?)), r#"no tensor "exp_avg""#);
    told(adam.load_state("adam", &of(adam.state_dict()?)), r#"no tensor "adam.step""#);
    told(
        Adam::new(&pair, 0.5).amsgrad().load_state_dict(&of(adam.state_dict()?)),
        r#"no tensor "max_exp_avg_sq", did you mean"#,
    );
    // Part of what is there fits, and is not taken.
    let mut half = SafeTensorsWriter::new().with("exp_avg", &tensor![7.0f32, 7.0])?;
    half.add_slice("step", &[], &[100u64])?;
    half.add_slice("lr", &[], &[0.25f64])?;
    told(adam.load_state_dict(&of(half)), r#"no tensor "exp_avg_sq""#);
    assert_eq!(adam.state_dict()?.to_bytes()?, before);
    // What is more is named, and two in one place are not written.
    let more = of(Adam::new(&pair, 0.5).amsgrad().state_dict()?);
    assert_eq!(adam.load_state_dict(&more)?, ["max_exp_avg_sq"]);
    told(adam.add_state("", &mut adam.state_dict()?), r#"two tensors are called "step""#);
    Ok(())
}
