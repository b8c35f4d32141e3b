//! What a real plugin computes is what the core computes, and what the engines by Python compute: where `PJRT_PLUGIN_LIBRARY_PATH` names a plugin for CPUs.

use shaped::grad::Tape;
use shaped::graph::{Engine, Program, Trace};
use shaped::{nn::*, optim::AdamW, prelude::*};
use shaped_pjrt::{LIBRARY, Plugin};

axis!(Batch);

type Net = (Linear<dim!(64), dim!(32)>, Relu, Linear<dim!(32), dim!(10)>);

/// The plugin, with eight devices; none, and a word about it, where none is named.
fn engine() -> Option<Engine> {
    if std::env::var_os(LIBRARY).is_none() {
        eprintln!("skipped: {LIBRARY} is not set");
        return None;
    }
    let plugin = Plugin::from_env().unwrap().option("cpu_device_count", 8);
    let client = plugin.client().unwrap();
    println!("{} {:?} {}", client.platform().unwrap(), plugin.version(), client.devices().unwrap().len());
    Some(client.engine())
}

fn fresh() -> Net {
    let (mut net, mut state) = (Net::default(), 1u32);
    net.reset_parameters(&mut || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / 4_294_967_296.0
    });
    net
}

fn pictures() -> Tensor<f32, shape![Batch, 64]> {
    Tensor::from_fn_with(Batch(16), |[i, j]| ((7 * i + 3 * j) % 11) as f32 / 11.0)
}

fn close(ours: &[f32], theirs: &[f32]) {
    assert_eq!(ours.len(), theirs.len());
    let difference = ours.iter().zip(theirs).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
    println!("{difference:.1e}");
    assert!(difference <= 1e-5, "{difference}");
}

#[test]
fn a_model_on_one_device_and_on_eight() {
    let Some(engine) = engine() else { return };
    let (net, x) = (fresh(), pictures());
    let own = net.forward(&x);
    let program = Program::trace::<shape![Batch, 64], _>(&net, Batch(16));
    close(own.as_slice(), engine.load(&program, &net).unwrap().run(&x).unwrap().as_slice());
    let program =
        program.shard(Batch, 4).shard_parameter("0.weight", 0, "hidden", 2).shard_parameter("2.weight", 1, "hidden", 2);
    let mut loaded = engine.load(&program, &net).unwrap();
    close(own.as_slice(), loaded.run(&x).unwrap().as_slice());
    // Another thread may run it, too.
    let twice = std::thread::scope(|scope| scope.spawn(|| loaded.run(&x).unwrap()).join().unwrap());
    close(own.as_slice(), twice.as_slice());
}

#[test]
fn training_on_one_device_and_on_eight() {
    let Some(engine) = engine() else { return };
    let (x, classes) = (pictures(), Tensor::<u8, shape![Batch]>::from_fn_with(Batch(16), |[i]| (i % 10) as u8));
    let start = fresh();
    let step = || {
        let trace = Trace::new(&start);
        let (noted, target) = (trace.input::<shape![Batch, 64]>(Batch(16)), trace.labels(&classes));
        let loss = start.forward(&noted).cross_entropy(target);
        trace.train_step((&noted, target), &loss, &AdamW::new(&start, 1e-2))
    };
    let mut core = vec![];
    let (mut net, mut adam) = (fresh(), AdamW::new(&start, 1e-2));
    let mut tape = Tape::new(&start);
    for _ in 0..20 {
        let (loss, gradient) = tape.value_and_grad(&net, |tape| net.forward(&tape.input(&x)).cross_entropy(&classes));
        core.push(loss);
        adam.step(&mut net, gradient);
    }
    for step in [step(), step().shard(Batch, 8), step().shard_parameter("0.weight", 0, "hidden", 4)] {
        let (mut theirs, mut rule) = (fresh(), AdamW::new(&start, 1e-2));
        let mut training = engine.train(&step, &theirs, &rule).unwrap();
        let losses: Vec<f32> = (0..20).map(|_| training.step((&x, &classes)).unwrap()).collect();
        close(&core, &losses);
        training.set_lr(0.0).unwrap();
        let after = training.step((&x, &classes)).unwrap();
        training.finish(&mut theirs, &mut rule).unwrap();
        close(&[after], &[theirs.forward(&x).cross_entropy(&classes)]);
        close(net.forward(&x).as_slice(), theirs.forward(&x).as_slice());
    }
}

/// Each type of elements there and back, sizes 0 and 1.
#[test]
fn types_and_sizes() {
    let Some(engine) = engine() else { return };
    macro_rules! there_and_back {
        ($($t:ty: $shape:ty: $f:expr;)*) => { $({
            let x = Tensor::<$t, $shape>::from_flat_fn($f);
            let trace = Trace::<_, f32>::new(&Relu);
            let noted = trace.input_of::<$t, $shape>(());
            let program = trace.program(&noted, &noted + &noted);
            let y = engine.load(&program, &Relu).unwrap().run(&x).unwrap();
            assert_eq!(y, &x + &x);
        })* };
    }
    there_and_back! {
        f64: shape![2, 3]: |i| i as f64 / 3.0;
        half::f16: shape![2, 3]: |i| half::f16::from_f32(i as f32);
        half::bf16: shape![2, 3]: |i| half::bf16::from_f32(i as f32);
        i8: shape![5]: |i| i as i8 - 2;
        i16: shape![5]: |i| i as i16 - 2;
        i32: shape![5]: |i| i as i32 - 2;
        i64: shape![5]: |i| i as i64 - 2;
        u8: shape![5]: |i| i as u8;
        u16: shape![5]: |i| i as u16;
        u32: shape![5]: |i| i as u32;
        u64: shape![5]: |i| i as u64;
        f32: shape![0, 3]: |i| i as f32;
        f32: shape![1, 1]: |i| i as f32;
        f32: (): |_| 3.0;
    }
}
