//! Which shapes broadcast, asked of the compiler for hundreds of pairs: the project's cases and random ones.
//!
//! The oracle is NumPy's rule at run time (`common`). Each pair is a function on a line of its own, in both orders: what
//! fits must compile, with the result's shape written out, and what does not must be refused on its line, with an error
//! that says what the oracle says. Another seed: `SHAPED_SEED=7 cargo test --test rejections`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use common::{Random, broadcast};

mod common;

/// How many random pairs of each kind there are at least.
const AT_LEAST: usize = 200;

#[test]
fn the_compiler_accepts_and_refuses_what_numpy_does() {
    let seed = env::var("SHAPED_SEED").map_or(0x5eed, |seed| seed.parse().expect("a number"));
    println!("SHAPED_SEED={seed}");
    let mut pairs = listed();
    let listed = pairs.len();
    random(&mut Shapes(Random(seed)), &mut pairs);
    let pairs: Vec<Pair> =
        pairs.into_iter().flat_map(|(left, right)| [(left.clone(), right.clone()), (right, left)]).collect();
    let (fit, clash) = pairs.iter().partition::<Vec<_>, _>(|(left, right)| broadcast(left, right).is_some());
    println!(
        "{} pairs in both orders, {listed} of them listed: {} fit, {} clash",
        pairs.len() / 2,
        fit.len(),
        clash.len()
    );

    let project = Project::new();
    let output = project.check("fits", &fit.iter().map(|pair| function(pair)).collect::<Vec<_>>());
    assert!(output.status.success(), "these fit:\n{}", errors(&output).join("\n"));

    // The fitting ones again, so that a wrong error would be seen among the right ones.
    let output = project.check("clashes", &pairs.iter().map(function).collect::<Vec<_>>());
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for error in errors(&output) {
        let (line, text) = error.split_once(' ').expect("a line and a text");
        found.entry(line.parse().expect("a line")).or_default().push(text.into());
    }
    for (line, pair) in (1..).zip(&pairs) {
        let expected: Vec<_> = refusal(pair).into_iter().collect();
        let found = found.remove(&line).unwrap_or_default();
        assert_eq!(found, expected, "SHAPED_SEED={seed}, {pair:?}");
    }
    assert!(found.is_empty(), "errors elsewhere: {found:?}");
}

type Sizes = Vec<usize>;
type Pair = (Sizes, Sizes);

/// Where two sizes differ and neither is 1: the axis, counted from the last one, and both sizes.
fn clashes(left: &[usize], right: &[usize]) -> Vec<(usize, usize, usize)> {
    let pairs = (1..).zip(left.iter().rev().zip(right.iter().rev()));
    let mut clashes: Vec<_> =
        pairs.map(|(axis, (l, r))| (axis, *l, *r)).filter(|&(_, l, r)| l != r && l != 1 && r != 1).collect();
    clashes.reverse();
    clashes
}

/// The error that a pair must get, if it must get one.
fn refusal((left, right): &Pair) -> Option<String> {
    if broadcast(left, right).is_some() {
        return None;
    }
    let clashes = clashes(left, right);
    let list = |parts: Vec<String>| if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(", ")) };
    Some(format!(
        "E0277 cannot broadcast shape {} with shape {} | {}: {} against {}, and neither is 1",
        shown(left),
        shown(right),
        list(clashes.iter().map(|(axis, _, _)| format!("AXIS<-{axis}>")).collect()),
        list(clashes.iter().map(|(_, left, _)| size(*left)).collect()),
        list(clashes.iter().map(|(_, _, right)| size(*right)).collect()),
    ))
}

/// A shape as errors show it.
fn shown(sizes: &[usize]) -> String {
    let sizes: Vec<_> = sizes.iter().map(|&n| size(n)).collect();
    if sizes.len() == 1 { format!("({},)", sizes[0]) } else { format!("({})", sizes.join(", ")) }
}

/// A size as errors show it.
fn size(n: usize) -> String {
    let digits = n.to_string();
    match n {
        1 => "ONE".into(),
        ..1024 => format!("DIM<{n}>"),
        _ => {
            let list: Vec<_> = digits.chars().map(String::from).collect();
            format!("Digits{}<{}>", digits.len(), list.join(", "))
        }
    }
}

/// A pair as a line of Rust.
fn function((left, right): &Pair) -> String {
    let tensor = |sizes: &Sizes| format!("T<shape!{sizes:?}>");
    let (a, b) = (tensor(left), tensor(right));
    match broadcast(left, right) {
        Some(sizes) => format!("fn f(a: &{a}, b: &{b}) -> {} {{ a + b }}", tensor(&sizes)),
        None => format!("fn f(a: &{a}, b: &{b}) {{ let _ = a + b; }}"),
    }
}

/// The project's own cases.
fn listed() -> Vec<Pair> {
    let rows = include_str!("data/broadcast-cases.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let sizes = |cell: &str| cell.split_whitespace().map(|n| n.parse().expect("a size")).collect::<Sizes>();
    let row = |row: &str| {
        let cells: Vec<_> = row.splitn(4, ',').collect();
        let (left, right) = (sizes(cells[0]), sizes(cells[1]));
        let expected = if cells[2] == "ERROR" { None } else { Some(sizes(cells[2])) };
        assert_eq!(broadcast(&left, &right), expected, "the oracle is wrong about {row}");
        (left, right)
    };
    rows.map(row).collect()
}

/// Random pairs, at least [`AT_LEAST`] that fit and as many that clash.
fn random(random: &mut Shapes, pairs: &mut Vec<Pair>) {
    let (mut fit, mut clash) = (0, 0);
    while fit < AT_LEAST || clash < AT_LEAST {
        // Both are parts of one shape, so that they fit; and then perhaps a size is changed.
        let whole = random.shape();
        let (mut left, right) = (random.part(&whole), random.part(&whole));
        if random.below(2) == 0 && !left.is_empty() {
            let axis = random.below(left.len());
            left[axis] = random.size();
        }
        let result = broadcast(&left, &right);
        let counts = [Some(&left), Some(&right), result.as_ref()].into_iter().flatten().all(|sizes| countable(sizes));
        let enough = if result.is_some() { &mut fit } else { &mut clash };
        if counts && *enough < AT_LEAST {
            *enough += 1;
            pairs.push((left, right));
        }
    }
}

fn countable(sizes: &[usize]) -> bool {
    sizes.contains(&0) || sizes.iter().try_fold(1usize, |numel, &size| numel.checked_mul(size)).is_some()
}

/// Random sizes and shapes.
struct Shapes(Random);

impl Shapes {
    fn below(&mut self, n: usize) -> usize {
        self.0.next() as usize % n
    }

    fn size(&mut self) -> usize {
        const SIZES: [usize; 14] = [0, 1, 2, 3, 7, 14, 32, 784, 1000, 1023, 1024, 4096, 50257, 1_000_000_007];
        SIZES[self.below(SIZES.len())]
    }

    fn shape(&mut self) -> Sizes {
        let rank = self.below(7);
        (0..rank).map(|_| self.size()).collect()
    }

    /// A shape that stretches to this one: the last few axes, some of them 1.
    fn part(&mut self, whole: &[usize]) -> Sizes {
        let skipped = if self.below(2) == 0 { 0 } else { self.below(whole.len() + 1) };
        whole[skipped..].iter().map(|&size| if self.below(3) == 0 { 1 } else { size }).collect()
    }
}

/// A package that depends on this one.
struct Project(PathBuf);

impl Project {
    fn new() -> Project {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rejections");
        fs::create_dir_all(folder.join("src/bin")).expect("a folder");
        let manifest = format!(
            "[package]\nname = \"rejections\"\nedition = \"2024\"\n\n[dependencies]\nshaped = {{ path = {:?} }}\n\n[workspace]\n",
            root.display().to_string()
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
        // The same versions of the dependencies, so that none must be downloaded.
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
        Project(folder)
    }

    /// Checks a program of these lines, each in a module of its own; the first line is line 1.
    fn check(&self, program: &str, lines: &[String]) -> Output {
        let mut text = String::new();
        for (n, line) in lines.iter().enumerate() {
            writeln!(text, "mod m{n} {{ use crate::*; {line} }}").expect("room");
        }
        text.push_str("use shaped::{Tensor, shape};\ntype T<S> = Tensor<f32, S>;\nfn main() {}\n");
        fs::write(self.0.join(format!("src/bin/{program}.rs")), text).expect("a program");
        let check = |offline: &[&str]| {
            let mut command = Command::new(env!("CARGO"));
            command
                .current_dir(&self.0)
                .args(["check", "--quiet", "--message-format=json", "--bin", program])
                .args(offline);
            command.arg("--target-dir").arg(self.0.join("target"));
            // So wide that no type is printed with dots in the place of sizes.
            command.env("RUSTFLAGS", "-Aunused --diagnostic-width=1000");
            command.output().expect("cargo")
        };
        let output = check(&["--offline"]);
        // Without a message from the compiler it was the network that was missing.
        if output.status.success() || !output.stdout.is_empty() { output } else { check(&[]) }
    }
}

/// The errors that the compiler reported: line, code, headline and labels.
fn errors(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let mut errors = Vec::new();
    for line in text.lines() {
        let message = Json::parse(line);
        let message = message.get("message");
        let headline = message.get("message").text();
        if message.get("level").text() != "error" || headline.starts_with("aborting due to") {
            continue;
        }
        let spans: Vec<_> =
            message.get("spans").items().iter().filter(|span| span.get("is_primary").is_true()).collect();
        let line = spans.first().map_or("0", |span| span.get("line_start").text());
        let labels: Vec<_> = spans.iter().map(|span| span.get("label").text()).collect();
        let code = message.get("code").get("code").text();
        errors.push(format!("{line} {code} {headline} | {}", labels.join(" | ")));
    }
    assert!(
        output.status.success() || !errors.is_empty(),
        "cargo failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    errors
}

/// As much of JSON as the compiler's messages need.
enum Json {
    /// A text or a number, or a word: `true`, `null`.
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn parse(text: &str) -> Json {
        let mut rest = text;
        Json::value(&mut rest)
    }

    fn get(&self, name: &str) -> &Json {
        const NOTHING: &Json = &Json::List(Vec::new());
        let Json::Object(fields) = self else { return NOTHING };
        fields.iter().find(|(field, _)| field == name).map_or(NOTHING, |(_, value)| value)
    }

    fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }

    fn items(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }

    fn is_true(&self) -> bool {
        self.text() == "true"
    }

    fn value(rest: &mut &str) -> Json {
        if take(rest, '{') {
            let mut fields = Vec::new();
            while !take(rest, '}') {
                let Json::Text(name) = Json::value(rest) else { panic!("a name before {rest}") };
                assert!(take(rest, ':'));
                fields.push((name, Json::value(rest)));
                take(rest, ',');
            }
            Json::Object(fields)
        } else if take(rest, '[') {
            let mut items = Vec::new();
            while !take(rest, ']') {
                items.push(Json::value(rest));
                take(rest, ',');
            }
            Json::List(items)
        } else if take(rest, '"') {
            Json::Text(Json::string(rest))
        } else {
            let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            *rest = after;
            Json::Text(word.trim().into())
        }
    }

    /// What stands before the closing quotation mark.
    fn string(rest: &mut &str) -> String {
        let mut text = String::new();
        let mut chars = rest.chars();
        loop {
            match chars.next().expect("an end") {
                '"' => break,
                '\\' => match chars.next().expect("a character") {
                    'n' => text.push('\n'),
                    'u' => {
                        let code = chars.by_ref().take(4).collect::<String>();
                        text.push(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).unwrap_or('\u{fffd}'));
                    }
                    other => text.push(other),
                },
                other => text.push(other),
            }
        }
        *rest = chars.as_str();
        text
    }
}

/// Steps over a character, and the spaces before it, if it is next.
fn take(rest: &mut &str, character: char) -> bool {
    let after = rest.trim_start().strip_prefix(character);
    *rest = after.unwrap_or(rest);
    after.is_some()
}
