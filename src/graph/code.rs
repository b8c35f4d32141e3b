//! What an engine runs: the notes, what they take and give, how they are cut; and tables of them.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use super::backend::{Lowered, Slot};
use crate::hlo::{Cost, ElementType, Id, Notes, Op, Sharding, Signature, text};
use crate::shape::size::Size;

/// What a program takes: a parameter of the model, or an input.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub id: Id,
    pub name: String,
    pub sizes: Vec<usize>,
    pub dtype: ElementType,
    /// The names of run-time axes.
    pub axes: Vec<Option<&'static str>>,
}

/// What an engine runs: notes, and what they take and give.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    notes: Notes,
    /// Those that stay from call to call come first.
    pub arguments: Vec<Argument>,
    pub state: usize,
    results: Vec<(Id, String)>,
    sharding: Sharding,
    /// How the last results are cut, which are the next state: as that is.
    updates: bool,
}

impl Code {
    /// # Panics
    /// If the results need an argument that is not listed.
    #[track_caller]
    pub(crate) fn new(notes: Notes, arguments: Vec<Argument>, state: usize, results: Vec<(Id, String)>) -> Self {
        let needed = notes.needed(&results.iter().map(|(id, _)| *id).collect::<Vec<_>>());
        if let Some(unused) = arguments.iter().skip(state).find(|argument| !needed[argument.id.at()]) {
            panic!(
                "nothing depends on the input `{}`; what is computed of labels or indices before they meet a noted tensor is a constant",
                unused.name
            );
        }
        for (id, node) in notes.nodes() {
            if !needed[id.at()] || !matches!(node.op, Op::Argument(_)) {
                continue;
            }
            assert!(
                arguments.iter().any(|argument| argument.id == id),
                "an input of the trace that the results need is not among those of the program: {:?}",
                node.sizes
            );
        }
        Code { notes, arguments, state, results, sharding: Sharding::default(), updates: false }
    }

    /// The last results are the arguments that stay, as they are after a call.
    pub(crate) fn updating(self) -> Self {
        Code { updates: true, ..self }
    }

    pub(crate) fn text(&self) -> String {
        self.written(&self.sharding())
    }

    fn written(&self, sharding: &Sharding) -> String {
        let arguments = self.arguments.iter().map(|argument| (argument.id, argument.name.clone())).collect();
        text(&self.notes, &Signature { arguments, results: self.results.clone(), sharding: Some(sharding) })
    }

    /// How arguments are cut, and results.
    fn sharding(&self) -> Sharding {
        let mut sharding = self.sharding.clone();
        if !sharding.mesh.is_empty() {
            let own = self.results.len() - if self.updates { self.state } else { 0 };
            sharding.results =
                self.results[..own].iter().map(|(id, _)| vec![None; self.notes.sizes(*id).len()]).collect();
            sharding.results.extend(sharding.arguments[..self.results.len() - own].iter().cloned());
        }
        sharding
    }

    /// What an engine gets.
    pub(crate) fn lowered(&self) -> Lowered {
        let sharding = self.sharding();
        let slot = |name: &String, dtype, sizes: &[usize], cuts: Option<&Vec<Option<String>>>| Slot {
            name: name.clone(),
            dtype,
            sizes: sizes.to_vec(),
            cuts: cuts.cloned().unwrap_or_else(|| vec![None; sizes.len()]),
        };
        let arguments = self.arguments.iter().enumerate();
        let results = self.results.iter().enumerate();
        Lowered {
            stablehlo: self.written(&sharding),
            arguments: arguments
                .map(|(i, one)| slot(&one.name, one.dtype, &one.sizes, sharding.arguments.get(i)))
                .collect(),
            results: results
                .map(|(i, (id, name))| {
                    slot(name, self.notes.dtype(*id), self.notes.sizes(*id), sharding.results.get(i))
                })
                .collect(),
            mesh: sharding.mesh,
        }
    }

    /// The operations that the results need.
    pub(crate) fn operations(&self) -> Vec<Operation> {
        let results: Vec<Id> = self.results.iter().map(|(id, _)| *id).collect();
        let needed = self.notes.needed(&results);
        let mut all = vec![];
        for (id, node) in self.notes.nodes().filter(|(id, _)| needed[id.at()]) {
            let name = match &node.op {
                Op::Argument(_) | Op::Constant(_) => continue,
                Op::Unary(name) | Op::Binary(name) => (*name).to_string(),
                Op::Compare(relation) => alloc::format!("compare {relation:?}").to_lowercase(),
                Op::Reduce(fold, _) => alloc::format!("reduce {fold:?}").to_lowercase(),
                Op::Pool(fold, _) => alloc::format!("windows {fold:?}").to_lowercase(),
                other => {
                    let shown = alloc::format!("{other:?}");
                    shown.split(['(', ' ', '{']).next().unwrap_or_default().to_lowercase()
                }
            };
            let of = node.from.iter().map(|x| (x.at(), self.notes.sizes(*x).to_vec())).collect();
            all.push(Operation {
                number: id.at(),
                name,
                of,
                sizes: node.sizes.clone(),
                dtype: node.dtype,
                cost: self.notes.cost(node),
            });
        }
        all
    }

    /// Cuts an axis of the mesh's, `name`, into `count`: of every argument that has it.
    #[track_caller]
    pub(crate) fn shard(&mut self, name: &str, count: usize, cut: impl Fn(&Argument) -> Vec<bool>) {
        assert!(count > 0, "an axis is cut into at least one part");
        if self.sharding.arguments.is_empty() {
            self.sharding.arguments = self.arguments.iter().map(|argument| vec![None; argument.sizes.len()]).collect();
        }
        match self.sharding.mesh.iter().find(|(other, _)| other == name) {
            Some((_, before)) => {
                assert!(*before == count, "the mesh's axis {name} is of {before} devices, and not of {count}")
            }
            None => self.sharding.mesh.push((name.to_string(), count)),
        }
        for (argument, to) in self.arguments.iter().zip(&mut self.sharding.arguments) {
            for (axis, _) in cut(argument).into_iter().enumerate().filter(|(_, cut)| *cut) {
                let size = argument.sizes[axis];
                assert!(
                    size % count == 0,
                    "axis {axis} of `{}`, of size {size}, cannot be cut into {count} equal parts",
                    argument.name
                );
                to[axis] = Some(name.to_string());
            }
        }
    }

    /// The number of a parameter.
    #[track_caller]
    pub(crate) fn parameter(&self, name: &str) -> usize {
        let Some(found) = self.arguments.iter().position(|argument| argument.name == name) else {
            let names: Vec<&str> = self.arguments.iter().map(|argument| argument.name.as_str()).collect();
            panic!("the program has no argument `{name}`; it has {}", names.join(", "))
        };
        found
    }
}

/// One operation of a program.
#[derive(Clone, Debug)]
pub struct Operation {
    /// What it is called in the program's text: `%12`.
    pub number: usize,
    /// The primitive.
    pub name: String,
    /// The numbers of what it is of, and their sizes.
    pub of: Vec<(usize, Vec<usize>)>,
    /// The sizes of what it gives, outermost axis first.
    pub sizes: Vec<usize>,
    /// The type of an element.
    pub dtype: ElementType,
    /// What it costs.
    pub cost: Cost,
}

/// The methods that cut what a program takes over devices, of what has a `code`, each with its documentation.
macro_rules! sharded {
    ($(#[$axis:meta])* fn shard; $(#[$parameter:meta])* fn shard_parameter;) => {
        $(#[$axis])*
        #[must_use]
        #[track_caller]
        pub fn shard<D: $crate::shape::size::Size>(mut self, _axis: fn(usize) -> D, devices: usize) -> Self {
            $crate::graph::code::shard_axis::<D>(&mut self.code, devices);
            self
        }

        $(#[$parameter])*
        #[must_use]
        #[track_caller]
        pub fn shard_parameter(mut self, name: &str, axis: usize, mesh_axis: &str, devices: usize) -> Self {
            $crate::graph::code::shard_one(&mut self.code, name, axis, mesh_axis, devices);
            self
        }
    };
}
pub(super) use sharded;

#[track_caller]
pub(super) fn shard_axis<D: Size>(code: &mut Code, devices: usize) {
    let name = D::NAME.expect("a run-time axis, which `axis!` has declared");
    let has = |argument: &Argument| argument.axes.contains(&Some(name));
    assert!(code.arguments.iter().any(has), "no input has an axis {name}");
    code.shard(name, devices, |argument| argument.axes.iter().map(|axis| *axis == Some(name)).collect());
}

#[track_caller]
pub(super) fn shard_one(code: &mut Code, name: &str, axis: usize, mesh_axis: &str, devices: usize) {
    let sizes = code.arguments[code.parameter(name)].sizes.clone();
    assert!(axis < sizes.len(), "`{name}` has {} axes, and none of number {axis}", sizes.len());
    let suffix = alloc::format!(".{name}");
    // What an optimizer keeps of a parameter is cut as that is.
    code.shard(mesh_axis, devices, |argument| {
        let is = argument.name == name || argument.name.starts_with("optimizer.") && argument.name.ends_with(&suffix);
        (0..argument.sizes.len()).map(|i| is && i == axis).collect()
    });
}

/// Sizes as they are written in Rust.
fn shown(sizes: &[usize]) -> String {
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    alloc::format!("[{}]", sizes.join(", "))
}

pub(super) fn table(code: &Code) -> String {
    let mut rows = vec![["operation".to_string(), "of".into(), "gives".into(), "flops".into(), "bytes".into()]];
    let operations = code.operations();
    for one in &operations {
        let of: Vec<String> = one.of.iter().map(|(_, sizes)| shown(sizes)).collect();
        let gives = alloc::format!("{} {}", one.dtype, shown(&one.sizes));
        rows.push([one.name.clone(), of.join(" "), gives, one.cost.flops.to_string(), one.cost.bytes.to_string()]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4].map(width);
    let mut text = String::new();
    for row in &rows {
        let [a, b, c, d, e] = widths;
        let line = alloc::format!("{:a$}  {:b$}  {:c$}  {:>d$}  {:>e$}", row[0], row[1], row[2], row[3], row[4]);
        writeln!(text, "{}", line.trim_end()).expect("text in memory");
    }
    let numbers: usize = code.arguments[..code.state].iter().map(|one| one.sizes.iter().product::<usize>()).sum();
    let Cost { flops, bytes } = operations.iter().map(|one| one.cost).sum();
    let inputs = code.arguments[code.state..]
        .iter()
        .map(|one| alloc::format!("{} {} {}", one.name, one.dtype, shown(&one.sizes)));
    let inputs: Vec<String> = inputs.collect();
    writeln!(text, "takes {}", inputs.join(", ")).expect("text in memory");
    writeln!(
        text,
        "{} tensors of {numbers} parameters; {flops} operations on elements, {bytes} bytes moved",
        code.state
    )
    .expect("text in memory");
    text
}

pub(super) fn dot(code: &Code) -> String {
    let mut text = String::from("digraph program {\n  node [shape=box, fontname=monospace];\n");
    for argument in &code.arguments {
        writeln!(
            text,
            "  n{} [label=\"{}\\n{}\", style=rounded];",
            argument.id.at(),
            argument.name,
            shown(&argument.sizes)
        )
        .expect("text in memory");
    }
    let known = |x: usize| code.arguments.iter().any(|argument| argument.id.at() == x);
    let operations = code.operations();
    for one in &operations {
        writeln!(text, "  n{} [label=\"{}\\n{}\"];", one.number, one.name, shown(&one.sizes)).expect("text in memory");
        for (x, _) in &one.of {
            // Constants are left out.
            if known(*x) || operations.iter().any(|other| other.number == *x) {
                writeln!(text, "  n{x} -> n{};", one.number).expect("text in memory");
            }
        }
    }
    text.push_str("}\n");
    text
}
