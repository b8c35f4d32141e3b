//! A graph as a program in StableHLO's text.
//!
//! Numbers are written as bits, so that they are the same ones there.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::element::ElementType;
use super::notes::{Fold, Id, Node, Notes, Op, Relation};
use super::windows::Convolution;

/// How a program is cut over devices: the axes of their mesh, and for each argument and axis the one of the mesh that cuts it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sharding {
    pub mesh: Vec<(String, usize)>,
    pub arguments: Vec<Vec<Option<String>>>,
    pub results: Vec<Vec<Option<String>>>,
}

/// What a program takes and gives: arguments in their order, and results, each with what a person would call it.
pub(crate) struct Signature<'a> {
    pub arguments: Vec<(Id, String)>,
    pub results: Vec<(Id, String)>,
    pub sharding: Option<&'a Sharding>,
}

/// `4x3xf32`, in `tensor<..>`.
fn tensor(sizes: &[usize], element: &str) -> String {
    let sizes: String = sizes.iter().map(|n| format!("{n}x")).collect();
    format!("tensor<{sizes}{element}>")
}

fn list<T: ToString>(x: impl IntoIterator<Item = T>) -> String {
    x.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(", ")
}

fn hex(bytes: impl Iterator<Item = u8>) -> String {
    bytes.map(|b| format!("{b:02X}")).collect()
}

/// One number as MLIR reads it.
fn number(bytes: &[u8], dtype: ElementType) -> String {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(wide);
    let shift = 64 - 8 * bytes.len();
    match dtype {
        ElementType::Bool => (bits != 0).to_string(),
        _ if dtype.is_float() => format!("0x{}", hex(bytes.iter().rev().copied())),
        _ if dtype.is_unsigned() => bits.to_string(),
        _ => (((bits << shift) as i64) >> shift).to_string(),
    }
}

fn folds(fold: Fold) -> &'static str {
    match fold {
        Fold::Sum => "add",
        Fold::Product => "multiply",
        Fold::Largest => "maximum",
        Fold::Smallest => "minimum",
    }
}

/// What a fold starts with.
fn start(fold: Fold, dtype: ElementType) -> String {
    let bytes = match fold {
        Fold::Sum => dtype.bytes(0.0),
        Fold::Product => dtype.bytes(1.0),
        Fold::Largest => dtype.least(),
        Fold::Smallest => dtype.largest(),
    };
    number(&bytes, dtype)
}

/// The function of two numbers that folds.
fn region(fold: Fold, element: &str) -> String {
    let t = format!("tensor<{element}>");
    let op = folds(fold);
    format!(
        "({{\n    ^bb0(%l: {t}, %r: {t}):\n      %f = stablehlo.{op} %l, %r : {t}\n      stablehlo.return %f : {t}\n    }})"
    )
}

struct Printer<'a> {
    notes: &'a Notes,
    /// Which argument of the program an argument is.
    order: Vec<(Id, usize)>,
    text: String,
}

impl Printer<'_> {
    fn name(&self, x: Id) -> String {
        match self.order.iter().find(|(id, _)| *id == x) {
            Some((_, i)) => format!("%arg{i}"),
            None => format!("%{}", x.0),
        }
    }

    fn of(&self, x: Id) -> String {
        let node = self.notes.node(x);
        tensor(&node.sizes, node.dtype.stablehlo())
    }

    /// A line in front of the value's own, for what only it needs; what it is called.
    fn aside(&mut self, x: Id, part: &str, expression: &str) -> String {
        let name = format!("%{part}{}", x.0);
        self.line(&name, expression);
        name
    }

    fn line(&mut self, name: &str, expression: &str) {
        writeln!(self.text, "    {name} = {expression}").expect("text in memory");
    }

    fn constant(&mut self, x: Id, bytes: &[u8], node: &Node) -> String {
        let (dtype, ty) = (node.dtype, self.of(x));
        if node.sizes.contains(&0) {
            return format!("stablehlo.constant dense<> : {ty}");
        }
        if bytes.len() == dtype.size() {
            return format!("stablehlo.constant dense<{}> : {ty}", number(bytes, dtype));
        }
        let bytes = hex(bytes.iter().copied());
        if dtype == ElementType::Bool {
            // Bits would be packed in a way of their own.
            let wide = tensor(&node.sizes, ElementType::U8.stablehlo());
            let wide_name = self.aside(x, "a", &format!("stablehlo.constant dense<\"0x{bytes}\"> : {wide}"));
            return format!("stablehlo.convert {wide_name} : ({wide}) -> {ty}");
        }
        format!("stablehlo.constant dense<\"0x{bytes}\"> : {ty}")
    }

    fn expression(&mut self, x: Id, node: &Node) -> String {
        let from: Vec<String> = node.from.iter().map(|x| self.name(*x)).collect();
        let types: Vec<String> = node.from.iter().map(|x| self.of(*x)).collect();
        let sizes_of = |i: usize| self.notes.sizes(node.from[i]).to_vec();
        let (ty, element) = (self.of(x), node.dtype.stablehlo());
        let one = format!("tensor<{element}>");
        match &node.op {
            Op::Argument(_) => unreachable!("arguments are in the program's head"),
            Op::Constant(bytes) => {
                let bytes = bytes.clone();
                self.constant(x, &bytes, node)
            }
            Op::Iota(axis) => format!("stablehlo.iota dim = {axis} : {ty}"),
            Op::Unary(op @ ("erf" | "erfc")) => format!("chlo.{op} {} : {ty} -> {ty}", from[0]),
            Op::Unary(op) => format!("stablehlo.{op} {} : {ty}", from[0]),
            Op::Binary(op) => format!("stablehlo.{op} {}, {} : {ty}", from[0], from[1]),
            Op::Compare(relation) => {
                let relation = match relation {
                    Relation::Equal => "EQ",
                    Relation::NotEqual => "NE",
                    Relation::Less => "LT",
                    Relation::LessEqual => "LE",
                    Relation::Greater => "GT",
                    Relation::GreaterEqual => "GE",
                };
                // Without it some versions of XLA fold constants as if they had no sign.
                let order = self.notes.dtype(node.from[0]).order();
                format!(
                    "stablehlo.compare {relation}, {}, {}, {order} : ({}, {}) -> {ty}",
                    from[0], from[1], types[0], types[1]
                )
            }
            Op::Select => format!("stablehlo.select {} : {}, {ty}", from.join(", "), types[0]),
            Op::Convert => format!("stablehlo.convert {} : ({}) -> {ty}", from[0], types[0]),
            Op::Stretch => {
                let (rank, of) = (node.sizes.len(), sizes_of(0).len());
                let axes = list(rank - of..rank);
                format!("stablehlo.broadcast_in_dim {}, dims = [{axes}] : ({}) -> {ty}", from[0], types[0])
            }
            Op::Reshape | Op::Detach => format!("stablehlo.reshape {} : ({}) -> {ty}", from[0], types[0]),
            Op::Transpose(order) => {
                format!("stablehlo.transpose {}, dims = [{}] : ({}) -> {ty}", from[0], list(order), types[0])
            }
            Op::Reverse(axes) => format!("stablehlo.reverse {}, dims = [{}] : {ty}", from[0], list(axes)),
            Op::Slice(parts) => {
                let part = |[from, to, step]: &[usize; 3]| match step {
                    1 => format!("{from}:{to}"),
                    _ => format!("{from}:{to}:{step}"),
                };
                format!("stablehlo.slice {} [{}] : ({}) -> {ty}", from[0], list(parts.iter().map(part)), types[0])
            }
            Op::Pad(parts) => {
                let [low, high, interior] = [0, 1, 2].map(|i| list(parts.iter().map(|part| part[i])));
                format!(
                    "stablehlo.pad {}, {}, low = [{low}], high = [{high}], interior = [{interior}] : ({}, {}) -> {ty}",
                    from[0], from[1], types[0], types[1]
                )
            }
            Op::Concat(axis) => {
                format!("stablehlo.concatenate {}, dim = {axis} : ({}) -> {ty}", from.join(", "), types.join(", "))
            }
            Op::Reduce(fold, axes) => {
                let init =
                    self.aside(x, "a", &format!("stablehlo.constant dense<{}> : {one}", start(*fold, node.dtype)));
                format!(
                    "stablehlo.reduce({} init: {init}) applies stablehlo.{} across dimensions = [{}] : ({}, {one}) -> {ty}",
                    from[0],
                    folds(*fold),
                    list(axes),
                    types[0]
                )
            }
            Op::Dot { batch, contract: [l, r] } => {
                let all = list(0..*batch);
                let batching = if *batch == 0 { String::new() } else { format!("batching_dims = [{all}] x [{all}], ") };
                format!(
                    "stablehlo.dot_general {}, {}, {batching}contracting_dims = [{l}] x [{r}], precision = [HIGHEST, HIGHEST] : ({}, {}) -> {ty}",
                    from[0], from[1], types[0], types[1]
                )
            }
            Op::Convolution(by) => {
                let Convolution { stride, pads, dilation: [lhs, rhs], groups, batch_groups, .. } = by;
                let pads = list(pads.iter().map(|pad| format!("[{}]", list(pad))));
                format!(
                    "stablehlo.convolution({}, {}) dim_numbers = [{}]x[{}]->[{}], window = {{stride = [{}], pad = [{pads}], \
                     lhs_dilate = [{}], rhs_dilate = [{}]}} {{batch_group_count = {batch_groups} : i64, feature_group_count = \
                     {groups} : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}} : ({}, {}) -> {ty}",
                    from[0],
                    from[1],
                    list(by.input),
                    list(by.kernel),
                    list(by.output),
                    list(stride),
                    list(lhs),
                    list(rhs),
                    types[0],
                    types[1]
                )
            }
            Op::Pool(fold, by) => {
                let init =
                    self.aside(x, "a", &format!("stablehlo.constant dense<{}> : {one}", start(*fold, node.dtype)));
                format!(
                    "\"stablehlo.reduce_window\"({}, {init}) <{{window_dimensions = array<i64: 1, 1, {}>, window_strides = \
                     array<i64: 1, 1, {}>, padding = {}}}> {} : ({}, {one}) -> {ty}",
                    from[0],
                    list(by.kernel),
                    list(by.stride),
                    padding(by.pads),
                    region(*fold, element),
                    types[0]
                )
            }
            Op::Unpool(by) => {
                let init =
                    self.aside(x, "a", &format!("stablehlo.constant dense<{}> : {one}", start(Fold::Sum, node.dtype)));
                format!(
                    "\"stablehlo.select_and_scatter\"({}, {}, {init}) <{{window_dimensions = array<i64: 1, 1, {}>, window_strides \
                     = array<i64: 1, 1, {}>, padding = {}}}> ({{\n    ^bb0(%l: {one}, %r: {one}):\n      %f = stablehlo.compare GE, %l, \
                     %r, {} : ({one}, {one}) -> tensor<i1>\n      stablehlo.return %f : tensor<i1>\n    }}, {{\n    ^bb0(%l: {one}, %r: \
                     {one}):\n      %f = stablehlo.add %l, %r : {one}\n      stablehlo.return %f : {one}\n    }}) : ({}, {}, {one}) -> {ty}",
                    from[0],
                    from[1],
                    list(by.kernel),
                    list(by.stride),
                    padding(by.pads),
                    node.dtype.order(),
                    types[0],
                    types[1]
                )
            }
            Op::Take => {
                let (n, dtype) = (node.sizes[0], self.notes.dtype(node.from[1]));
                let indices = tensor(&[n, 1], dtype.stablehlo());
                let column =
                    self.aside(x, "a", &format!("stablehlo.reshape {} : ({}) -> {indices}", from[1], types[1]));
                let rank = node.sizes.len();
                let slice: Vec<usize> = core::iter::once(1).chain(node.sizes[1..].iter().copied()).collect();
                format!(
                    "\"stablehlo.gather\"({}, {column}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [{}], \
                     collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: {}>, \
                     indices_are_sorted = false}}> : ({}, {indices}) -> {ty}",
                    from[0],
                    list(1..rank),
                    list(slice),
                    types[0]
                )
            }
            Op::AddAt(_) => {
                let (n, dtype) = (sizes_of(0)[0], self.notes.dtype(node.from[0]));
                let indices = tensor(&[n, 1], dtype.stablehlo());
                let column =
                    self.aside(x, "a", &format!("stablehlo.reshape {} : ({}) -> {indices}", from[0], types[0]));
                let zeros = number(&node.dtype.bytes(0.0), node.dtype);
                let zeros = self.aside(x, "b", &format!("stablehlo.constant dense<{zeros}> : {ty}"));
                format!(
                    "\"stablehlo.scatter\"({zeros}, {column}, {}) <{{scatter_dimension_numbers = \
                     #stablehlo.scatter<update_window_dims = [{}], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], \
                     index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}}> {} : ({ty}, {indices}, {}) -> {ty}",
                    from[1],
                    list(1..node.sizes.len()),
                    region(Fold::Sum, element),
                    types[1]
                )
            }
        }
    }
}

/// Pads of the last two of four axes, as an attribute.
fn padding(pads: [[isize; 2]; 2]) -> String {
    let pads = list(pads.iter().map(|pad| format!("[{}]", list(pad))));
    format!("dense<[[0, 0], [0, 0], {pads}]> : tensor<4x2xi64>")
}

/// A name as MLIR writes strings.
fn quoted(name: &str) -> String {
    let mut quoted = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => write!(quoted, "\\{:02X}", c as u32 & 0xFF).expect("text in memory"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The program that computes results of arguments.
pub(crate) fn text(notes: &Notes, signature: &Signature<'_>) -> String {
    let order = signature.arguments.iter().enumerate().map(|(i, (x, _))| (*x, i)).collect();
    let mut printer = Printer { notes, order, text: String::new() };
    let results: Vec<Id> = signature.results.iter().map(|(x, _)| *x).collect();
    let needed = notes.needed(&results);
    for (x, node) in notes.nodes() {
        if needed[x.at()] && !matches!(node.op, Op::Argument(_)) {
            let expression = printer.expression(x, node);
            let name = printer.name(x);
            printer.line(&name, &expression);
        }
    }
    let mut all = String::new();
    let mut comment = |what: &str, named: &[(Id, String)]| {
        for (i, (x, name)) in named.iter().enumerate() {
            writeln!(all, "// {what} {i}: {} {}", printer.of(*x), quoted(name)).expect("text in memory");
        }
    };
    comment("argument", &signature.arguments);
    comment("result", &signature.results);
    let mesh = signature.sharding.filter(|sharding| !sharding.mesh.is_empty());
    let mut arguments = Vec::new();
    let cut = |of: &[Option<String>]| {
        let axes = of.iter().map(|axis| format!("{{{}}}", axis.as_deref().map(quoted).unwrap_or_default()));
        format!(" {{sdy.sharding = #sdy.sharding<@mesh, [{}]>}}", list(axes))
    };
    for (i, (x, _)) in signature.arguments.iter().enumerate() {
        let cut = mesh.map(|sharding| cut(&sharding.arguments[i])).unwrap_or_default();
        arguments.push(format!("%arg{i}: {}{cut}", printer.of(*x)));
    }
    let types = list(results.iter().map(|x| printer.of(*x)));
    let cut_types = list(results.iter().enumerate().map(|(i, x)| {
        let cut = mesh.map(|sharding| cut(&sharding.results[i])).unwrap_or_default();
        format!("{}{cut}", printer.of(*x))
    }));
    let names = list(results.iter().map(|x| printer.name(*x)));
    let mesh = mesh.map_or(String::new(), |sharding| {
        let axes = list(sharding.mesh.iter().map(|(name, size)| format!("{}={size}", quoted(name))));
        format!("  sdy.mesh @mesh = <[{axes}]>\n")
    });
    let body = printer.text.to_owned();
    let results = if names.is_empty() { "return".to_string() } else { format!("return {names} : {types}") };
    write!(
        all,
        "module @program {{\n{mesh}  func.func public @main({}) -> ({cut_types}) {{\n{body}    {results}\n  }}\n}}\n",
        arguments.join(", ")
    )
    .expect("text in memory");
    all
}
