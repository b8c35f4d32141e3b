//! The table, as Markdown.

use std::fmt::Write;
use std::time::Duration;

use crate::machine::{self, duration};
use crate::report::{Line, Report};

const PEERS: [&str; 4] = ["PyTorch", "candle", "burn", "ndarray"];
/// We are behind, if a peer's time by ours is less than this, and far behind, if it is less than that.
const BEHIND: f64 = 0.98;
const FAR: f64 = 1.0 / 1.3;
/// What needs so much of the time, in percent, that the machine does is as fast as that.
const AT_THE_CEILING: f64 = 90.0;

impl Line {
    /// How the layout reads where the result is made row-major for all.
    fn layout(&self) -> String {
        format!("{}{}", self.layout, if self.case.row_major { ", row-major result" } else { "" })
    }

    /// Whether the row is there once more with a row-major result.
    fn keeps_order(&self, all: &[Line]) -> bool {
        let same = |twin: &Line| {
            (twin.case.operation, twin.case.kind, twin.layout) == (self.case.operation, self.case.kind, self.layout)
        };
        !self.case.row_major && all.iter().any(|twin| twin.case.row_major && same(twin))
    }
}

/// Rows, and how many of them are behind.
struct Count {
    rows: usize,
    behind: usize,
    far: usize,
}

impl Count {
    /// Of the ratios of rows that have one.
    fn of(ratios: impl Iterator<Item = Option<f64>>) -> Self {
        let ratios: Vec<_> = ratios.flatten().collect();
        let less = |than| ratios.iter().filter(|ratio| **ratio < than).count();
        Count { rows: ratios.len(), behind: less(BEHIND), far: less(FAR) }
    }
}

/// The circumstances: CPU, versions, and what was measured of the machine.
fn head(report: &Report, python: Option<&str>, took: Duration) -> String {
    let mut versions = machine::versions(&["ndarray"]);
    versions.extend(python.map(str::to_string));
    let mut out = format!(
        "{}, {}, one core, one thread, {}.{} {}. The run took {} s.\n\n",
        machine::date(),
        machine::cpu(),
        machine::rustc(),
        machine::forced(),
        versions.join(", "),
        took.as_secs()
    );
    let ceilings = &report.ceilings;
    out.push_str("| GB/s | measured in | read | write | copy |\n|---|---|---|---|---|\n");
    for level in &ceilings.levels {
        let (size, of) = (level.measured >> 10, level.bandwidth);
        let size = if size < 2048 { format!("{size} KB") } else { format!("{} MB", size >> 10) };
        writeln!(out, "| {} | {size} | {:.1} | {:.1} | {:.1} |", level.name, of.read, of.write, of.copy).unwrap();
    }
    let mut bf16 = ceilings.bf16.map_or(String::new(), |peak| format!(", {peak:.0} of bf16 (AVX512-BF16)"));
    bf16.extend(ceilings.matrices.map(|peak| format!(", {peak:.0} of bf16 in tiles (AMX)")));
    write!(
        out,
        "\nPeak arithmetic ({}; a fused multiply-add is two operations): {:.0} GFLOP/s of f32, {:.0} of f64{bf16}.\n\n",
        ceilings.width, ceilings.f32, ceilings.f64
    )
    .unwrap();
    out
}

pub fn markdown(report: &Report, python: Option<&str>, took: Duration) -> String {
    let mut out = String::from("# Operations of models, beside other libraries and what the machine gives\n\n");
    out.push_str(
        "Written by the program `operations` in `benches/peers`; its README has the command. Do not edit.\n\n",
    );
    out.push_str(&head(report, python, took));
    out.push_str(
        "*shaped*: the least time of many batches, the libraries in turn, four batches at a time. Results are in new memory, and were compared before\n\
         they were timed. *Of the ceiling*: the time that the machine needs at least, by ours. That is the time in which a loop moves the bytes of operands\n\
         and result at the level of memory that holds them (it copies them, or only reads or writes, where the other is less than an eighth), or, for\n\
         products and convolutions, the time of their operations at the peak, whichever is longer. f16 and bf16 are summed in f32 and have its peak, or\n\
         that of the vectors' instructions for bf16 where it is higher; AMX is no row's ceiling. More than 100 % has what finds a part of its operands\n\
         nearer than at that level. The other columns are a library's time by ours: above 1 we are faster. **Bold**: we are behind by more than 2 %.\n\
         -: the library does not have the operation, or not of this type, or its result differs (see the end).\n\n\
         PyTorch's, burn's and ndarray's functions of each element keep the order in memory of an operand that is transposed, for which they move nothing.\n\
         So do PyTorch's `flip`, and of images whose channels lie last (nhwc) its convolutions, pools, `pad`, `batch_norm` and `group_norm`. Ours, as candle's,\n\
         give row-major results: such rows are there as the functions are called, and once more, as *row-major result*, with what each library needs behind\n\
         them for the same order.\n\n",
    );
    write!(out, "| operation | type | layout | shaped | of the ceiling |").unwrap();
    for peer in PEERS {
        write!(out, " {peer} |").unwrap();
    }
    out.push_str("\n|---|---|---|---|---|---|---|---|---|\n");
    let mut operations: Vec<&str> = Vec::new();
    for line in &report.lines {
        if !operations.contains(&line.case.operation) {
            operations.push(line.case.operation);
        }
    }
    for operation in operations {
        let mut name = operation;
        for line in report.lines.iter().filter(|line| line.case.operation == operation) {
            let (kind, ours, (share, by)) = (line.case.kind, duration(line.ours), report.share(line));
            write!(out, "| {name} | {kind} | {} | {ours} | {share:.0} % {by} |", line.layout()).unwrap();
            for peer in PEERS {
                match line.ratio(peer) {
                    Some(ratio) if ratio < BEHIND => write!(out, " **{ratio:.2}** |"),
                    Some(ratio) if ratio < 9.95 => write!(out, " {ratio:.2} |"),
                    Some(ratio) => write!(out, " {ratio:.0} |"),
                    None => write!(out, " - |"),
                }
                .unwrap();
            }
            out.push('\n');
            name = "";
        }
    }
    write!(out, "\n## Counts\n\n{}", counts(report)).unwrap();
    if !report.differences.is_empty() {
        out.push_str("\nNot timed, since the results are not ours (sums of f16 and bf16 in that type, and a sort that does not keep equal elements in order):\n\n");
        for difference in &report.differences {
            writeln!(out, "- {}", difference.replace(" | ", ", ").trim_end_matches(',')).unwrap();
        }
    }
    out
}

fn counts(report: &Report) -> String {
    let lines = &report.lines;
    let mut out = String::from(
        "| rows | beside | compared | behind by more than 2 % | behind by more than 1.3 |\n|---|---|---|---|---|\n",
    );
    let mut add = |rows: &str, beside: &str, of: Count| {
        writeln!(out, "| {rows} | {beside} | {} | {} | {} |", of.rows, of.behind, of.far).unwrap();
    };
    let fair: Vec<_> = lines.iter().filter(|line| !line.keeps_order(lines)).collect();
    add("all", "the best peer", Count::of(lines.iter().map(Line::best)));
    let without = "without those that are there once more as row-major result";
    add(without, "the best peer", Count::of(fair.iter().map(|line| line.best())));
    for peer in PEERS {
        add(without, peer, Count::of(fair.iter().map(|line| line.ratio(peer))));
    }
    // What moves memory as fast as the machine does cannot be ahead: such rows differ by the machine's mood.
    let room = fair.iter().filter(|line| report.share(line).0 < AT_THE_CEILING);
    let name = format!("of these, at less than {AT_THE_CEILING:.0} % of the ceiling");
    add(&name, "the best peer", Count::of(room.map(|line| line.best())));
    let mut parts: Vec<&str> = Vec::new();
    for part in lines.iter().map(|line| line.case.kind).chain(lines.iter().map(|line| line.layout)) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    for part in parts {
        let of = fair.iter().filter(|line| line.case.kind == part || line.layout == part);
        add(&format!("of these, {part}"), "the best peer", Count::of(of.map(|line| line.best())));
    }
    out
}

/// The counts, and the rows that are behind, the farthest first.
pub fn summary(report: &Report, python: Option<&str>, took: Duration) -> String {
    let mut out = format!("\n{}{}", head(report, python, took), counts(report));
    let mut behind: Vec<_> = report.lines.iter().filter(|line| line.best().is_some_and(|best| best < BEHIND)).collect();
    behind.sort_by(|a, b| a.best().unwrap().total_cmp(&b.best().unwrap()));
    for line in behind {
        let best = line.best().expect("it is behind");
        let (who, _) = line.peers.iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("a peer");
        let kept = if line.keeps_order(&report.lines) { " (keeps the order)" } else { "" };
        write!(out, "\n    {best:.2}  {who:<8} {} | {} | {}{kept}", line.case.operation, line.case.kind, line.layout())
            .unwrap();
    }
    for difference in &report.differences {
        write!(out, "\nnot timed: {difference}").unwrap();
    }
    out
}
