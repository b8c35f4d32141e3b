"""Checks that no public trait is open without a reason: a program can implement each that is not sealed, for types of its own.

A trait is closed

- if it is `unsafe`;
- if it stands under one that no program can name (`SEALS`);
- if it has no parameters, and stands under a trait that is closed (`CLOSED`): its implementers are the library's own types, for which
  only the library can implement it;
- if it is a family of methods, under `Operand`: what a program implements there are methods of its own.

Every other one is in `OPEN`, with the reason why its lies break no memory. With a parameter, a trait under `Shape` is open to parameters of a
program's own (`impl Narrow<Axis<0>, Mine> for shape![3]`), unless its implementation for all shapes is in the way (E0119).
"""
import pathlib
import re
import sys

SRC = pathlib.Path(__file__).parent.parent / "src"
# What `pub use` of these says, and what they declare, a program can name; and all of `shape::diagnostics`, by way of `errors`.
ROOFS = ["lib.rs", "grad/mod.rs", "interop/mod.rs", "io/mod.rs", "nn/mod.rs", "optim/mod.rs"]
TEXTS = "shape/diagnostics/"
SEALS = {"Exactly<", "TheVery<", "Good", "True", "Ours", "Sealed", "Tuple", "Stores"}
CLOSED = {"Shape", "StaticShape", "Size", "StaticSize", "Nat", "Unsigned", "Operand", "Values", "OperandMut"}
METHODS = {"Operand", "Values", "OperandMut"}

OPEN = {
    "A word that is answered, and who is asked for it: what a program implements there is a method of its own.": """
        Allclose Amax Arcsin ArithmeticInPlace Arithmetics Backward BceLoss BesideParameter BroadcastAdd ByI Cat CatMethod Chunk Clip Comparing Contiguously CopyMethod Degrees Dimensions Dtype Elements Expand
        ExpandDims FillInPlace Fliplr Frac FunctionInPlace IndexOfLazy IndexOfParameter IndexOfRecorded Interpolate IntoRawVec Inverse Isnan Item LayerIsField LayerIsName LeftNumber Log Log1p LogicalAnd Mapv Mm ModelIsDefault Movedim Nelement New NumberBackward NumberItem NumberReduced 
        ParameterRead PartRead PartRearranged PartTakenApart PartsMut PermutedAxes PoolMethod Power Randn Ravel Reciprocal Repeat OutsideStep RequiresGrad Row Rows ScaledAttention ScheduleStep SizeIsType SizesAreTypes StdDev SumAxis Swapaxes TapeBackward
        To Tolist Transposed Unbounded Unevaluated ViewAs Vstack Where WhereMethod WrittenTo
        ZeroGrad""",
    "A program's own layers, models, learning rates and elements: that is what they are for. Numbers of elements and of parameters that they "
    "say are compared where they are used (`grad/tape.rs`, `optim`, `nn/files.rs`).": """
        Module Parameters Converts StateDict TrainingState Schedule TensorSink Trained Summand FloatElement CastTo Bias Model Feeds Layer
        LayerElements Sequences StepWidth
        Added Multiplied Averaged""",
    "What it hands over is a view, a tensor or a lazy expression, each of which keeps its own promise, and which is asked for once.": """
        Beside Indices TapeIndex IntoLazy LazyOperand OfKind RightOperand RunTimeAxes RunTimeSizes OneKind SameElements ScoreElement Side Stands OfDual Exactly UpTo""",
    "What it hands over is a number of a kind, which a program can neither name nor make.": """
        MaybeKind Joins SameKind SameElement Checkpointed CustomOperands CustomShapes AttendMasked MasksScores InputOf""",
    "A verdict, a size or a shape that a result gets, in types. Memory is sized by the value of the shape, and what is written and read is "
    "counted against it (`Tensor::from_parts`, `View::of`, `View::part`, `Expr::fits`, and the assertions that `storage/promises.md` lists).": """
        AssignTo HasLength Affine Table Along Attend Indexed Unsqueeze Squeeze Broadcast Assign BroadcastTo SameShape ChunksOf Convolve2d Convolve1d
        ConvolveTransposed2d ChannelBias Rename Fix Free Heads Scan IndexSelect IndexAssign Gather RowsLikeThoseOf Scatter TakeAlong TopK CaseByCase
        OneValueEach Concat Stack StackAll ConcatAll SplitAxis SplitInto ComparesWith ClassScores VectorsLike MultipleOf Narrow NormalizedBy AlignsWith
        ArrayAxes Colours Counts Channelwise GroupedChannels Pad Slice Split Chunk IndexAxis Unflatten Windows MoveAxis NarrowWith Flip Permute SwapAxes
        Pool2d Pool1d AdaptivePool2d AdaptivePool1d AdaptivePool3d Pool3d Upsample2d Interpolate1d Interpolate2d Interpolate3d ShufflePixels
        UnshufflePixels ShuffleChannels SampleBy SampleBy3d AffineGrid AffineGrid3d Im2col Col2im ColumnsOf WindowsOf Border Convolve3d ConvolveTransposed1d ConvolveTransposed3d MatMul EachWay Recurrent RecurrentStep Reduce
        RepeatInterleave Tile Reshape FlattenAxes RowsLike BroadcastThree Select Dot Outer Cross Apart BilinearMap Solves Spectrum Itself""",
    "A step on the way to one of those, or a text alone, which holds no number.": """
        Never Only BesideBorrowed LeadingKnown TakesElements WeightsOn TableOf SequenceOf PairedSteps SampledPicture SampledVolume GridPlaces GridMaps VolumePlaces VolumeMaps HasAxis HasAxes KnownAxis Once PadsOne Pixels Line Filters2d Filters1d Plane Signal Volume Voxels Filters3d ResizesOne ResizesTwo ResizesThree Picture Pairs Answer Whether OneLabelEach
        LabelledBy Splits Merges ToldTarget Labelled SplitsIntoHeads Concrete AxisOfClasses Numeral KnownShape ArraySize Meet MEETS AXES NAMED GivenSize Aligns Settled Known IsTold Opens OpensThree Accept Locate Matrices Axes Square HasLength
        Zips LeavesMeeting KnownToMeet KnownToChange KnownToFit TakesApart Sides LeavesSides MasksAxes FindsAxes Masked AxisSet AxesIn SwappedAt SwapAt LastTwo InRange NamedOnce Contiguous FlattenAt MergeAt LastAxes NamesAxes NormBias EachChannel SomeChannels
        AxisTuple HasOne HasZero SingleAxis ClassWeights ZeroGrad Diagonals HasMatrix HasLast InputsAndOutputs StepsOf StepOf DotWith OuterWith CrossWith SquareMatrix SquareMatrices MatricesOf RightSidesOf Flat Ways Is ApartFrom BilinearWeights LabelsOf IncludedAs Coded Ranked Drawn DrawnMatrix HasPlanes SlopeForEach""",
    "Its supertraits or its items a program cannot name, or implement without `unsafe`: an implementation has to say all of them.": """
        Shape Digits Bool""",
}


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def public_names():
    names = set()
    for roof in ROOFS:
        text = without_comments((SRC / roof).read_text())
        for tree in re.findall(r"pub use ([^;]*);", text):
            names |= set(re.findall(r"\b[A-Z]\w*", tree))
        names |= set(re.findall(r"^pub (?:unsafe )?trait (\w+)", text, re.M))
    return names


def header(text, at):
    """From the name of a trait to its body, or to the end of its row in a table: the parameters, and the supertraits."""
    depth, params, start = 0, "", at
    for i in range(at, len(text)):
        c = text[i]
        if c in "{;" and depth == 0:
            return params, text[start:i]
        depth += (c in "<([") - (c in ")]" or c == ">" and text[i - 1] not in "-=")
        if depth == 0 and c == ">" and not params and text[at] == "<":
            params, start = text[at : i + 1], i + 1
    sys.exit("a trait without a body")


def main():
    names, found, failures = public_names(), set(), []
    reasons = {name: reason for reason, all in OPEN.items() for name in all.split()}
    for path in sorted(SRC.rglob("*.rs")):
        here = path.relative_to(SRC).as_posix()
        text = without_comments(path.read_text())
        for match in re.finditer(r"^ *pub (unsafe )?trait (\w+)(?=[\s<:{])", text, re.M):
            name = match[2]
            if name not in names and not here.startswith(TEXTS):
                continue
            params, above = header(text, match.end())
            words = set(re.findall(r"\w+", above))
            sealed = match[1] or any(re.search(rf"\b{re.escape(seal)}", above) for seal in SEALS)
            if sealed or words & METHODS or (not params and words & CLOSED):
                continue
            found.add(name)
            if name not in reasons:
                failures.append(f"src/{here}: `{name}` is neither sealed nor in the list of tools/traits.py")
    failures += [f"tools/traits.py: `{name}` is no public trait any more, or is sealed" for name in sorted(reasons.keys() - found)]
    print("\n".join(failures) or f"{len(found)} public traits are open, each for a reason")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
