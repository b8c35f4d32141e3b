//! The table, as Markdown, and its picture.

use std::fmt::Write;
use std::time::Duration;

use crate::machine::{self, duration};
use crate::race::Times;

const PEERS: [&str; 6] = ["ndarray", "nalgebra", "candle", "burn", "NumPy", "PyTorch"];
/// Colours that the colour-blind can tell apart (Okabe and Ito).
const COLOURS: [&str; 6] = ["#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#0072b2"];

impl Times {
    fn of(&self, who: &str) -> Option<f64> {
        self.least.iter().find(|(name, _)| name == who).map(|(_, ns)| *ns)
    }

    /// The best hand-written loop.
    fn hand(&self) -> f64 {
        let hands = self.least.iter().filter(|(who, _)| who.starts_with("hand"));
        hands.map(|(_, ns)| *ns).fold(f64::INFINITY, f64::min)
    }

    fn ours(&self) -> f64 {
        self.of("shaped").expect("ours is in every row")
    }

    fn best_peer(&self) -> Option<f64> {
        PEERS.iter().filter_map(|peer| self.of(peer)).min_by(f64::total_cmp)
    }
}

/// The CPU, the compiler, the date, and the versions of what is compared.
fn circumstances(python: Option<&str>, took: Duration) -> String {
    let widths: Vec<_> = crate::hand::WIDTHS.into_iter().filter(|width| crate::hand::runs(width)).collect();
    let widths = widths.join(", ");
    let mut versions = machine::versions(&["ndarray", "nalgebra"]);
    versions.extend(python.map(str::to_string));
    let (date, cpu, rustc, forced) = (machine::date(), machine::cpu(), machine::rustc(), machine::forced());
    format!(
        "{date}, {cpu} ({widths}), one core, one thread, {rustc}.{forced} {}. The run took {} s.",
        versions.join(", "),
        took.as_secs()
    )
}

pub fn markdown(rows: &[Times], python: Option<&str>, took: Duration) -> String {
    let mut out = String::from("# Speed, beside hand-written loops and other libraries\n\n");
    out.push_str("Written by the program in `benches/peers`; its README has the command. Do not edit.\n\n");
    writeln!(out, "{}\n", circumstances(python, took)).unwrap();
    out.push_str(
        "f32. *shaped / hand* is our time by that of the best loop written by hand for just this size, compiled for each width that\n\
         the CPU has: 1 is as fast, less is faster. The other columns are a library's time by ours: above 1 we are faster. Each time\n\
         is the least of many batches, the variants in turn. *new*: the result is in new memory; *existing*: in memory that is there\n\
         already, for the libraries that can. Operands start with a cache line, whosever they are. All results were compared\n\
         before they were timed. -: the library has no such\n\
         operation. **Bold**: we are behind, by more than a tenth of the loop's time, or by more than 2 % of the peer's.\n\n",
    );
    out.push_str("| case | hand | shaped | shaped / hand |");
    for peer in PEERS {
        write!(out, " {peer} |").unwrap();
    }
    out.push_str("\n|---|---|---|---|---|---|---|---|---|---|\n");
    for row in rows {
        let (hand, ours) = (row.hand(), row.ours());
        let ratio = format!("{:.2}", ours / hand);
        let ratio = if ours > hand * 1.10 { format!("**{ratio}**") } else { ratio };
        write!(out, "| {} | {} | {} | {ratio} |", row.name, duration(hand), duration(ours)).unwrap();
        for peer in PEERS {
            match row.of(peer).map(|ns| ns / ours) {
                Some(ratio) if ratio < 0.98 => write!(out, " **{ratio:.2}** |"),
                Some(ratio) if ratio < 9.95 => write!(out, " {ratio:.2} |"),
                Some(ratio) => write!(out, " {ratio:.0} |"),
                None => write!(out, " - |"),
            }
            .unwrap();
        }
        out.push('\n');
    }
    let loops = rows.iter().filter(|row| row.ours() <= row.hand() * 1.10).count();
    let compared = rows.iter().filter(|row| row.best_peer().is_some()).count();
    let first = rows.iter().filter(|row| row.best_peer().is_some_and(|peer| peer >= row.ours() * 0.98)).count();
    write!(
        out,
        "\nWithin 1.10 of the best hand-written loop: {loops} of {} rows. Not behind the best peer: {first} of {compared} rows.\n",
        rows.len()
    )
    .unwrap();
    out
}

/// A line for each row: where each library stands relative to ours, on a logarithmic scale.
pub fn svg(rows: &[Times]) -> String {
    const LEFT: f64 = 270.0;
    const WIDTH: f64 = 560.0;
    const LINE: f64 = 20.0;
    const TOP: f64 = 64.0;
    let (low, high) = (0.1f64, 1000.0f64);
    let x = |ratio: f64| LEFT + WIDTH * ((ratio.clamp(low, high) / low).log10() / (high / low).log10());
    let bottom = TOP + LINE * rows.len() as f64;
    let mut out = String::new();
    let (width, height) = (LEFT + WIDTH + 30.0, bottom + 34.0);
    writeln!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">"#)
        .unwrap();
    writeln!(out, r#"<rect width="{width}" height="{height}" fill="white"/>"#).unwrap();
    writeln!(out, r#"<text x="12" y="20" font-size="15">Time of each library by the time of shaped (right of 1: shaped is faster)</text>"#)
        .unwrap();
    for (i, (peer, colour)) in PEERS.iter().zip(COLOURS).chain([(&"hand-written loop", "black")]).enumerate() {
        let at = 18.0 + 92.0 * i as f64;
        let mark = if i == PEERS.len() { tick(at, 40.0) } else { dot(at, 40.0, colour, peer) };
        writeln!(out, r#"{mark}<text x="{}" y="44">{peer}</text>"#, at + 10.0).unwrap();
    }
    for ratio in [0.1, 1.0, 10.0, 100.0, 1000.0] {
        let at = x(ratio);
        let (colour, wide) = if ratio == 1.0 { ("black", 1.5) } else { ("#ccc", 1.0) };
        writeln!(
            out,
            r#"<line x1="{at}" x2="{at}" y1="{}" y2="{bottom}" stroke="{colour}" stroke-width="{wide}"/>"#,
            TOP - 6.0
        )
        .unwrap();
        writeln!(out, r#"<text x="{at}" y="{}" text-anchor="middle">{ratio}</text>"#, bottom + 18.0).unwrap();
    }
    for (i, row) in rows.iter().enumerate() {
        let y = TOP + LINE * (i as f64 + 0.5);
        let name = row.name.replace('&', "&amp;").replace('<', "&lt;");
        if i % 2 == 0 {
            let (top, wide) = (y - LINE / 2.0, LEFT + WIDTH + 15.0);
            writeln!(out, r#"<rect x="8" y="{top}" width="{wide}" height="{LINE}" fill="black" fill-opacity="0.04"/>"#)
                .unwrap();
        }
        writeln!(out, r#"<text x="12" y="{}">{name}</text>"#, y + 4.0).unwrap();
        writeln!(out, "{}", tick(x(row.hand() / row.ours()), y)).unwrap();
        for (peer, colour) in PEERS.iter().zip(COLOURS) {
            if let Some(time) = row.of(peer) {
                writeln!(out, "{}", dot(x(time / row.ours()), y, colour, peer)).unwrap();
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

fn dot(x: f64, y: f64, colour: &str, title: &str) -> String {
    format!(
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="5" fill="{colour}" fill-opacity="0.85"><title>{title}</title></circle>"#
    )
}

fn tick(x: f64, y: f64) -> String {
    format!(r#"<rect x="{:.1}" y="{:.1}" width="3" height="14" fill="black"/>"#, x - 1.5, y - 7.0)
}
