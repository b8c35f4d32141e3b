//! What operations do with an axis, as errors say it: `cannot narrow axis<2> of shape …`.

// Types that are printed, and have no values. (None has the name of a module of the standard library: the compiler would print its path.)
macro_rules! verbs {
    ($($verb:ident: $of:literal;)*) => { $(
        #[doc = concat!("What ", $of, " to an axis.")]
        #[allow(non_camel_case_types)]
        #[derive(Debug)]
        pub enum $verb {}
    )* };
}
verbs! {
    concatenate: "`concat` and `concat_all` do";
    cut: "`slice` does";
    dropout: "`dropout1d_in_training` and its like do";
    flip: "`flip` does";
    select: "`index_axis`, `axis_iter`, `index_select`, `gather` and their like do";
    measure: "`size` does";
    narrow: "`narrow`, `narrow_with` and `chunks_of` do";
    normalize: "`softmax`, `batch_norm` and their like do";
    reach: "`move_axis`, by its second argument, does";
    reduce: "`sum` and its like do";
    relocate: "`move_axis` does";
    repeat: "`repeat_interleave` does";
    roll: "`roll` does";
    scan: "`cumsum` and its like do";
    sort: "`sort`, `topk` and their like do";
    split: "`split_at` and `chunks` do";
    squeeze: "`squeeze` does";
    stack: "`stack_all` does";
    transform: "`rfft`, `fft` and their like do";
    unflatten: "`unflatten` does";
    unfold: "`windows` and `unfold` do";
}
