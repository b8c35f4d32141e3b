//! The tree as structs of layers.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::header::Info;
use crate::layers::{Piece, known};
use crate::names;
use crate::tree::{Key, Node};

/// As many parts as a tuple of modules may have.
const TUPLE: usize = 12;
/// As many elements as an array with a `Default` may have.
const ARRAY: usize = 32;

/// What has been written.
#[derive(Default)]
struct Writer {
    /// Structs in the order in which they are declared: names, and what stands after them.
    structs: Vec<(String, Struct)>,
    names: Vec<String>,
    /// Names in the file, and as the fields are called.
    renamed: Vec<(String, String)>,
    /// What is no parameter.
    left: Vec<String>,
    /// How many axes the inputs of the file's convolutions have; 0 without any.
    rank: usize,
    /// Whether there are other floats than `f32`.
    other_floats: bool,
}

/// What a struct is declared by; two that are alike are one.
#[derive(Clone, PartialEq, Eq)]
struct Struct {
    fields: String,
    made: Option<String>,
}

/// Where a part is: in the file, and in the model.
#[derive(Clone, Default)]
struct Place {
    file: String,
    field: String,
}

impl Place {
    fn part(&self, file: &str, field: &str) -> Place {
        let join = |path: &str, name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
        Place { file: join(&self.file, file), field: join(&self.field, field) }
    }
}

/// The text of the module, of the tensors of a file whose names begin with `prefix`.
pub(crate) fn module(tree: &BTreeMap<Key, Node>, file: &str, prefix: &str, name: &str) -> Result<String, String> {
    let mut writer = Writer { names: vec![name.to_string()], rank: rank(tree), ..Writer::default() };
    let root = writer.root(tree, name).ok_or("no tensor of floats, so no model")?;
    let mut text = String::new();
    let (path, file) = (file, format!("{file:?}"));
    let fresh = root.made.clone().unwrap_or(format!("{name}::default()"));
    let source = match (writer.renamed.is_empty(), writer.other_floats) {
        (true, false) => "&file",
        (true, true) => "&file.casting()",
        (false, false) => "&file.renamed(renamed)?",
        (false, true) => "&file.renamed(renamed)?.casting()",
    };
    let mut line = |line: String| writeln!(text, "{line}").expect("text in memory");
    line(format!(
        "//! A model of the tensors in {file}, as `cargo shaped types` found them. What it computes is not in the file.\n//!"
    ));
    line("//! ```ignore".to_string());
    let reader = if crate::is_pytorchs(Path::new(path)) { "Pth" } else { "SafeTensors" };
    line(format!("//! let file = {reader}::open({file})?;"));
    if !prefix.is_empty() {
        line(format!("//! let file = file.under({prefix:?});"));
    }
    line(format!("//! let mut net = {fresh};"));
    line(format!("//! net.load_state_dict({source})?;\n//! ```"));
    line("\nuse shaped::{nn::*, prelude::*};".to_string());
    for (name, body) in &writer.structs {
        let allow = if body.fields.lines().any(|line| {
            line.split(':').next().is_some_and(|field| field.contains(char::is_uppercase) && !field.contains("//"))
        }) {
            "    #[allow(non_snake_case)]\n"
        } else {
            ""
        };
        line(format!("\nmodel! {{\n{allow}    pub struct {name} {{\n{}    }}\n}}", body.fields));
        if let Some(made) = &body.made {
            line(format!(
                "\nimpl {name} {{\n    /// Of zeros, with the parameters that the file has.\n    pub fn new() -> Self {{\n        {name} {{\n{made}            ..Default::default()\n        }}\n    }}\n}}"
            ));
        }
    }
    if writer.structs.iter().all(|one| one.0 != name) {
        line(format!(
            "\n/// One after the other; `Identity` stands for what has no parameters.\npub type {name} = {};",
            root.of
        ));
    }
    if !writer.renamed.is_empty() {
        line("\n/// The name of a field for the name of a tensor in the file.\npub fn renamed(name: &str) -> Option<String> {\n    Some(match name {".to_string());
        for (file, field) in &writer.renamed {
            line(format!("        {file:?} => {field:?},"));
        }
        line("        same => same,\n    }.to_string())\n}".to_string());
    }
    if !writer.left.is_empty() {
        line("\n// Not in the model:".to_string());
        for left in &writer.left {
            line(format!("// {left}"));
        }
    }
    Ok(text)
}

/// How many axes the weights of the first convolution have.
fn rank(parts: &BTreeMap<Key, Node>) -> usize {
    let ranks = parts.values().map(|node| match node {
        Node::Tensor(info) if info.is_float() && info.sizes.len() > 2 => info.sizes.len(),
        Node::Tensor(_) => 0,
        Node::Module(parts) => rank(parts),
    });
    ranks.max().unwrap_or(0).min(5)
}

impl Writer {
    fn root(&mut self, parts: &BTreeMap<Key, Node>, name: &str) -> Option<Piece> {
        let is_named = |key: &Key| matches!(key, Key::Name(_));
        // Tensors beside a `Sequential`, such as examples of what it gives.
        let beside = parts.iter().filter(|(key, _)| is_named(key)).collect::<Vec<_>>();
        if beside.len() < parts.len() && beside.iter().all(|(_, node)| matches!(node, Node::Tensor(_))) {
            for (key, node) in beside {
                if let Node::Tensor(info) = node {
                    self.leave(&Place::default().part(&key.text(), ""), info);
                }
            }
            let numbered =
                parts.iter().filter(|(key, _)| !is_named(key)).map(|(key, node)| (key.clone(), node.clone())).collect();
            if let Some(list) = self.list(&numbered, &Place::default(), name) {
                return Some(list);
            }
        }
        self.structure(parts, &Place::default(), name, Some(name))
    }

    fn leave(&mut self, place: &Place, info: &Info) {
        self.left.push(format!("{:?} {} {:?}", place.file, info.dtype.escape_debug(), info.sizes));
    }

    /// The type of a part that the module calls `name`.
    fn part(&mut self, node: &Node, place: &Place, name: &str) -> Option<Piece> {
        match node {
            Node::Tensor(info) => self.tensor(info, place),
            Node::Module(parts) => {
                if let Some(layer) = known(name, parts, self.rank) {
                    self.layer(parts, place);
                    return Some(layer);
                }
                let numbered = parts.keys().all(|key| matches!(key, Key::Number(_)));
                let list = if numbered { self.list(parts, place, name) } else { None };
                list.or_else(|| self.structure(parts, place, name, None))
            }
        }
    }

    /// Notes what is in a known layer.
    fn layer(&mut self, parts: &BTreeMap<Key, Node>, place: &Place) {
        for (key, node) in parts {
            let place = place.part(&key.text(), &key.text());
            match node {
                Node::Tensor(info) if info.is_float() => {
                    self.tensor(info, &place);
                }
                Node::Tensor(_) => {}
                Node::Module(parts) => self.layer(parts, &place),
            }
        }
    }

    fn tensor(&mut self, info: &Info, place: &Place) -> Option<Piece> {
        if !info.is_float() {
            self.leave(place, info);
            return None;
        }
        self.other_floats |= info.dtype != "F32";
        if place.file != place.field {
            self.renamed.push((place.file.clone(), place.field.clone()));
        }
        let sizes: Vec<String> = info.sizes.iter().map(usize::to_string).collect();
        Some(Piece::new(format!("Param<shape![{}]>", sizes.join(", "))))
    }

    /// Parts by numbers: an array if they are alike, a tuple if they are few.
    fn list(&mut self, parts: &BTreeMap<Key, Node>, place: &Place, name: &str) -> Option<Piece> {
        let numbers = parts.keys().filter_map(|key| if let Key::Number(number) = key { Some(*number) } else { None });
        let length = numbers.max()?.checked_add(1)?;
        // What is tried and not taken leaves nothing behind.
        let before = (self.structs.len(), self.names.len(), self.renamed.len(), self.left.len());
        let mut pieces = BTreeMap::new();
        for (key, node) in parts {
            let Key::Number(number) = key else { continue };
            let singular = name.strip_suffix('s').filter(|name| name.len() > 2).unwrap_or(name);
            if let Some(piece) = self.part(node, &place.part(&key.text(), &key.text()), singular) {
                pieces.insert(*number, piece);
            }
        }
        let first = pieces.values().next()?.clone();
        let alike = pieces.len() == length && length > 1 && pieces.values().all(|one| one.of == first.of);
        if alike && (length <= ARRAY) {
            let made = first.made.map(|made| format!("std::array::from_fn(|_| {made})"));
            return Some(Piece { of: format!("[{}; {length}]", first.of), made, note: first.note });
        }
        if alike {
            let made = first.made.unwrap_or("Default::default()".to_string());
            return Some(Piece {
                of: format!("Vec<{}>", first.of),
                made: Some(format!("(0..{length}).map(|_| {made}).collect()")),
                note: first.note,
            });
        }
        if length > TUPLE {
            self.structs.truncate(before.0);
            self.names.truncate(before.1);
            self.renamed.truncate(before.2);
            self.left.truncate(before.3);
            return None;
        }
        let all = (0..length).map(|number| pieces.get(&number));
        let of: Vec<&str> = all.clone().map(|one| one.map_or("Identity", |one| &one.of)).collect();
        let made = all.clone().flatten().any(|one| one.made.is_some()).then(|| {
            let made = all.clone().map(|one| one.and_then(|one| one.made.as_deref()).unwrap_or("Default::default()"));
            format!("({},)", made.collect::<Vec<_>>().join(", "))
        });
        let notes: Vec<String> =
            all.enumerate().filter_map(|(i, one)| Some(format!("{i}: {}", one?.note.as_ref()?))).collect();
        let note = if notes.is_empty() { None } else { Some(notes.join("; ")) };
        Some(Piece { of: format!("({},)", of.join(", ")), made, note })
    }

    /// A struct of the parts. Its name is `exact`, or made of `name`.
    fn structure(
        &mut self,
        parts: &BTreeMap<Key, Node>,
        place: &Place,
        name: &str,
        exact: Option<&str>,
    ) -> Option<Piece> {
        let (mut fields, mut made, mut taken) = (String::new(), String::new(), Vec::new());
        // Names that stay as they are come first.
        let (plain, odd): (Vec<_>, Vec<_>) = parts.iter().partition(|(key, _)| names::is_plain(&key.text()));
        for (key, node) in plain.into_iter().chain(odd) {
            let text = key.text();
            let (called, written) = names::field(&text, &mut taken);
            let Some(piece) = self.part(node, &place.part(&text, &called), &text) else { continue };
            let note = piece.note.map_or(String::new(), |note| format!(" // {note}"));
            writeln!(fields, "        pub {written}: {},{note}", piece.of).expect("text in memory");
            if let Some(how) = piece.made {
                writeln!(made, "            {written}: {how},").expect("text in memory");
            }
        }
        if fields.is_empty() {
            return None;
        }
        let this = Struct { fields, made: (!made.is_empty()).then_some(made) };
        let fresh = |name: &str| this.made.is_some().then(|| format!("{name}::new()"));
        if let (None, Some((name, _))) = (exact, self.structs.iter().find(|(_, other)| *other == this)) {
            return Some(Piece { of: name.clone(), made: fresh(name), note: None });
        }
        let name = exact.map_or_else(|| names::type_name(name, &mut self.names), String::from);
        let piece = Piece { of: name.clone(), made: fresh(&name), note: None };
        self.structs.push((name, this));
        Some(piece)
    }
}
