//! Broadcasting: every case of the project's list, random pairs, run-time axes, and the laws, against an oracle.

#[path = "../common/mod.rs"]
mod common;
mod forms;
mod laws;
mod run_time;

use std::collections::BTreeSet;

use shaped::prelude::*;

/// One pair in one order; the type of the result is the one that the list states.
fn check<L: Shape + Broadcast<R, Output = O>, R: Shape, O: Shape>(a: &Tensor<i64, L>, b: &Tensor<i64, R>) {
    let left = (a.sizes(), a.as_slice());
    let right = (b.sizes(), b.as_slice());
    let (sizes, values) = common::zip((left.0.as_ref(), left.1), (right.0.as_ref(), right.1), |a, b| a - b);
    let result: Tensor<i64, O> = a - b;
    assert_eq!(result.sizes().as_ref(), sizes);
    assert_eq!(result.as_slice(), values);
}

macro_rules! pairs {
    ($([$($l:tt)*], [$($r:tt)*] -> [$($o:tt)*];)*) => {
        fn all() -> Vec<[Vec<usize>; 3]> {
            vec![$([vec![$($l),*], vec![$($r),*], vec![$($o),*]]),*]
        }

        #[test]
        fn values_are_right_in_both_orders() {
            $( {
                println!("{:?} {:?}", [$($l as usize),*] as [usize; _], [$($r as usize),*] as [usize; _]);
                let a = Tensor::<i64, shape![$($l),*]>::arange();
                let b = Tensor::<i64, shape![$($r),*]>::arange();
                check::<_, _, shape![$($o),*]>(&a, &b);
                check::<_, _, shape![$($o),*]>(&b, &a);
            } )*
        }
    };
}

/// The cases that define the project.
mod cases {
    use super::*;

    pairs! {
        [4 32 14 14], [32 1 1] -> [4 32 14 14];
        [4 32 14 14], [1 32 1 1] -> [4 32 14 14];
        [4 32 14 14], [14 14] -> [4 32 14 14];
        [4 32 8], [] -> [4 32 8];
        [4 32 8], [1] -> [4 32 8];
        [4 32 8], [4 32 8] -> [4 32 8];
        [4 32 8], [8] -> [4 32 8];
        [4 32 8], [1 8] -> [4 32 8];
        [4 32 8], [32 1] -> [4 32 8];
        [4 32 8], [4 1 1] -> [4 32 8];
        [4 3 32 32], [32 32] -> [4 3 32 32];
        [4 3 32 32], [3 1 1] -> [4 3 32 32];
        [4 3 32 32], [1 1 1 1] -> [4 3 32 32];
        [5 4], [1] -> [5 4];
        [15 3 1], [3 5] -> [15 3 5];
        [8 1 6 5], [7 1 5] -> [8 7 6 5];
        [8 1 6 1], [7 1 5] -> [8 7 6 5];
        [4 3], [3] -> [4 3];
        [4 1], [3] -> [4 3];
        [3], [4 1] -> [4 3];
        [4 1], [4] -> [4 4];
        [4 1], [1 2] -> [4 2];
        [2 3 4 5 1 1 1], [4 1 6 7 8] -> [2 3 4 5 6 7 8];
        [256 256 3], [3] -> [256 256 3];
        [5 1], [1 6] -> [5 6];
        [5 1], [6] -> [5 6];
        [5 1], [] -> [5 1];
        [1 6], [5 1] -> [5 6];
        [2 3 4], [3 4] -> [2 3 4];
        [0], [1] -> [0];
        [0], [0] -> [0];
        [3 0], [1] -> [3 0];
        [3 1], [0] -> [3 0];
        [], [] -> [];
    }

    /// The rows above, with those that must not compile (see ui-tests), are the project's list: no case is left out.
    #[test]
    fn they_are_the_whole_list() {
        let parse = |cell: &str| cell.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<usize>>();
        let list = include_str!("../data/broadcast-cases.csv");
        let mut listed = BTreeSet::new();
        let mut rejected = 0;
        for row in list.lines().filter(|row| !row.starts_with('#')).skip(1) {
            let cells: Vec<_> = row.split(',').collect();
            let (left, right) = (parse(cells[0]), parse(cells[1]));
            let oracle = common::broadcast(&left, &right);
            if cells[2] == "ERROR" {
                assert_eq!(oracle, None, "{row}");
                rejected += 1;
            } else {
                assert_eq!(oracle, Some(parse(cells[2])), "{row}");
                listed.insert([left, right, parse(cells[2])]);
            }
        }
        assert_eq!(all().into_iter().collect::<BTreeSet<_>>(), listed);
        assert_eq!(rejected, 7, "the rows that must not compile are UI tests");
    }
}

mod random {
    use super::*;

    include!("pairs.rs");

    #[test]
    fn they_are_many_and_what_the_oracle_says() {
        assert!(all().len() >= 120);
        for [left, right, out] in all() {
            assert_eq!(common::broadcast(&left, &right), Some(out));
        }
    }
}
