//! Names of tensors as names of fields and types.

const KEYWORDS: &str = " abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl in let loop \
    macro match mod move mut override priv pub ref return static struct trait true try type typeof union unsafe unsized use virtual where while yield ";
/// Those that cannot be written raw.
const NEVER: &str = " self Self super crate _ ";

fn is_in(list: &str, name: &str) -> bool {
    list.contains(&format!(" {name} "))
}

/// Whether the text can be a name as it is.
pub(crate) fn is_plain(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_in(KEYWORDS, name)
        && !is_in(NEVER, name)
}

/// The name of a field, as the file has it, and as Rust writes it: `type` and `r#type`. What can be no name becomes one that others have not.
pub(crate) fn field(name: &str, taken: &mut Vec<String>) -> (String, String) {
    let (mut called, mut written) = (name.to_string(), name.to_string());
    if is_in(KEYWORDS, name) {
        written = format!("r#{name}");
    } else if !is_plain(name) || taken.contains(&called) {
        called = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if !is_plain(&called) {
            called = if called.starts_with(|c: char| c.is_ascii_digit()) {
                format!("n{called}")
            } else {
                format!("{called}_")
            };
        }
        while taken.contains(&called) || !is_plain(&called) {
            called.push('_');
            if called.chars().all(|c| c == '_') {
                called.push('n');
            }
        }
        written = called.clone();
    }
    taken.push(called.clone());
    (called, written)
}

/// The name of a type, `SelfAttention` for `self_attention`, that others have not.
pub(crate) fn type_name(name: &str, taken: &mut Vec<String>) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut camel: String = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
    if !camel.starts_with(|c: char| c.is_ascii_alphabetic()) {
        camel = format!("Part{camel}");
    }
    // What the program imports, or Rust has.
    const THEIRS: &str = " Self Box Vec Option Some None String Tensor View Inline Kind Shape Size Axis Dim One Conv Pool Param Buffer Module Linear \
        Embedding Identity Residual Sequential Dropout Flatten Lstm Gru Rnn LayerNorm RmsNorm GroupNorm MultiHeadAttention Relu Gelu Upsample \
        Attention Lazy Operand Resize Values Broadcast Softmax Tanh Sigmoid Summary Outline Keys Order Between Role Parameter Parameters Default ";
    if is_in(THEIRS, &camel) {
        camel.push_str("Block");
    }
    let mut number = 1;
    let mut unique = camel.clone();
    while taken.contains(&unique) {
        number += 1;
        unique = format!("{camel}{number}");
    }
    taken.push(unique.clone());
    unique
}
