//! Labels of one letter.

macro_rules! letters {
    ($($letter:ident)*) => { $(
        #[allow(non_camel_case_types)] // it is what the user wrote
        #[doc = concat!("The label `", stringify!($letter), "`.")]
        pub enum $letter {}
    )* };
}
letters!(a b c d e f g h i j k l m n o p q r s t u v w x y z);
