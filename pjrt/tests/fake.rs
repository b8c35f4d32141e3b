//! What this crate asks of a plugin, and what it says of one that does not answer: by a plugin in C that computes nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

use shaped::graph::{EngineError, Program};
use shaped::{nn::*, prelude::*};
use shaped_pjrt::Plugin;

axis!(Batch);

/// The fake plugin, compiled with these definitions; none where there is no C compiler.
fn compiled(name: &str, definitions: &[&str]) -> Option<PathBuf> {
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fake_{name}.so"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake.c");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let done = Command::new(compiler)
        .args(["-shared", "-fPIC", "-Wall", "-Werror", "-Wno-unused-value", "-o"])
        .args([&library, &source])
        .args(definitions)
        .status();
    match done {
        Ok(status) => {
            assert!(status.success(), "the fake plugin does not compile");
            Some(library)
        }
        Err(error) => {
            eprintln!("skipped: no C compiler ({error})");
            None
        }
    }
}

fn open(library: &Path) -> Result<Plugin, EngineError> {
    // SAFETY: `fake.c` is a plugin.
    unsafe { Plugin::open(library) }
}

/// What is said of the fake plugin with these definitions, where it is opened, asked for a client, or runs a program of a layer.
fn said(name: &str, definitions: &[&str]) -> Option<String> {
    let library = compiled(name, definitions)?;
    let run = || {
        let net = Relu;
        let program = Program::trace::<shape![2, 3], _>(&net, ());
        open(&library)?.client()?.engine().load(&program, &net)?.run(&Tensor::ones())
    };
    let words = run().expect_err("a plugin that does not answer").to_string();
    Some(words.replace(&*library.to_string_lossy(), "FILE"))
}

#[test]
fn all_that_is_asked_for_is_given_back() {
    let Some(library) = compiled("right", &[]) else { return };
    let plugin = open(&library).unwrap();
    assert_eq!(plugin.version(), (0, 81));
    // Once more: what a plugin does when it is loaded is asked for once.
    let plugin =
        open(&library).unwrap().option("words", "abc").option("number", -7).option("float", 0.5f32).option("yes", true);
    let client = plugin.client().unwrap();
    assert_eq!(client.platform().unwrap(), "fake");
    assert_eq!(client.devices().unwrap(), ["a device"; 2]);
    let engine = client.engine();

    let net = Linear::<dim!(3), dim!(3)>::default();
    let program = Program::trace::<shape![Batch, 3], _>(&net, Batch(4));
    let x = Tensor::<f32, shape![Batch, 3]>::from_fn_with(Batch(4), |[i, j]| (3 * i + j) as f32);
    // The last argument comes back, which is the input.
    assert_eq!(engine.load(&program, &net).unwrap().run(&x).unwrap(), x);
    // Cut over two devices, each of which gets its half.
    let mut loaded = engine.load(&program.shard(Batch, 2), &net).unwrap();
    let expected = x.narrow_with(Axis::<0>, 0, Batch(2)).to_tensor();
    let found = loaded.run(&x).unwrap();
    // A result that is not cut is taken of the first device.
    assert_eq!(found.as_slice()[..6], *expected.as_slice());
    drop((loaded, engine));

    // SAFETY: the library is loaded already, and has this function.
    let library = unsafe { libloading::Library::new(&library) }.unwrap();
    // SAFETY: as it is written in `fake.c`.
    let alive = unsafe { library.get::<extern "C" fn() -> std::ffi::c_long>(b"alive_now\0") }.unwrap();
    assert_eq!(alive(), 0, "handles that were not given back");
}

#[test]
fn a_plugin_of_another_version() {
    if let Some(words) = said("major", &["-DMAJOR=1"]) {
        assert_eq!(words, "FILE speaks PJRT 1.81, and this crate PJRT 0");
    }
}

#[test]
fn a_plugin_that_is_too_old() {
    if let Some(words) = said("old", &["-DKNOWN=70"]) {
        assert_eq!(words, "the plugin (PJRT 0.81) has no PJRT_Buffer_ToHostBuffer");
    }
}

#[test]
fn a_plugin_without_devices() {
    if let Some(words) = said("none", &["-DDEVICES=0"]) {
        assert_eq!(words, "the PJRT plugin FILE cannot be started here: it finds no device");
    }
}

#[test]
fn a_program_that_fails() {
    if let Some(words) = said("breaks", &["-DBREAKS"]) {
        assert_eq!(words, "the engine says: out of memory, says the fake");
    }
}

#[test]
fn another_number_of_results() {
    if let Some(words) = said("results", &["-DOUTPUTS=3"]) {
        assert_eq!(words, "the engine says: the compiled program has 3 results in place of 1");
    }
}

#[test]
fn an_option_that_it_does_not_know() {
    let Some(library) = compiled("option", &[]) else { return };
    let error = open(&library).unwrap().option("memory", 0.5f32).client().err().unwrap();
    assert!(error.to_string().ends_with("cannot be started here: no such option"), "{error}");
}

#[test]
fn a_program_that_is_cut_over_more_devices_than_there_are() {
    let Some(library) = compiled("cut", &[]) else { return };
    let net = Linear::<dim!(3), dim!(3)>::default();
    let program = Program::trace::<shape![Batch, 3], _>(&net, Batch(8)).shard(Batch, 8);
    let error = open(&library).unwrap().client().unwrap().engine().load(&program, &net).err().unwrap();
    assert_eq!(error.to_string(), "the engine says: the program is cut over 8 devices, and there are 2");
}

#[test]
fn files_that_are_no_plugins() {
    let said = |path: &str| open(Path::new(path)).err().unwrap().to_string();
    assert_eq!(said("no_such.so"), "there is no file no_such.so, which is to be a PJRT plugin, a shared library");
    assert!(said(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).contains("cannot be loaded as a PJRT plugin: "));
}
