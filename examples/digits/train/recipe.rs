//! PyTorch's recipe, and how well its models read that were trained by it: what `tools/train_digits.py` wrote down.

use serde_json::Value;

/// How a model is trained.
pub struct Recipe {
    pub batch: usize,
    pub epochs: usize,
    pub rule: Rule,
    /// What it is called in the file.
    name: String,
    file: Value,
}

/// What becomes of a gradient.
#[derive(Clone, Copy)]
pub enum Rule {
    Adam {
        lr: f64,
    },
    /// Its rate falls along a cosine to 0.
    AdamW {
        lr: f64,
        weight_decay: f64,
    },
    Sgd {
        lr: f64,
        momentum: f64,
    },
}

impl Recipe {
    /// The recipe with this optimizer.
    ///
    /// # Errors
    /// If the text is not what `tools/train_digits.py` writes, or has no such optimizer.
    pub fn read(text: &str, name: &str) -> Result<Self, String> {
        let file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let number = |path: &str| match file.pointer(path).and_then(Value::as_f64) {
            Some(number) => Ok(number),
            None => Err(format!("no number `{path}` in PyTorch's recipe")),
        };
        let of_rule = |key: &str| number(&format!("/optimizers/{name}/{key}"));
        let rule = match name {
            "adam" => Rule::Adam { lr: of_rule("lr")? },
            "adamw" => Rule::AdamW { lr: of_rule("lr")?, weight_decay: of_rule("weight_decay")? },
            "sgd" => Rule::Sgd { lr: of_rule("lr")?, momentum: of_rule("momentum")? },
            _ => return Err(format!("no optimizer is called `{name}`: adam, adamw and sgd are")),
        };
        let (batch, epochs) = (number("/recipe/batch")? as usize, number("/recipe/epochs")? as usize);
        Ok(Recipe { batch, epochs, rule, name: name.into(), file })
    }

    /// How many per cent of the unseen digits PyTorch's models of this name read rightly, on average over its seeds.
    pub fn accuracy_of_pytorch(&self, file: &str) -> Option<f64> {
        let model = file.strip_prefix("digits_")?;
        self.file.pointer(&format!("/results/{model} {}/mean_accuracy", self.name))?.as_f64()
    }
}
