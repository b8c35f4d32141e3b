//! The rows of a summary for structs of the program's own: a struct computes by a function of the program's, which nothing tells, so it is found by the
//! names of its tensors.

use alloc::string::String;
use alloc::vec::Vec;

use super::summary::{SummaryLayer, shown};
use crate::kind::outlined::Used;

/// A struct of the program's own: what the names of its tensors begin with, and its type.
pub(super) struct Struct {
    pub(super) name: String,
    pub(super) of: &'static str,
}

impl Struct {
    /// Whether a tensor or a layer of this name is of the struct.
    pub(super) fn has(&self, name: &str) -> bool {
        self.name.is_empty()
            || name.strip_prefix(&*self.name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

/// A struct whose rows are being listed.
struct Open {
    number: usize,
    /// Where its row is, and at how many layers around it.
    row: usize,
    around: usize,
}

/// The rows of what was used, each with a row before it for each struct that it is the first of, and farther in by them. `count` is how many elements
/// the tensors of a struct have that are used.
pub(super) fn within_structs(
    rows: Vec<SummaryLayer>,
    used: &[Used],
    structs: &[Struct],
    count: impl Fn(&Struct) -> usize,
) -> Vec<SummaryLayer> {
    let chains = chains(&rows, used, structs);
    let mut all: Vec<SummaryLayer> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for ((mut row, used), chain) in rows.into_iter().zip(used).zip(&chains) {
        let common = open.iter().zip(chain).take_while(|(open, number)| open.number == **number).count();
        open.truncate(common);
        for &number in &chain[common..] {
            open.push(Open { number, row: all.len(), around: used.depth });
            all.push(SummaryLayer {
                name: structs[number].name.clone(),
                layer: shown(structs[number].of),
                takes: row.takes.clone(),
                gives: Vec::new(),
                depth: row.depth + open.len() - 1,
                parameters: count(&structs[number]),
                products: 0,
            });
        }
        for one in &open {
            if one.around == used.depth && used.layer.is_some() {
                all[one.row].gives.clone_from(&row.gives);
            }
        }
        row.depth += open.len();
        all.push(row);
    }
    all
}

/// Of each row the structs that it is within, the outermost first. What has no name is where the rows around it are.
fn chains(rows: &[SummaryLayer], used: &[Used], structs: &[Struct]) -> Vec<Vec<usize>> {
    let own = |(row, used): (&SummaryLayer, &Used)| {
        // A tuple or a list that has a struct in it has that struct's name, if nothing else in it has one.
        let around = |one: &Struct| used.layer.is_none_or(|layer| !layer.contains(one.of));
        let within = structs.iter().enumerate().filter(|(_, one)| one.has(&row.name) && around(one));
        (!row.name.is_empty()).then(|| within.map(|(number, _)| number).collect::<Vec<_>>())
    };
    let named: Vec<Option<Vec<usize>>> = rows.iter().zip(used).map(own).collect();
    let whole: Vec<usize> = structs.iter().position(|one| one.name.is_empty()).into_iter().collect();
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for (at, chain) in named.iter().enumerate() {
        chains.push(chain.clone().unwrap_or_else(|| {
            let before = chains.last().unwrap_or(&whole);
            let after = named[at..].iter().flatten().next().unwrap_or(&whole);
            before.iter().zip(after).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect()
        }));
    }
    chains
}
