//! What the compiler says about mistakes, as it is on file: that it is complete, short, in the user's words.
//!
//! Each file in `ui-tests` is one mistake, with the errors it gets beside it and its working twin in `ui-tests/right`. `tests/mistakes.rs` asks the compiler.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// No case lacks its errors or its twin, and none of those is left over.
#[test]
fn cases_are_complete() {
    let cases = stems(&root().join("ui-tests"), "rs");
    assert!(cases.len() >= 100, "only {} cases", cases.len());
    let mut twins = stems(&root().join("ui-tests/right"), "rs");
    twins.remove("mod");
    let run = read(&root().join("ui-tests/right/mod.rs"));
    let run = run.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    let companions = [
        ("errors on file", stems(&root().join("ui-tests"), "stderr")),
        ("a working twin", twins),
        ("a twin that `mod.rs` runs", run.map(String::from).collect()),
    ];
    for (what, of) in companions {
        let odd: Vec<_> = cases.symmetric_difference(&of).collect();
        assert!(odd.is_empty(), "without {what}, or the other way round: {odd:?}");
    }
    for case in &cases {
        let text = read(&root().join(format!("ui-tests/{case}.rs")));
        assert!(text.lines().all(|line| line.len() <= 100), "{case}: a line of more than 100 characters");
        assert!(text.contains("fn main() {"), "{case}: no `main`");
    }
}

/// What a user reads first, the headline and the labels of an error, speaks of the user's shapes, in numbers, and of nothing
/// that is internal; and an error is short.
#[test]
fn texts_speak_of_shapes_in_numbers_and_are_short() {
    let internal = internal_names();
    let mut problems = Vec::new();
    let mut lengths = Vec::new();
    // `tools/contract.py` asks for another toolchain's.
    let other = env::var_os("SHAPED_UI_ERRORS");
    let pinned = other.is_none();
    let folder = other.map_or_else(|| root().join("ui-tests"), PathBuf::from);
    let cases = stems(&folder, "stderr");
    let mut named = 0;
    let mut with_number = 0;
    let mut compilers_trouble = 0;
    for case in &cases {
        let stderr = read(&folder.join(format!("{case}.stderr")));
        // Of a place in the standard library the compiler shows the line, if the component `rust-src` is installed.
        if pinned && stderr.contains("$RUST") {
            problems.push(format!("{case}: its error depends on what is installed beside the compiler"));
        }
        // (Where nightly looks for the axis first, of `x.sum(Axis)` it says so.)
        let looked_for =
            ["sums_along_an_axis_that_is_open", "normalizes_along_an_axis_that_is_open"].contains(&case.as_str());
        let one = errors(&stderr).len() == 1 || !pinned && looked_for;
        if OPEN.contains(&case.as_str()) && (!one || !stderr.contains("type annotations needed")) {
            problems.push(format!("{case}: what is open is not the one error"));
        }
        for error in errors(&stderr) {
            let mut problem =
                |text: String| problems.push(format!("{case}: {text}\n    {}", error.said().join("\n    ")));
            for said in error.said() {
                if ["__private", "shaped::shape", "shaped::errors"].iter().any(|path| said.contains(path)) {
                    problem("names a private path".into());
                }
                for name in internal.iter().filter(|name| names(said, name)) {
                    problem(format!("names `{name}`"));
                    named += 1;
                }
            }
            with_number += usize::from(error.has_number());
            let open = OPEN.contains(&case.as_str());
            if !error.has_number() && !open && !WITHOUT_NUMBERS.iter().any(|(exempt, _)| exempt == case) {
                problem("names no size".into());
            }
            if ["E0275", "E0283"].contains(&error.code) && !open {
                problem(format!("is the compiler's own trouble, {}", error.code));
                compilers_trouble += 1;
            }
            if error.headline.starts_with("the trait bound") {
                problem("has a headline of the compiler's, where one of this crate's belongs".into());
            }
            let most = if LONG.iter().any(|(exempt, _)| exempt == case) { 25 } else { 20 };
            if pinned && error.lines.len() > most {
                problem(format!("has {} lines", error.lines.len()));
            }
            lengths.push(error.lines.len());
        }
    }
    lengths.sort_unstable();
    let (median, longest) = (lengths[lengths.len() / 2], lengths[lengths.len() - 1]);
    let short = lengths.iter().filter(|lines| **lines <= 12).count();
    println!(
        "{} cases, {} errors; lines: median {median}, most {longest}, {short} of at most 12",
        cases.len(),
        lengths.len()
    );
    println!(
        "{with_number} errors with sizes in decimal in headline or label; internal names: {named}; E0275, E0283: {compilers_trouble}"
    );
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    assert!(median <= MEDIAN, "the median error has {median} lines");
}

/// A size prints as `DIM<8>` or `ONE` and an axis as `AXIS<-1>`, whatever a program imports (`src/lib.rs` says how), and nothing that it cannot name.
#[test]
fn sizes_and_axes_have_one_name_and_nothing_has_a_private_one() {
    let texts = texts();
    let mut problems = Vec::new();
    for case in stems(&root().join("ui-tests"), "stderr") {
        let stderr = read(&root().join(format!("ui-tests/{case}.stderr")));
        for line in second_names(&stderr, &texts).into_iter().chain(private(&stderr)) {
            problems.push(format!("{case}: {line}"));
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// One cause is one error: a case with more says why.
#[test]
fn one_cause_is_one_error() {
    let mut problems = Vec::new();
    for case in stems(&root().join("ui-tests"), "stderr") {
        let stderr = read(&root().join(format!("ui-tests/{case}.stderr")));
        let several = errors(&stderr).len() > 1;
        let listed = SEVERAL.iter().any(|(exempt, _)| *exempt == case);
        if several != listed {
            problems.push(format!(
                "{case}: {} errors, {}",
                errors(&stderr).len(),
                if listed { "but listed" } else { "and not listed" }
            ));
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// Every text of the library is shown whole by some case: its message, its labels and its notes.
#[test]
fn every_text_is_in_a_snapshot() {
    let cases = stems(&root().join("ui-tests"), "stderr");
    let printed: Vec<_> = cases.iter().map(|case| read(&root().join(format!("ui-tests/{case}.stderr")))).collect();
    let texts = texts();
    assert!(texts.len() > 600, "only {} texts", texts.len());
    let mut problems = Vec::new();
    let unseen = |text: &&Text| !printed.iter().any(|stderr| stderr.lines().any(|line| holds(line, &text.template)));
    let unseen: Vec<_> = texts.iter().filter(unseen).collect();
    for text in &unseen {
        if !UNSEEN.iter().any(|(of, _)| *of == text.of) {
            problems.push(format!("no case shows this {} of `{}`: {}", text.kind, text.of, text.template));
        }
    }
    for (of, _) in UNSEEN {
        if !unseen.iter().any(|text| text.of == *of) {
            problems.push(format!("all of `{of}` is shown: it needs no exemption"));
        }
    }
    println!("{} texts, {} of them in no snapshot", texts.len(), unseen.len());
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// The lints above find what they look for.
#[test]
fn lints_find_what_they_look_for() {
    let texts = texts();
    let found = |line: &str| second_names(line, &texts).len();
    assert_eq!(found("  = note: expected struct `shaped::Tensor<f32, ((), DIM<3>)>`"), 0);
    assert_eq!(found("3 |     let _: (Dim<3>, One) = shaped::Axis<1>;"), 0, "the program's own line");
    assert_eq!(found("error[E0277]: cannot broadcast shape (Dim<3>,) with shape (DIM<2>,)"), 1);
    assert_eq!(found("  | ^^^ expected `DIM<2>`, found `dim<3>`"), 1);
    assert_eq!(found("  = note: required for `((), shaped::Dim<_>)` to implement `Reduce<AXIS<1>>`"), 1);
    assert_eq!(found("error[E0277]: cannot reduce axis<7> of shape (ONE,)"), 1);
    assert_eq!(found("error[E0277]: cannot reduce AXIS<7> of shape (One, DIM<4>)"), 1);
    assert_eq!(found("error[E0277]: cannot reduce AXIS<7> of shape (DIM<4>, one)"), 1);
    assert_eq!(private("  = help: the trait `shaped::shape::at::Seek<S>` is not implemented for `Last`").len(), 1);
    assert_eq!(private("  = help: `UInt<UTerm, typenum::bit::B1>`").len(), 1);
    assert_eq!(private("  = help: the trait `shaped::errors::Missing` is not implemented for `S`").len(), 0);
    assert!(holds(
        "  | ^ AXIS<-1>: DIM<5> against DIM<2>, and neither is 1",
        "{Axes}: {Left} against {Right}, and neither is 1"
    ));
    assert!(!holds("  | ^ AXIS<-1>: DIM<5> against DIM<2>", "{Axes}: {Left} against {Right}, and neither is 1"));
    assert!(!holds("error[E0277]: cannot stack shape", "cannot stack shape {Lhs} and shape {Rhs}"));
}

/// The goal. Operators take 9 to 11 lines, and methods 9 to 12 whose trait has the arguments as parameters, and is what does not
/// hold: the compiler never shows where a trait asks for itself. For a method with a bound of its own it adds five to eight lines
/// that show the bound.
const MEDIAN: usize = 11;

/// Cases whose errors have more than 20 lines, and why.
const LONG: &[(&str, &str)] = &[
    ("names_elements_after_the_shape", "of what is no shape the compiler lists an implementation, too"),
    (
        "writes_a_shape_as_a_tuple",
        "shows the signature of `zeros`, and of what is no shape the compiler lists an implementation, too",
    ),
    (
        "adds_a_block_of_another_width_to_a_sequence",
        "shows where the model is declared, its `impl`, and the signature of `then`",
    ),
    (
        "makes_zeros_of_a_generic_size_by_their_type",
        "shows the signature of `zeros`, and a bound that the compiler proposes",
    ),
    (
        "assigns_a_lazy_expression_of_a_generic_shape",
        "shows the signature of `assign_to`, and the implementation for all shapes",
    ),
    ("sums_a_vector_of_a_const_generic_length", "the compiler's own E0599, which shows both types that it looked at"),
    (
        "sums_a_vector_of_a_size_that_may_be_anything",
        "the compiler's own E0599, which shows both types that it looked at",
    ),
    ("makes_zeros_of_a_generic_size", "shows the signature of `zeros`, and a bound that the compiler makes up"),
    ("keeps_a_struct_of_settings_in_a_model", "shows where the struct and the model are declared"),
    (
        "puts_a_block_behind_a_layer_of_another_width",
        "shows where the model is declared, its `impl`, and its place in the tuple",
    ),
];

/// Cases where a type is open: the compiler's own error, one, which says which.
const OPEN: &[&str] = &[
    "adds_ones_whose_shape_is_open",
    "adds_up_in_zeros_whose_shape_is_open",
    "applies_a_model_to_zeros_whose_shape_is_open",
    "casts_to_elements_that_are_open",
    "compares_with_zeros_whose_shape_is_open",
    "contracts_ones_whose_shape_is_open",
    "gathers_by_indices_whose_shape_is_open",
    "makes_a_tensor_of_a_vector_whose_shape_is_open",
    "multiplies_by_ones_whose_shape_is_open",
    "normalizes_along_an_axis_that_is_open",
    "reshapes_to_a_shape_that_is_open",
    "selects_zeros_whose_shape_is_open",
    "sums_along_an_axis_that_is_open",
];

/// Cases whose errors hold no size, and why.
const WITHOUT_NUMBERS: &[(&str, &str)] = &[
    ("declares_a_model_without_fields", "about a form, whatever the sizes are"),
    ("declares_a_model_as_an_enum", "about a form, whatever the sizes are"),
    ("declares_a_model_that_borrows", "about a form, whatever the sizes are"),
    ("declares_a_model_that_refers_to_another", "about a form, whatever the sizes are"),
    ("records_an_input_outside_of_a_step", "about what a tape does, whatever the sizes are"),
    ("goes_back_by_the_tape", "about what a tape does, whatever the sizes are"),
    ("sums_each_element_as_if_it_were_a_row", "about one number"),
    ("takes_every_second_row_as_in_numpy", "about a form, whatever the sizes are"),
    ("names_axes_by_calls", "about a form, whatever the sizes are"),
    ("adds_masks", "about elements, whatever the sizes are"),
    ("subtracts_masks", "about elements, whatever the sizes are"),
    ("takes_the_remainder_of_masks", "about elements, whatever the sizes are"),
    ("combines_numbers_as_masks", "about elements, whatever the sizes are"),
    ("takes_one_or_another_number", "about elements, whatever the sizes are"),
    ("raises_to_a_power_by_an_operator", "about elements, whatever the sizes are"),
    ("multiplies_generic_elements_without_a_bound", "about elements, whatever the sizes are"),
    ("divides_generic_elements_by_their_sum", "about elements, whatever the sizes are"),
    ("declares_a_model_with_a_where_clause", "about a form, whatever the sizes are"),
    ("declares_a_model_whose_fields_have_no_names", "about a form, whatever the sizes are"),
    ("takes_a_part_in_brackets", "about a form, whatever the sizes are"),
    ("multiplies_masks", "about elements, whatever the sizes are"),
    ("multiplies_matrices_of_any_elements", "about elements, whatever the sizes are"),
    ("applies_functions_to_generic_sizes_without_bounds", "names generic sizes"),
    ("adds_a_generic_bias_of_another_size", "names generic sizes"),
    ("attends_to_generic_values_of_other_steps", "names generic sizes"),
    ("runs_a_recurrent_layer_over_generic_features", "names generic sizes"),
    ("compares_generic_predictions_with_another_width", "names generic sizes"),
    ("stacks_generic_rows_of_two_widths", "names generic sizes"),
    ("asks_labels_for_the_loss_of_scores", "about elements, whatever the sizes are"),
    ("attends_from_recorded_queries_to_eager_keys", "about kinds, whatever the sizes are"),
    ("compares_recorded_predictions_with_an_eager_target", "about kinds, whatever the sizes are"),
    ("concatenates_recorded_features_with_eager_ones", "about kinds, whatever the sizes are"),
    ("multiplies_a_recorded_matrix_by_an_eager_one", "about kinds, whatever the sizes are"),
    ("takes_a_loss_of_whole_numbers", "about elements, whatever the sizes are"),
    ("takes_the_maximum_of_a_recorded_tensor_and_an_eager_one", "about kinds, whatever the sizes are"),
    ("forgets_the_bound_of_a_kind", "about a kind, whatever the sizes are"),
    ("forgets_the_transpose_in_an_attention_of_its_own", "generic: the sizes have no numbers"),
    ("makes_a_tape_for_a_struct_that_is_no_model", "about a struct, which has no sizes"),
    ("makes_an_optimizer_for_a_struct_that_is_no_model", "about a struct, which has no sizes"),
    ("sums_a_vector_of_a_const_generic_length", "generic: the size has no number"),
    ("sums_a_vector_of_a_size_that_may_be_anything", "generic: the size has no number"),
    ("sets_gradients_of_a_model_to_zero", "about a struct, which has no sizes"),
    ("sets_gradients_to_zero_by_a_trait_of_words", "about a model, whatever its sizes are"),
    ("makes_an_activation_by_new", "about a layer, whatever its sizes are"),
    ("makes_a_pool_by_new", "about a layer, whatever its sizes are"),
    ("contracts_labels_that_do_not_stand_apart", "about labels, whatever their sizes are"),
    ("makes_a_linear_layer_of_two_numbers", "about a layer, whatever its sizes are"),
    ("names_elements_after_the_shape", "what stands for the shape is none, and has no sizes"),
    ("makes_a_convolution_of_three_numbers", "about a layer, whatever its sizes are"),
    ("multiplies_a_size_in_dim", "a macro's error: it stands under the size"),
    ("declares_a_model_of_a_constant", "a macro's error: it stands under the model"),
    ("declares_a_model_of_a_size_without_a_bound", "a macro's error: it stands under the model"),
    ("writes_the_sizes_of_a_layer_as_numbers", "the compiler's own E0747"),
    ("declares_a_size_by_a_variable", "the compiler's own E0573"),
    ("gathers_along_a_number", "a number that is no axis"),
    ("squeezes_without_an_axis", "the compiler's own E0061, of the number of arguments"),
    ("writes_to_a_part_by_narrow_mut", "about a method, whatever the shape"),
    ("interpolates_by_its_name_in_pytorch", "about a method, whatever the shape"),
    ("views_by_numbers", "the compiler's own E0061, of the number of arguments"),
    ("transposes_two_axes_by_numbers", "the compiler's own E0061, of the number of arguments"),
    ("flattens_from_an_axis_by_a_number", "the compiler's own E0061, of the number of arguments"),
    ("makes_zeros_of_a_list_of_sizes", "the compiler's own E0061, of the number of arguments"),
    ("declares_a_model_of_sizes_that_may_be_named", "generic: the size has no number"),
    ("narrows_by_a_number", "a number that is no size"),
    ("inserts_an_axis_by_a_number", "a number that is no axis"),
    ("concatenates_along_a_number", "a number that is no axis"),
    ("convolves_in_a_number_of_groups", "a number that is no size"),
    ("pools_by_a_window_of_numbers", "numbers that are no sizes"),
    ("adds_a_double_to_floats", "about elements, whatever the shape"),
    ("applies_a_layer_to_a_generic_operand", "generic: the shape has no numbers"),
    ("compares_floats_with_a_borrowed_integer", "about elements, whatever the shape"),
    ("normalizes_a_generic_shape_along_an_axis", "generic: the shape has no numbers"),
    ("sums_a_generic_shape_along_an_axis", "generic: the shape has no numbers"),
    ("adds_a_position_of_another_width_to_generic_axes", "generic: the sizes have no numbers"),
    ("adds_an_eager_tensor_in_a_module", "generic: the sizes have no numbers"),
    ("adds_an_integer_to_floats", "about elements, whatever the shape"),
    ("adds_the_input_of_a_module_without_a_view", "about elements, whatever the shape"),
    ("adds_two_generic_shapes_without_a_bound", "generic: the shapes have no numbers"),
    ("subtracts_a_mean_without_its_axis_behind_any_others", "generic: the shapes have no numbers"),
    ("adds_two_generic_sizes_that_may_differ", "generic: the sizes have no numbers"),
    ("gates_generic_channels_without_axes_of_one", "generic: the sizes have no numbers"),
    ("adds_up_a_mask", "about elements, whatever the shape"),
    ("makes_zeros_of_a_generic_size", "generic: the sizes have no numbers"),
    ("makes_a_causal_mask_of_a_generic_size", "generic: the sizes have no numbers"),
    ("wires_a_generic_layer_backwards", "generic: the sizes have no numbers"),
    ("compares_an_output_that_is_not_stated", "generic: the shapes have no numbers"),
    ("takes_a_part_up_to_a_negative_end", "a macro's error: it stands under the part"),
    ("takes_the_last_place_by_a_negative_number", "a macro's error: it stands under the part"),
    ("takes_a_column_by_a_colon", "a macro's error: it stands under the part"),
    ("takes_every_other_row_by_a_colon", "a macro's error: it stands under the part"),
    ("takes_the_row_after_a_place", "a macro's error: it stands under the part"),
    ("takes_rows_behind_a_comma", "a macro's error: it stands under the part"),
    ("measures_distances_without_an_order", "the compiler's own E0061, of the number of arguments"),
    ("compares_logits_with_one_hot_rows", "about elements, whatever the shape"),
    ("compares_logits_with_labels_that_are_floats", "about elements, whatever the shape"),
    ("narrows_to_a_size_that_is_counted", "a size that has no number"),
    ("selects_rows_by_a_mask", "about elements, whatever the shape"),
    ("takes_the_mean_of_whole_numbers", "about elements, whatever the shape"),
    ("asks_for_a_gradient_by_whole_numbers", "about elements, whatever the shape"),
    ("asks_for_a_label_that_no_operand_has", "a macro's error: it stands under the pattern"),
    ("asks_for_a_label_twice", "a macro's error: it stands under the pattern"),
    ("asks_for_a_second_gradient_while_the_first_is_used", "about a borrow, whatever the shape"),
    ("asks_for_the_gradient_of_an_eager_loss", "about one value, which has no sizes"),
    ("asks_for_a_second_derivative_of_a_model_of_floats_alone", "about elements, whatever the shape"),
    ("assigns_a_generic_shape_without_a_bound", "generic: the shapes have no numbers"),
    ("assigns_a_lazy_expression_of_a_generic_shape", "generic: the shapes have no numbers"),
    ("assigns_a_lazy_expression_of_a_generic_size", "generic: the sizes have no numbers"),
    ("attends_under_a_mask_of_whole_numbers", "about elements, whatever the shape"),
    ("borrows_a_number_in_a_function_of_dual_numbers", "about a borrow, whatever the shape"),
    ("broadcasts_to_a_named_axis", "a named axis has no number"),
    ("casts_numbers_to_characters", "about elements, whatever the shape"),
    ("changes_weights_inside_of_a_step", "about a borrow, whatever the shape"),
    ("compares_a_recorded_loss_with_a_number", "about one value, which has no sizes"),
    ("compares_floats_with_an_integer", "about elements, whatever the shape"),
    ("compares_one_score_with_a_label", "a shape without axes has no sizes"),
    ("computes_eagerly_inside_of_a_module", "generic: the sizes have no numbers"),
    ("contracts_floats_with_doubles", "the types of the elements clash"),
    ("contracts_generic_sizes_that_may_differ", "generic: the sizes have no numbers"),
    ("contracts_tensors_of_two_kinds", "about kinds, whatever the shape"),
    ("declares_a_negative_size", "a macro's error: it stands under the size"),
    ("declares_a_size_by_a_sum", "a macro's error: it stands under the size"),
    ("declares_a_size_by_a_type_that_is_none", "a type that is no size has no number"),
    ("declares_a_size_that_usize_cannot_count", "a constant's error: it stands under the shape"),
    ("declares_more_elements_than_usize_can_count", "a constant's error: it stands under the shape"),
    ("embeds_ids_beside_the_tape", "about one value, which has no sizes"),
    ("fixes_a_generic_size_without_a_bound", "generic: the sizes have no numbers"),
    ("gives_einsum_an_operand_too_few", "a macro's error: it stands under the pattern"),
    ("holds_a_named_axis_inline", "a named axis has no number"),
    ("keeps_a_recorded_loss_beyond_its_step", "about a borrow, whatever the shape"),
    ("leaves_an_axis_out_of_a_rearrangement", "a macro's error: it stands under the pattern"),
    ("makes_a_named_axis_without_its_size", "a named axis has no number"),
    ("counts_parameters_of_a_struct_that_is_no_model", "about a struct, which has no sizes"),
    ("maps_a_recorded_tensor", "about one value, which has no sizes"),
    ("merges_a_named_axis", "a named axis has no number"),
    ("multiplies_an_eager_matrix_by_a_recorded_one", "about one value, which has no sizes"),
    ("multiplies_a_generic_operand_by_a_matrix_without_a_bound", "generic: the sizes have no numbers"),
    ("multiplies_generic_matrices_whose_inner_sizes_may_differ", "generic: the sizes have no numbers"),
    ("promises_an_eager_result_of_a_module", "generic: the sizes have no numbers"),
    ("reads_elements_in_a_module", "generic: the sizes have no numbers"),
    ("rearranges_to_a_label_that_is_not_there", "a macro's error: it stands under the pattern"),
    ("records_an_input_that_is_made_inside_of_a_step", "about a borrow, whatever the shape"),
    ("asks_a_tensor_whether_it_requires_a_gradient", "about a method, whatever the shape"),
    ("gives_a_tape_of_doubles_floats", "about elements, whatever the shape"),
    ("multiplies_the_elements_of_a_mask", "about elements, whatever the shape"),
    ("convolves_a_signal_by_a_stride_alone", "about options, whatever the shape"),
    ("convolves_a_volume_by_a_stride_alone", "about options, whatever the shape"),
    ("pools_a_number", "a shape without axes has no sizes"),
    ("resizes_a_number", "a shape without axes has no sizes"),
    ("multiplies_by_a_mask_of_truth_under_a_tape", "about elements, whatever the shape"),
    ("asks_a_loss_that_is_a_number_for_its_gradient", "about a method, whatever the shape"),
    ("asks_a_loss_that_is_a_number_for_its_item", "about a method, whatever the shape"),
    ("takes_the_largest_by_its_name_in_pytorch", "about a method, whatever the shape"),
    ("takes_the_logarithm_by_its_name_in_pytorch", "about a method, whatever the shape"),
    ("asks_for_the_number_of_axes_by_its_name_in_pytorch", "about a method, whatever the shape"),
    ("expands_a_tensor_by_its_name_in_pytorch", "about a method, whatever the shape"),
    ("compares_by_its_name_in_pytorch", "about a method, whatever the shape"),
    ("repeats_a_tensor_by_its_name_in_pytorch", "about a method, whatever the shape"),
    ("reshapes_generic_heads_in_another_order", "generic: the sizes have no numbers"),
    ("splits_a_generic_product_by_one_of_its_factors", "generic: the sizes have no numbers"),
    ("goes_back_from_a_loss_by_its_method", "about a method, whatever the shape"),
    ("keeps_a_struct_of_settings_in_a_model", "about a struct, which has no sizes"),
    ("moves_a_tensor_to_a_device", "about a method, whatever the shape"),
    ("permutes_axes_by_a_list_of_numbers", "about axes, whatever the shape"),
    ("records_the_classes_of_a_loss", "about elements, whatever the shape"),
    ("records_doubles_on_a_tape_of_floats", "about elements, whatever the shape"),
    ("sets_gradients_to_zero", "about a method, whatever the shape"),
    ("subtracts_the_mean_of_all_of_a_generic_kind", "about one value, which has no sizes"),
    ("takes_the_item_of_a_tensor", "about a method, whatever the shape"),
    ("scales_integers_by_a_float_in_place", "about elements, whatever the shape"),
    ("selects_by_numbers", "about elements, whatever the shape"),
    ("steps_a_model_whose_weights_are_still_read", "about a borrow, whatever the shape"),
    ("takes_the_square_root_of_integers", "about elements, whatever the shape"),
    ("uses_a_recorded_tensor_in_a_checkpoint", "about a borrow, whatever the shape"),
    ("asks_for_the_type_of_elements", "about a method, whatever the shape"),
    ("asks_what_is_infinite_by_its_name_in_numpy", "about a method, whatever the shape"),
    ("clips_by_its_name_in_numpy", "about a method, whatever the shape"),
    ("converts_degrees_by_their_name_in_numpy", "about a method, whatever the shape"),
    ("converts_elements_by_astype", "about a method, whatever the shape"),
    ("counts_elements_by_nelement", "about a method, whatever the shape"),
    ("goes_back_from_a_number", "about a method, whatever the shape"),
    ("inverts_a_matrix_by_its_name_in_pytorch", "about a method, whatever the shape"),
    ("joins_masks_by_their_name_in_numpy", "about a method, whatever the shape"),
    ("lists_elements_by_tolist", "about a method, whatever the shape"),
    ("makes_a_view_contiguous", "about a method, whatever the shape"),
    ("copies_by_copy", "about a method, whatever the shape"),
    ("compares_probabilities_by_bce_loss", "about a method, whatever the shape"),
    ("pools_images_by_avg_pool", "about a method, whatever the shape"),
    ("attends_by_scaled_dot_product_attention", "about a method, whatever the shape"),
    ("maps_by_its_name_in_ndarray", "about a method, whatever the shape"),
    ("multiplies_by_a_method", "about a method, whatever the shape"),
    ("multiplies_matrices_by_mm", "about a method, whatever the shape"),
    ("steps_a_schedule", "about a method, whatever the shape"),
    ("takes_a_logarithm_by_log1p", "about a method, whatever the shape"),
    ("takes_the_angle_by_arccos", "about a method, whatever the shape"),
    ("takes_the_fraction_by_frac", "about a method, whatever the shape"),
    ("trains_a_model_by_its_method", "about a method, whatever the shape"),
    ("makes_an_optimizer_of_parameters", "about a method, whatever the shape"),
    ("sets_elements_to_zero_in_place", "about a method, whatever the shape"),
    ("adds_in_place_by_a_method", "about a method, whatever the shape"),
    ("cuts_into_a_number_of_chunks", "a number that is no size"),
    ("writes_to_a_part_without_its_end", "about a method, whatever the shape"),
    ("sums_a_part_that_is_written_to", "about a method, whatever the shape"),
    ("transposes_a_part_that_is_written_to", "about a method, whatever the shape"),
    ("attends_to_keys_behind_other_generic_axes", "generic: the shapes have no numbers"),
    ("attends_to_keys_of_a_batch_that_may_differ", "generic: the sizes have no numbers"),
    ("adds_a_borrowed_expression_to_a_tensor", "about an expression, whatever the shape"),
    ("adds_to_a_borrowed_expression", "about an expression, whatever the shape"),
    ("asks_a_parameter_for_its_gradient", "about a method, whatever the shape"),
    ("computes_with_a_parameter_itself", "about a method, whatever the shape"),
    ("transposes_a_parameter", "about a method, whatever the shape"),
    ("multiplies_a_lazy_expression_by_a_matrix", "about a method, whatever the shape"),
    ("multiplies_a_matrix_by_a_lazy_expression", "about an expression, whatever its shape is"),
    ("reshapes_a_lazy_expression", "about a method, whatever the shape"),
    ("adds_an_expression_of_doubles_in_place", "about elements, whatever the shape"),
    ("adds_rows_of_doubles_at_places_of_floats", "about elements, whatever the shape"),
    ("writes_an_expression_of_doubles_to_floats", "about elements, whatever the shape"),
    ("copies_doubles_into_floats", "about elements, whatever the shape"),
    ("applies_a_function_in_place", "about a method, whatever the shape"),
    ("flattens_by_its_name_in_numpy", "about a method, whatever the shape"),
    ("sums_by_its_name_in_ndarray", "about a method, whatever the shape"),
    ("joins_tensors_by_cat_of_the_first", "about a method, whatever the shape"),
    ("makes_a_layer_norm_by_new", "about a layer before its size is known"),
    ("makes_an_embedding_by_new", "about a layer before its sizes are known"),
    ("makes_dropout_by_new", "about a layer without sizes"),
    ("makes_a_model_by_new", "about a model, whatever its sizes"),
    ("takes_the_largest_of_columns_by_its_name_in_ndarray", "about a method, whatever the shape"),
    ("makes_a_tensor_by_new", "about a tensor before its shape is known"),
    ("selects_by_where_of_tensors", "about a function, whatever the shapes"),
    ("adds_an_axis_by_expand_dims", "about a method, whatever the shape"),
    ("permutes_axes_by_their_name_in_ndarray", "about a method, whatever the shape"),
    ("takes_out_elements_by_into_raw_vec", "about a method, whatever the shape"),
    ("takes_a_row_by_its_name_in_ndarray", "about a method, whatever the shape"),
    ("moves_a_model_by_a_trait_of_words", "about a method, whatever the shape"),
    ("hands_a_recorded_tensor_to_a_function_of_eager_ones", "the compiler's own E0308, of kinds"),
    ("trains_a_model_by_a_trait_of_words", "about a method, whatever the shape"),
    ("asks_a_model_for_parameters_by_a_trait_of_words", "about a method, whatever the shape"),
    ("writes_an_einsum_without_an_arrow", "a macro's error: it stands under the pattern"),
    ("makes_a_mask_by_ones", "about elements, whatever the shape"),
    ("saves_a_model_by_a_trait_of_words", "about a method, whatever the shape"),
    ("indexes_a_lazy_expression", "about an expression, whatever the shape"),
    ("stacks_rows_by_their_name_in_numpy", "about a method, whatever the shape"),
    ("adds_by_its_name_in_candle", "about a method, whatever the shape"),
    ("turns_left_and_right_by_its_name_in_numpy", "about a method, whatever the shape"),
    ("takes_a_part_by_its_name_in_candle", "about a method, whatever the shape"),
    ("asks_for_a_standard_deviation_by_std_dev", "about a method, whatever the shape"),
    ("raises_to_a_power_by_its_name_in_numpy", "about a method, whatever the shape"),
    ("leaves_a_size_open_by_a_question_mark", "a macro's error: the size is none"),
    ("names_an_axis_by_a_string", "a macro's error: the size is none"),
    ("convolves_without_options", "the compiler's own E0061, of arguments"),
    ("takes_softmax_without_an_axis", "the compiler's own E0061, of arguments"),
    ("stretches_to_an_array_of_sizes", "the compiler's own E0061, of arguments"),
    ("implements_module_without_a_shape", "the compiler's own E0107"),
    ("makes_a_mask_by_zeros", "about elements, whatever the shape"),
    ("applies_a_linear_layer_of_floats_to_doubles", "about elements, whatever the shape"),
    ("chains_layers_of_floats_behind_doubles", "about elements, whatever the shape"),
    ("convolves_doubles_by_a_layer_of_floats", "about elements, whatever the shape"),
];

/// Cases with more than one error, and why.
const SEVERAL: &[(&str, &str)] = &[
    ("asks_labels_for_the_loss_of_scores", "what the scores are, and what the classes are: each is the other"),
    ("selects_a_whole_number_beside_floats", "what a mask selects is asked twice: what it is, and of which kind"),
    ("multiplies_an_eager_matrix_by_a_recorded_one", "the kinds, and that the step gives what it gives"),
    (
        "hands_a_recorded_tensor_to_a_function_of_eager_ones",
        "what the function takes, and that the step gives what it gives",
    ),
    ("names_elements_after_the_shape", "what stands for elements is none, and what stands for the shape"),
    ("makes_a_convolution_of_three_numbers", "what weights are, and how many arguments there are"),
    ("adds_operands_of_every_kind_to_a_borrowed_inline_tensor", "several mistakes in one program"),
    ("adds_operands_of_every_kind_to_a_borrowed_tensor", "several mistakes in one program"),
    ("adds_operands_of_every_kind_to_a_borrowed_view", "several mistakes in one program"),
    ("adds_operands_of_every_kind_to_a_tensor", "several mistakes in one program"),
    ("adds_operands_of_every_kind_to_a_view", "several mistakes in one program"),
    ("adds_operands_of_every_kind_to_an_inline_tensor", "several mistakes in one program"),
    (
        "asks_for_a_gradient_by_whole_numbers",
        "one cause: the closure's tape is of such elements, and cannot stay open, since its type has to name its lifetime (E0582)",
    ),
    (
        "computes_eagerly_inside_of_a_module",
        "the compiler's own E0308, on both sides of a type that the program states",
    ),
    (
        "passes_shapes_that_clash_to_a_generic_sum",
        "one cause: the program's own function asks it by its bound and by its result's type, at two places",
    ),
    ("promises_an_eager_result_of_a_module", "the compiler's own E0053 and E0308, of a signature and its body"),
    ("uses_a_recorded_tensor_in_a_checkpoint", "the compiler's own errors of lifetimes"),
    ("uses_every_name_for_sizes_and_axes", "several mistakes in one program"),
];

/// Traits a text of which no case shows, and why.
const UNSEEN: &[(&str, &str)] = &[
    ("Affine", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("AffineGrid", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("AffineGrid3d", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("Aligns", "of strict ranks, in `tests/strict_ranks.rs`"),
    ("ArrayAxes", "of an optional feature, which the cases are built without"),
    ("Assign", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("Axes", "no program that shows it has been found yet"),
    ("BesideOwned", "no program that shows it has been found yet"),
    ("Broadcast", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("BroadcastTo", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("Channelwise", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("Checkpointed", "its error shows a whole signature"),
    ("ClassScores", "no program that shows it has been found yet"),
    ("Colours", "of an optional feature, which the cases are built without"),
    ("Convolve1d", "of generic code that asks for a part of the condition only"),
    ("Convolve2d", "of generic code that asks for a part of the condition only"),
    ("Convolve3d", "of generic code that asks for a part of the condition only"),
    ("ConvolveTransposed1d", "of generic code that asks for a part of the condition only"),
    ("ConvolveTransposed2d", "of generic code that asks for a part of the condition only"),
    ("ConvolveTransposed3d", "of generic code that asks for a part of the condition only"),
    ("Counts", "of an optional feature, which the cases are built without"),
    ("CustomOperands", "its error shows a whole signature"),
    ("EachChannel", "no program that shows it has been found yet"),
    ("Element", "of an optional feature, which the cases are built without"),
    ("EveryAxis", "no program that shows it has been found yet"),
    ("FileElement", "of an optional feature, which the cases are built without"),
    ("FrequenciesOf", "of an optional feature, which the cases are built without"),
    ("Good", "of programs that implement the library's own traits"),
    ("Inputs", "of an optional feature, which the cases are built without"),
    ("InputsAndOutputs", "of an optional feature, which the cases are built without"),
    ("Joins", "comes beside another error of one cause, which is to be mended"),
    ("LabelledBy", "no program that shows it has been found yet"),
    ("LinearElement", "of an optional feature, which the cases are built without"),
    ("LoweredOptimizer", "of an optional feature, which the cases are built without"),
    ("MatricesOf", "of an optional feature, which the cases are built without"),
    ("Numeral", "no program that shows it has been found yet"),
    ("OpensThree", "comes beside another error of one cause, which is to be mended"),
    ("Ours", "of programs that implement the library's own traits"),
    ("OutChannels", "no program that shows it has been found yet"),
    ("Outputs", "of an optional feature, which the cases are built without"),
    ("Pool1d", "of generic code that asks for a part of the condition only"),
    ("Pool2d", "of generic code that asks for a part of the condition only"),
    ("Pool3d", "of generic code that asks for a part of the condition only"),
    ("RealSignal", "of an optional feature, which the cases are built without"),
    ("Recurrent", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("Reshape", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("RightSidesOf", "of an optional feature, which the cases are built without"),
    ("Select", "of the next trait solver, which stops there: `python3 tools/contract.py nightly` shows it"),
    ("Shape", "no program that shows it has been found yet"),
    ("Signal", "of an optional feature, which the cases are built without"),
    ("SquareMatrices", "of an optional feature, which the cases are built without"),
    ("StatesConvolution1d", "as that of two dimensions, of which there is a case"),
    ("StatesConvolution3d", "as that of two dimensions, of which there is a case"),
    ("StatesPool1d", "as that of two dimensions, of which there is a case"),
    ("StatesPool3d", "as that of two dimensions, of which there is a case"),
    ("StepOf", "no program that shows it has been found yet"),
    ("SwappedAt", "no program that shows it has been found yet"),
    ("TensorSource", "of an optional feature, which the cases are built without"),
    ("Transpose", "no program that shows it has been found yet"),
    ("Tuple", "no program that shows it has been found yet"),
    ("Upsamples", "no program that shows it has been found yet"),
];

/// One error of a snapshot.
struct Error<'a> {
    /// `E0277`, or empty.
    code: &'a str,
    headline: &'a str,
    /// What is written at the place of the error, behind `^^^`.
    labels: Vec<&'a str>,
    lines: Vec<&'a str>,
}

impl<'a> Error<'a> {
    fn said(&self) -> Vec<&'a str> {
        [self.headline].into_iter().chain(self.labels.iter().copied()).collect()
    }

    /// Is there a number in the headline, a label, or the types that `expected` and `found` show?
    fn has_number(&self) -> bool {
        let types = self.lines.iter().filter(|line| line.contains("expected ") || line.contains("found "));
        self.said().iter().chain(types).any(|text| {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.into_iter().any(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()))
        })
    }
}

/// The errors in what the compiler printed.
fn errors(stderr: &str) -> Vec<Error<'_>> {
    let mut errors: Vec<Error> = Vec::new();
    let mut notes = false;
    for line in stderr.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(rest) = line.strip_prefix("error") {
            let (code, headline) = rest.split_once(": ").expect("a headline");
            let code = code.trim_matches(['[', ']']);
            errors.push(Error { code, headline, labels: Vec::new(), lines: Vec::new() });
            notes = false;
        }
        let error = errors.last_mut().expect("an error first");
        error.lines.push(line);
        notes |= line.starts_with("note") || line.starts_with("help") || line.trim_start().starts_with("= ");
        if let Some((_, label)) = line.rsplit_once('^').filter(|_| !notes) {
            error.labels.push(label.trim());
        }
    }
    errors
}

/// Does the text hold this name of a type or trait, and not as a part of another?
fn names(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        // A letter by itself is a parameter of the user's.
        !before.ends_with(part) && !after.starts_with(part) && (name.len() > 1 || after.starts_with('<'))
    })
}

/// A message, a label or a note of an `on_unimplemented`.
struct Text {
    /// The trait that it is of.
    of: String,
    kind: String,
    template: String,
}

/// All of the library's own texts.
fn texts() -> Vec<Text> {
    let mut texts = Vec::new();
    for path in sources(&root().join("src")).into_iter().filter(|path| path.extension().is_some_and(|x| x == "rs")) {
        let source = read(&path);
        let parts: Vec<_> = source.split("diagnostic::on_unimplemented(\n").collect();
        // What is said with strict ranks is in `tests/strict_ranks.rs`.
        let ours = parts.windows(2).filter(|parts| !parts[0].trim_end().ends_with("\n    shaped_strict_ranks,"));
        for part in ours.map(|parts| parts[1]) {
            let mut rest = part.lines().map(str::trim);
            let lines: Vec<_> = rest.by_ref().take_while(|line| !matches!(*line, ")]" | ")")).collect();
            let rest: Vec<_> = rest.collect();
            let mut words = rest
                .iter()
                .filter(|line| !line.starts_with('#'))
                .flat_map(|line| line.split(|c: char| !c.is_alphanumeric()));
            let of = words.find(|word| word.starts_with(char::is_uppercase)).expect("a trait");
            for (kind, text) in lines.iter().filter_map(|line| line.split_once(" = \"")) {
                let text = text.trim_end_matches(',').trim_end_matches('"').replace("\\\"", "\"");
                texts.push(Text { of: of.into(), kind: kind.into(), template: text });
            }
        }
        // Rows of `texts!` and its like: what stands above the trait that it is of.
        let mut above = Vec::new();
        for line in source.lines().map(str::trim).filter(|line| !line.starts_with(['/', '#'])) {
            let text = line.strip_suffix('"').and_then(|line| line.split_once(" \""));
            let of = line.split(|c: char| !c.is_alphanumeric()).find(|word| word.starts_with(char::is_uppercase));
            if let Some((kind @ ("message" | "label" | "note"), text)) = text {
                above.push((kind, text.replace("\\\"", "\"")));
            } else if let Some(of) = of {
                let text = |(kind, template): (&str, _)| Text { of: of.into(), kind: kind.into(), template };
                texts.extend(above.drain(..).map(text));
            }
        }
    }
    texts
}

/// Is there, in the line, the text with something in the place of each parameter, and nothing after it?
fn holds(line: &str, template: &str) -> bool {
    let template = template.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let literal = |part: &str| part.replace('\u{1}', "{").replace('\u{2}', "}");
    let mut parts = template.split('{').map(|part| literal(part.split_once('}').map_or(part, |(_, part)| part)));
    let first = parts.next().expect("a part");
    let Some(at) = line.find(&first) else { return false };
    let mut rest = &line[at + first.len()..];
    let mut last = first;
    for part in parts {
        match rest.find(&part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
        last = part;
    }
    last.is_empty() || rest.is_empty() || line.ends_with(&last)
}

/// The lines that are the compiler's words, and not the program's.
fn said(stderr: &str) -> impl Iterator<Item = &str> {
    stderr.lines().filter(|line| {
        let line = line.trim_start();
        let code = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let shown = code.strip_prefix('|').or(code.strip_prefix("+ ")).or(code.strip_prefix("- "));
        shown.is_none() || line.starts_with('|') && (line.contains("^ ") || line.contains("- "))
    })
}

/// Lines with a size or an axis under another name than `DIM`, `ONE` and `AXIS`. (Texts say how to write one, `One` or `Dim::<2>`.)
fn second_names(stderr: &str, texts: &[Text]) -> Vec<String> {
    let with_one = texts.iter().flat_map(|text| text.template.split(['{', '}'])).filter(|part| names(part, "One"));
    let with_one: Vec<_> = with_one.collect();
    let other = |line: &str| {
        let numbered = ["Dim", "dim", "Axis", "axis"].iter().flat_map(|name| {
            line.match_indices(&format!("{name}<")).map(|(at, found)| at + found.len()).collect::<Vec<_>>()
        });
        let mut numbered = numbered.filter_map(|at| line[at..].chars().next());
        let ones = with_one.iter().fold(line.to_string(), |line, part| line.replace(part, ""));
        let one = ["One", "one"].iter().flat_map(|name| ones.match_indices(name).map(|(at, _)| at).collect::<Vec<_>>());
        let in_a_list = |at: usize| ones[..at].ends_with(['(', '<', '`', ':']) || ones[..at].ends_with(", ");
        let mut one = one.filter(|at| in_a_list(*at) && ones[at + 3..].starts_with([')', '>', ',', '`']));
        numbered.any(|c| c.is_ascii_digit() || c == '-' || c == '_')
            || one.next().is_some()
            || line.contains("shaped::DIM")
    };
    said(stderr).filter(|line| other(line)).map(String::from).collect()
}

/// Lines with a path that no program can write.
fn private(stderr: &str) -> Vec<String> {
    let paths = ["__private", "shaped::shape::", "shaped::kind::", "nn::module::", "typenum::"];
    // `shaped::tensor::construct::<impl Tensor<T, S>>::zeros` is how the compiler names a function.
    let private = |line: &&str| paths.iter().any(|path| line.contains(path));
    said(stderr).filter(private).map(String::from).collect()
}

/// typenum's names, and each type and trait of this crate that `lib.rs` does not export.
fn internal_names() -> BTreeSet<String> {
    let exported = read(&root().join("src/lib.rs"));
    let exported = exported.split("pub mod __private").next().expect("the public part");
    let modules = ["nn", "io", "grad", "optim"].map(|module| read(&root().join(format!("src/{module}/mod.rs"))));
    let exported = &format!("{exported}{}", modules.concat());
    let mut all = ["UInt", "UTerm", "B0", "B1"].map(String::from).into_iter().collect::<BTreeSet<_>>();
    for path in sources(&root().join("src")) {
        for line in read(&path).lines().map(str::trim_start) {
            let Some(line) = ["pub trait ", "pub struct ", "pub enum "].iter().find_map(|x| line.strip_prefix(x))
            else {
                continue;
            };
            let name = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            if !name.is_empty() && !names(exported, name) {
                all.insert(name.into());
            }
        }
    }
    all
}

/// All files of a folder and of those in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut sources: Vec<_> =
        entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect();
    sources.sort();
    sources
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder with this extension, without it.
fn stems(folder: &Path, extension: &str) -> BTreeSet<String> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let stem = |path: PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    paths.filter(|path| path.extension().is_some_and(|x| x == extension)).map(stem).collect()
}
