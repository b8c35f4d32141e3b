//! Functions of elements, by their names, in terms of the primitives.
//!
//! A formula is the one that the eager function has, written so that its gradient, which is taken of the primitives, is PyTorch's at a kink, and no
//! side of a choice that is not taken makes a NaN on the way back.

use core::f64::consts::{FRAC_1_SQRT_2, LN_2, LN_10, PI};

use super::element::ElementType;
use super::notes::{Id, Notes, Relation};

impl Notes {
    /// A function of one element, by its method's name, with the numbers beside it; none, if there is no such function.
    pub(crate) fn function(&mut self, name: &str, x: Id, numbers: &[Id]) -> Option<Id> {
        let number = |i: usize| numbers[i];
        Some(match name {
            "-" => self.unary("negate", x),
            "!" => self.unary("not", x),
            "exp" => self.unary("exponential", x),
            "exp2" => {
                let two = self.like(2.0, x);
                self.binary("power", two, x)
            }
            "exp_m1" => self.unary("exponential_minus_one", x),
            "ln" => self.unary("log", x),
            "log2" => self.logarithm(x, LN_2),
            "log10" => self.logarithm(x, LN_10),
            "ln_1p" => self.unary("log_plus_one", x),
            "logit" => self.logit(x),
            "logit_with" => {
                let one = self.like(1.0, number(0));
                let largest = self.binary("subtract", one, number(0));
                let below = self.compare(Relation::Less, x, number(0));
                let above = self.compare(Relation::Greater, x, largest);
                let x = self.select(above, largest, x);
                let x = self.select(below, number(0), x);
                self.logit(x)
            }
            "sqrt" => self.unary("sqrt", x),
            "rsqrt" => self.unary("rsqrt", x),
            "cbrt" => self.unary("cbrt", x),
            "sin" => self.unary("sine", x),
            "cos" => self.unary("cosine", x),
            "tan" => {
                let (sine, cosine) = (self.unary("sine", x), self.unary("cosine", x));
                self.binary("divide", sine, cosine)
            }
            "sinc" => {
                let angle = self.by("multiply", x, PI);
                let none = self.by_relation(Relation::Equal, x, 0.0);
                let one = self.like(1.0, x);
                let below = self.select(none, one, angle);
                let sine = self.unary("sine", below);
                let part = self.binary("divide", sine, below);
                self.select(none, one, part)
            }
            "to_radians" => self.by("multiply", x, PI / 180.0),
            "to_degrees" => self.by("multiply", x, 180.0 / PI),
            "asin" => {
                // As acos, a formula of the arc tangent.
                let root = self.root_of_one_less_square(x);
                self.binary("atan2", x, root)
            }
            "acos" => {
                let root = self.root_of_one_less_square(x);
                self.binary("atan2", root, x)
            }
            "atan" => {
                let one = self.like(1.0, x);
                self.binary("atan2", x, one)
            }
            "sinh" => {
                // Of the exponential less 1, which keeps what is tiny: (e + e / (e + 1)) / 2.
                let e = self.unary("exponential_minus_one", x);
                let below = self.by("add", e, 1.0);
                let second = self.binary("divide", e, below);
                // Infinity by infinity is no number.
                let infinite = self.by_relation(Relation::Equal, e, f64::INFINITY);
                let one = self.like(1.0, x);
                let second = self.select(infinite, one, second);
                let sum = self.binary("add", e, second);
                self.by("multiply", sum, 0.5)
            }
            "cosh" => {
                let minus = self.unary("negate", x);
                let (up, down) = (self.unary("exponential", x), self.unary("exponential", minus));
                let sum = self.binary("add", up, down);
                self.by("multiply", sum, 0.5)
            }
            "tanh" => self.unary("tanh", x),
            "asinh" => {
                // sign(x) ln_1p(|x| + x^2 / (1 + sqrt(x^2 + 1)))
                let (size, square) = (self.unary("abs", x), self.binary("multiply", x, x));
                let root = self.by("add", square, 1.0);
                let root = self.unary("sqrt", root);
                let below = self.by("add", root, 1.0);
                let rest = self.binary("divide", square, below);
                let sum = self.binary("add", size, rest);
                let log = self.unary("log_plus_one", sum);
                let sign = self.unary("sign", x);
                self.binary("multiply", sign, log)
            }
            "acosh" => {
                let (less, more) = (self.by("subtract", x, 1.0), self.by("add", x, 1.0));
                let (less, more) = (self.unary("sqrt", less), self.unary("sqrt", more));
                let root = self.binary("multiply", less, more);
                let sum = self.binary("add", x, root);
                self.unary("log", sum)
            }
            "atanh" => {
                let minus = self.unary("negate", x);
                let (up, down) = (self.unary("log_plus_one", x), self.unary("log_plus_one", minus));
                let way = self.binary("subtract", up, down);
                self.by("multiply", way, 0.5)
            }
            "erf" => self.unary("erf", x),
            "erfc" => self.unary("erfc", x),
            "abs" => self.unary("abs", x),
            "sign" => self.unary("sign", x),
            "floor" => self.unary("floor", x),
            "ceil" => self.unary("ceil", x),
            "round" => self.unary("round_nearest_even", x),
            "trunc" => self.truncated(x),
            "fract" => {
                let whole = self.truncated(x);
                self.binary("subtract", x, whole)
            }
            "recip" => {
                let one = self.like(1.0, x);
                self.binary("divide", one, x)
            }
            "square" => self.binary("multiply", x, x),
            "powi" | "powf" | "powu" => {
                let exponent = self.convert(number(0), self.dtype(x));
                self.binary("power", x, exponent)
            }
            "clamp" => {
                let above = self.at_most(x, number(1));
                self.at_least(above, number(0))
            }
            "clamp_min" => self.at_least(x, number(0)),
            "clamp_max" => self.at_most(x, number(0)),
            "nan_to_num" => {
                let (least, largest) = self.finite_bounds(x);
                let bounded = self.at_most(x, largest);
                let bounded = self.at_least(bounded, least);
                let is_number = self.compare(Relation::Equal, x, x);
                self.select(is_number, bounded, number(0))
            }
            "nan_to_num_with" => {
                let above = self.by_relation(Relation::Equal, x, f64::INFINITY);
                let below = self.by_relation(Relation::Equal, x, f64::NEG_INFINITY);
                let is_number = self.compare(Relation::Equal, x, x);
                let y = self.select(is_number, x, number(0));
                let y = self.select(above, number(1), y);
                self.select(below, number(2), y)
            }
            "relu" => {
                let zero = self.like(0.0, x);
                self.at_least(x, zero)
            }
            "relu6" => self.six(x),
            "leaky_relu" => {
                let positive = self.by_relation(Relation::Greater, x, 0.0);
                let below = self.binary("multiply", x, number(0));
                self.select(positive, x, below)
            }
            "elu" => self.elu(x, number(0)),
            "selu" => {
                let alpha = self.like(1.673_263_242_354_377_2, x);
                let elu = self.elu(x, alpha);
                self.by("multiply", elu, 1.050_700_987_355_480_5)
            }
            "gelu" => {
                let scaled = self.by("multiply", x, FRAC_1_SQRT_2);
                let erf = self.unary("erf", scaled);
                let above = self.by("add", erf, 1.0);
                let half = self.by("multiply", x, 0.5);
                self.binary("multiply", half, above)
            }
            "gelu_tanh" => {
                let square = self.binary("multiply", x, x);
                let cube = self.binary("multiply", square, x);
                let cube = self.by("multiply", cube, 0.044715);
                let inner = self.binary("add", x, cube);
                let inner = self.by("multiply", inner, 0.797_884_560_802_865_4);
                let tanh = self.unary("tanh", inner);
                let above = self.by("add", tanh, 1.0);
                let half = self.by("multiply", x, 0.5);
                self.binary("multiply", half, above)
            }
            "sigmoid" => self.unary("logistic", x),
            "silu" => {
                let sigmoid = self.unary("logistic", x);
                self.binary("multiply", x, sigmoid)
            }
            "log_sigmoid" => {
                let minus = self.unary("negate", x);
                let below = self.softplus(minus);
                self.unary("negate", below)
            }
            "softplus" => {
                let large = self.by_relation(Relation::Greater, x, 20.0);
                let small = self.softplus(x);
                self.select(large, x, small)
            }
            "softplus_with" => {
                let scaled = self.binary("multiply", x, number(0));
                let large = self.compare(Relation::Greater, scaled, number(1));
                let small = self.softplus(scaled);
                let small = self.binary("divide", small, number(0));
                self.select(large, x, small)
            }
            "celu" => {
                let (zero, positive) = (self.like(0.0, x), self.by_relation(Relation::Greater, x, 0.0));
                // Of what is not taken no exponential is infinite.
                let below = self.select(positive, zero, x);
                let below = self.binary("divide", below, number(0));
                let below = self.unary("exponential_minus_one", below);
                let below = self.binary("multiply", below, number(0));
                self.select(positive, x, below)
            }
            "hardshrink" => {
                let within = self.within(x, number(0));
                let zero = self.like(0.0, x);
                self.select(within, zero, x)
            }
            "softshrink" => {
                let within = self.within(x, number(0));
                let zero = self.like(0.0, x);
                let positive = self.by_relation(Relation::Greater, x, 0.0);
                let (less, more) = (self.binary("subtract", x, number(0)), self.binary("add", x, number(0)));
                let nearer = self.select(positive, less, more);
                self.select(within, zero, nearer)
            }
            "tanhshrink" => {
                let tanh = self.unary("tanh", x);
                self.binary("subtract", x, tanh)
            }
            "threshold" => {
                let below = self.compare(Relation::LessEqual, x, number(0));
                self.select(below, number(1), x)
            }
            "mish" => {
                let softplus = self.softplus(x);
                let tanh = self.unary("tanh", softplus);
                self.binary("multiply", x, tanh)
            }
            "hard_sigmoid" => {
                let six = self.by("add", x, 3.0);
                let six = self.six(six);
                self.by("divide", six, 6.0)
            }
            "hard_swish" => {
                let six = self.by("add", x, 3.0);
                let six = self.six(six);
                let six = self.binary("multiply", x, six);
                self.by("divide", six, 6.0)
            }
            "softsign" => {
                let size = self.unary("abs", x);
                let below = self.by("add", size, 1.0);
                self.binary("divide", x, below)
            }
            _ => return None,
        })
    }

    /// A function of two elements, by its sign or its method's name; none, if there is no such function.
    pub(crate) fn function_of_two(&mut self, name: &str, a: Id, b: Id) -> Option<Id> {
        let op = match name {
            "+" => "add",
            "-" => "subtract",
            "*" => "multiply",
            "/" => "divide",
            "%" => "remainder",
            "&" => "and",
            "|" => "or",
            "^" => "xor",
            "maximum" => "maximum",
            "minimum" => "minimum",
            "pow" => "power",
            "atan2" => "atan2",
            "hypot" => {
                // By the larger of the two, so that no square leaves the type.
                let (a, b) = (self.unary("abs", a), self.unary("abs", b));
                let (large, small) = (self.binary("maximum", a, b), self.binary("minimum", a, b));
                let none = self.by_relation(Relation::Equal, large, 0.0);
                let one = self.like(1.0, large);
                let below = self.select(none, one, large);
                let part = self.binary("divide", small, below);
                let square = self.binary("multiply", part, part);
                let root = self.by("add", square, 1.0);
                let root = self.unary("sqrt", root);
                return Some(self.binary("multiply", large, root));
            }
            "floor_divide" => return Some(self.floor_divide(a, b)),
            "fmax" | "fmin" => {
                let order = if name == "fmax" { Relation::GreaterEqual } else { Relation::LessEqual };
                let (left, no_number) = (self.compare(order, a, b), self.compare(Relation::NotEqual, b, b));
                let left = self.binary("or", left, no_number);
                let equal = self.compare(Relation::Equal, a, b);
                // Of two that are equal each has half of the slope.
                let taken = self.select(left, a, b);
                let (of_a, of_b) = (self.by("multiply", a, 0.5), self.by("multiply", b, 0.5));
                let middle = self.binary("add", of_a, of_b);
                return Some(self.select(equal, middle, taken));
            }
            "copysign" => {
                // A zero's sign is that of 1 by it.
                let one = self.like(1.0, b);
                let zero = self.by_relation(Relation::Equal, b, 0.0);
                let over = self.binary("divide", one, b);
                let by_sign = self.select(zero, over, b);
                let negative = self.by_relation(Relation::Less, by_sign, 0.0);
                let size = self.unary("abs", a);
                let minus = self.unary("negate", size);
                return Some(self.select(negative, minus, size));
            }
            "heaviside" => {
                let (zero, one) = (self.like(0.0, a), self.like(1.0, a));
                let (none, above) = (self.compare(Relation::Equal, a, zero), self.compare(Relation::Greater, a, zero));
                let step = self.select(above, one, zero);
                return Some(self.select(none, b, step));
            }
            "ldexp" => {
                let two = self.like(2.0, b);
                let power = self.binary("power", two, b);
                return Some(self.binary("multiply", a, power));
            }
            "xlogy" => {
                let (none, below) =
                    (self.by_relation(Relation::Equal, a, 0.0), self.by_relation(Relation::LessEqual, b, 0.0));
                let both = self.binary("and", none, below);
                let (zero, one) = (self.like(0.0, a), self.like(1.0, b));
                // What is not taken has no infinite slope.
                let of = self.select(both, one, b);
                let log = self.unary("log", of);
                let product = self.binary("multiply", a, log);
                return Some(self.select(both, zero, product));
            }
            "logaddexp" => return Some(self.log_add_exp(a, b, 1.0)),
            "logaddexp2" => return Some(self.log_add_exp(a, b, LN_2)),
            "remainder" => return Some(self.floor_remainder(a, b)),
            _ => return None,
        };
        Some(self.binary(op, a, b))
    }

    /// What is left of a division, with the sign of the divisor.
    fn floor_remainder(&mut self, a: Id, b: Id) -> Id {
        let rest = self.binary("remainder", a, b);
        let zero = self.like(0.0, rest);
        let some = self.compare(Relation::NotEqual, rest, zero);
        let (below, under) = (self.compare(Relation::Less, rest, zero), self.compare(Relation::Less, b, zero));
        let differ = self.binary("xor", below, under);
        let both = self.binary("and", some, differ);
        let more = self.binary("add", rest, b);
        self.select(both, more, rest)
    }

    /// The quotient rounded down, by what is left of the division.
    fn floor_divide(&mut self, a: Id, b: Id) -> Id {
        let rest = self.floor_remainder(a, b);
        let whole = self.binary("subtract", a, rest);
        let quotient = self.binary("divide", whole, b);
        if !matches!(self.dtype(a), ElementType::F16 | ElementType::BF16 | ElementType::F32 | ElementType::F64) {
            return quotient;
        }
        let rounded = self.unary("round_nearest_even", quotient);
        let by_zero = self.by_relation(Relation::Equal, b, 0.0);
        let infinite = self.binary("divide", a, b);
        let quotient = self.select(by_zero, infinite, rounded);
        self.detach(quotient)
    }

    /// max(a, b) + ln_1p(exp(-|a - b| base)) / base, where the difference of two equal infinities is 0.
    fn log_add_exp(&mut self, a: Id, b: Id, base: f64) -> Id {
        let (largest, equal) = (self.binary("maximum", a, b), self.compare(Relation::Equal, a, b));
        let (zero, way) = (self.like(0.0, a), self.binary("subtract", a, b));
        let way = self.select(equal, zero, way);
        let size = self.unary("abs", way);
        let minus = self.by("multiply", size, -base);
        let e = self.unary("exponential", minus);
        let log = self.unary("log_plus_one", e);
        let log = self.by("divide", log, base);
        self.binary("add", largest, log)
    }

    fn logit(&mut self, x: Id) -> Id {
        let one = self.like(1.0, x);
        let rest = self.binary("subtract", one, x);
        let odds = self.binary("divide", x, rest);
        self.unary("log", odds)
    }

    /// From minus the limit to the limit.
    fn within(&mut self, x: Id, limit: Id) -> Id {
        let size = self.unary("abs", x);
        self.compare(Relation::LessEqual, size, limit)
    }

    fn by_relation(&mut self, relation: Relation, x: Id, number: f64) -> Id {
        let number = self.like(number, x);
        self.compare(relation, x, number)
    }

    fn logarithm(&mut self, x: Id, of_base: f64) -> Id {
        let log = self.unary("log", x);
        self.by("divide", log, of_base)
    }

    fn root_of_one_less_square(&mut self, x: Id) -> Id {
        let one = self.like(1.0, x);
        let (less, more) = (self.binary("subtract", one, x), self.binary("add", one, x));
        let product = self.binary("multiply", less, more);
        self.unary("sqrt", product)
    }

    /// Whole numbers, towards 0.
    fn truncated(&mut self, x: Id) -> Id {
        let negative = self.by_relation(Relation::Less, x, 0.0);
        let (up, down) = (self.unary("ceil", x), self.unary("floor", x));
        self.select(negative, up, down)
    }

    /// NaN stays, and at the bound nothing goes back.
    fn at_least(&mut self, x: Id, bound: Id) -> Id {
        let below = self.compare(Relation::LessEqual, x, bound);
        self.select(below, bound, x)
    }

    fn at_most(&mut self, x: Id, bound: Id) -> Id {
        let above = self.compare(Relation::GreaterEqual, x, bound);
        self.select(above, bound, x)
    }

    fn finite_bounds(&mut self, x: Id) -> (Id, Id) {
        let largest = match self.dtype(x) {
            ElementType::F16 => half::f16::MAX.to_f64(),
            ElementType::BF16 => half::bf16::MAX.to_f64(),
            ElementType::F32 => f32::MAX.into(),
            _ => f64::MAX,
        };
        (self.like(-largest, x), self.like(largest, x))
    }

    fn six(&mut self, x: Id) -> Id {
        let (zero, six) = (self.like(0.0, x), self.like(6.0, x));
        let x = self.at_most(x, six);
        self.at_least(x, zero)
    }

    fn elu(&mut self, x: Id, alpha: Id) -> Id {
        let (zero, positive) = (self.like(0.0, x), self.by_relation(Relation::Greater, x, 0.0));
        // Of what is not taken no exponential is infinite.
        let below = self.binary("minimum", x, zero);
        let below = self.unary("exponential_minus_one", below);
        let below = self.binary("multiply", alpha, below);
        self.select(positive, x, below)
    }

    /// max(x, 0) + ln_1p(exp(-|x|))
    pub(crate) fn softplus(&mut self, x: Id) -> Id {
        let zero = self.like(0.0, x);
        let above = self.binary("maximum", x, zero);
        let size = self.unary("abs", x);
        let minus = self.unary("negate", size);
        let e = self.unary("exponential", minus);
        let log = self.unary("log_plus_one", e);
        self.binary("add", above, log)
    }
}
