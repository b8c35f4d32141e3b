//! The tensors of a file as a tree, by the dots in their names.

use std::collections::BTreeMap;

use crate::header::Info;

/// How deep a name may be.
const DEPTH: usize = 32;

/// A part's name in its module: numbers come in their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Number(usize),
    Name(String),
}

impl Key {
    fn of(text: &str) -> Key {
        match text.parse() {
            Ok(number) if text == usize::to_string(&number) => Key::Number(number),
            _ => Key::Name(text.to_string()),
        }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Key::Number(number) => number.to_string(),
            Key::Name(name) => name.clone(),
        }
    }
}

/// A tensor, or a module of parts.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Tensor(Info),
    Module(BTreeMap<Key, Node>),
}

pub(crate) fn tree(tensors: BTreeMap<String, Info>) -> Result<BTreeMap<Key, Node>, String> {
    let mut root = BTreeMap::new();
    for (name, info) in tensors {
        let path: Vec<Key> = name.split('.').map(Key::of).collect();
        if path.len() > DEPTH {
            return Err(format!("a name of {} parts, and models have at most {DEPTH}", path.len()));
        }
        let both = || format!("{name:?} is a tensor and a module of others");
        let (last, modules) = path.split_last().expect("a name has a part");
        let mut at = &mut root;
        for key in modules {
            match at.entry(key.clone()).or_insert_with(|| Node::Module(BTreeMap::new())) {
                Node::Module(parts) => at = parts,
                Node::Tensor(_) => return Err(both()),
            }
        }
        if at.insert(last.clone(), Node::Tensor(info)).is_some() {
            return Err(both());
        }
    }
    Ok(root)
}
