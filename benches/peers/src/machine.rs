//! What a table says of the machine and the libraries, and how it writes a time.

use std::process::Command;

/// Nanoseconds with three digits and a unit.
pub fn duration(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "us"),
        ns => (ns / 1e6, "ms"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string()).unwrap_or_default()
}

pub fn date() -> String {
    output("date", &["-u", "+%F %H:%M UTC"])
}

pub fn rustc() -> String {
    output("rustc", &["--version"])
}

pub fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name"));
    name.unwrap_or("").trim_matches([' ', '\t', ':']).to_string()
}

/// The level to which `SHAPED_SIMD` keeps ours, if it does.
pub fn forced() -> String {
    std::env::var("SHAPED_SIMD").map(|level| format!(" SHAPED_SIMD={level}.")).unwrap_or_default()
}

/// The versions of the libraries in this program, of these names and where they were asked for.
pub fn versions(always: &[&str]) -> Vec<String> {
    let lock = include_str!("../Cargo.lock");
    let version = |name: &str| {
        let at = lock.rfind(&format!("name = \"{name}\"\nversion = \""))?;
        Some(format!("{name} {}", lock[at..].split('"').nth(3)?))
    };
    let mut versions: Vec<_> = always.iter().filter_map(|name| version(name)).collect();
    if cfg!(feature = "candle") {
        versions.extend(version("candle-core"));
    }
    if cfg!(feature = "burn") {
        versions.extend(version("burn").map(|burn| format!("{burn} (flex)")));
    }
    versions
}

/// Starts the program once more where it may use several threads, and ends as that one does: the libraries' pools read the variable when they start.
pub fn one_thread() {
    if std::env::var_os("RAYON_NUM_THREADS").is_none() {
        let program = std::env::current_exe().expect("the path of this program");
        let status = Command::new(program).args(std::env::args_os().skip(1)).env("RAYON_NUM_THREADS", "1").status();
        std::process::exit(status.expect("this program again").code().unwrap_or(1));
    }
}
