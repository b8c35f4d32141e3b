//! PyTorch's words for models, which are a program's own types, and for the layers that these are made of.
//!
//! The traits of models are in no prelude, so that a program's own method is the only one of its name. Where there is none, the compiler names the trait that
//! has it, and shows its line, which says what is written in its place; who imports the trait reads the same as the error's text.

use super::{
    AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d, AdaptiveMaxPool1d, AdaptiveMaxPool2d, AdaptiveMaxPool3d,
    AvgPool1d, AvgPool2d, AvgPool3d, BatchNorm, Dropout, Embedding, Flatten, GroupNorm, Gru, InstanceNorm, LayerNorm,
    Lstm, MaxPool1d, MaxPool2d, MaxPool3d, MultiHeadAttention, Parameters, RmsNorm, TransformerEncoderLayer,
};
use crate::shape::diagnostics::answered;
use crate::shape::given::{Never, Only};
use crate::shape::recurrent::Ways;
use crate::shape::size::StaticSize;

macro_rules! words_of_models {
    ($($(#[$about:meta])* $word:ident { $($method:ident)* })*) => { $(
        $(#[$about])*
        pub trait $word<K, R, T> {
            $(
                /// No method: its error says what is written in its place.
                fn $method(&self) -> R
                where
                    (): Only<K>;
            )*
        }
        #[diagnostic::do_not_recommend]
        impl<K: Never, R, T, M: Parameters<T> + ?Sized> $word<K, R, T> for M {
            $(
                fn $method(&self) -> R
                where
                    (): Only<K>,
                {
                    K::never()
                }
            )*
        }
    )* };
}

#[rustfmt::skip]
words_of_models! {
    /// What PyTorch's programs ask of a model before they train it: [`Tape::train`](crate::grad::Tape::train) does it here.
    #[diagnostic::on_unimplemented(
        message = "a model has no `train()` and `eval()`: a tape says whether its steps train",
        label = "write `tape.train(seed)` or `tape.eval()`, of `let mut tape = Tape::new(&model)`; without a tape nothing is trained"
    )]
    TapeTrains {
        train // not of a model: `let mut tape = Tape::new(&model)`, and `tape.train(seed)`
        eval // not of a model: `tape.eval()`; and `model.forward(&x)` without a tape does not train
    }

    /// What PyTorch's programs make an optimizer of: it takes the model itself.
    #[diagnostic::on_unimplemented(
        message = "a model has no `parameters()`: an optimizer and a tape take the model itself",
        label = "write `Adam::new(&model, 1e-3)`, and of a gradient `clip_grad_norm(gradient, 1.0)`; `model.named_parameters()` lists all tensors"
    )]
    TakenAsModel {
        parameters // an optimizer takes the model: `Adam::new(&model, 1e-3)`; a gradient is clipped; `named_parameters()` lists all
    }

    /// What PyTorch's programs do to compute on another device: a graph is given it.
    #[diagnostic::on_unimplemented(
        message = "a model has no `to()`, `cuda()` and `cpu()`: there is one device, the CPU",
        label = "leave it out; `model.convert(&mut |x| *x as f64)` is the model of other elements"
    )]
    OneDevice {
        to // not of a model: leave it out, there is one device, the CPU; other elements: `model.convert(…)`
        cuda // not of a model: leave it out, there is one device, the CPU; on others run graphs
        cpu // not of a model: leave it out, there is one device, the CPU
    }

    /// What candle's and others' programs write a model to a file by: its tensors are written, as PyTorch's `torch.save(model.state_dict(), path)` does.
    #[diagnostic::on_unimplemented(
        message = "a model has no `save()` and `load()`: its tensors are saved, and loaded",
        label = "write `model.state_dict()?.save(path)?`, and `model.load_state_dict(&SafeTensors::open(path)?)?`"
    )]
    SavedByTensors {
        save // not of a model: `model.state_dict()?.save(path)?`, with the feature `safetensors`
        load // not of a model: `model.load_state_dict(&SafeTensors::open(path)?)?`, with the feature `safetensors`
    }

    /// What PyTorch's programs do with a model's gradients before each step: here a step gives a gradient of its own.
    #[diagnostic::on_unimplemented(
        message = "a model has no `zero_grad()`: each `value_and_grad` gives a gradient of its own",
        label = "nothing is to be set to zero: leave it out"
    )]
    HasNoGradients {
        zero_grad // not of a model: leave it out, since each `tape.value_and_grad(…)` gives a gradient of its own
    }
}

// Layers without a `new()`, by what PyTorch makes one of: `shape/diagnostics/words.rs` has the answers.
answered! { SizeIsType [new(size)]:
    [D: StaticSize, T,] LayerNorm<D, T>;
    [D: StaticSize, T,] RmsNorm<D, T>;
    [C: StaticSize, A, T,] BatchNorm<C, A, T>;
    [C: StaticSize, A, T,] InstanceNorm<C, A, T>;
}
answered! { SizesAreTypes [new(first second)]:
    [V: StaticSize, D: StaticSize, T,] Embedding<V, D, T>;
    [G: StaticSize, C: StaticSize, T, A,] GroupNorm<G, C, T, A>;
    [D: StaticSize, H: StaticSize, T,] MultiHeadAttention<D, H, T>;
    [D: StaticSize, H: StaticSize, F: StaticSize, A, O, T,] TransformerEncoderLayer<D, H, F, A, O, T>;
    [I: StaticSize, H: StaticSize, N: StaticSize, W: Ways, T,] Lstm<I, H, N, W, T>;
    [I: StaticSize, H: StaticSize, N: StaticSize, W: Ways, T,] Gru<I, H, N, W, T>;
}
answered! { LayerIsField [new(field)]:
    [T,] Dropout<T>;
    [O,] MaxPool1d<O>;
    [O,] MaxPool2d<O>;
    [O,] MaxPool3d<O>;
    [O,] AvgPool1d<O>;
    [O,] AvgPool2d<O>;
    [O,] AvgPool3d<O>;
    [O,] AdaptiveAvgPool1d<O>;
    [O,] AdaptiveAvgPool2d<O>;
    [O,] AdaptiveAvgPool3d<O>;
    [O,] AdaptiveMaxPool1d<O>;
    [O,] AdaptiveMaxPool2d<O>;
    [O,] AdaptiveMaxPool3d<O>;
}
answered! { LayerIsName [new()]: [A, B,] Flatten<A, B>; }
