//! A typed model as a Python module. NumPy's arrays come in as views, by Python's buffers and without a copy; there, once, sizes are compared with the
//! types, and what does not fit is a Python error that names the argument and the axis. Inside, the compiler has compared.

use std::path::PathBuf;

use digits::Mlp;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArrayDyn, PyReadwriteArrayDyn, ndarray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shaped::io::SafeTensors;
use shaped::{ArrayError, Strided, nn::*, prelude::*};

axis!(Batch);
axis!(Points);
axis!(Centres);

/// `points: an array of shape [3, 4] is no tensor of shape [Points, 3]: axis 1 has size 4`
fn wrong<D>(argument: &str, error: &ArrayError<D>) -> PyErr {
    PyValueError::new_err(format!("{argument}: {error}"))
}

/// An argument, read where it lies: row by row, column by column or turned round; an array with gaps, as `x[::2]`, is copied.
enum Read<'a, T, S: Shape> {
    View(View<'a, T, S, Strided>),
    Copy(Tensor<T, S>),
}

impl<'a, T: Clone, S: Shape> Read<'a, T, S> {
    fn new(argument: &str, array: ndarray::ArrayViewD<'a, T>) -> PyResult<Self> {
        if let Ok(view) = array.clone().try_into() {
            return Ok(Read::View(view));
        }
        array.try_into().map(Read::Copy).map_err(|error| wrong(argument, &error))
    }

    fn view(&self) -> View<'_, T, S, Strided> {
        match self {
            Read::View(view) => *view,
            Read::Copy(tensor) => tensor.view().strided(),
        }
    }
}

/// The perceptron of `examples/digits`, with the weights that PyTorch trained.
#[pyclass(frozen)]
struct Digits(Mlp);

#[pymethods]
impl Digits {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let mut model = Mlp::default();
        let file = SafeTensors::open(path).map_err(|error| PyValueError::new_err(error.to_string()))?;
        model.load_state_dict(&file).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Digits(model))
    }

    /// Scores of the ten digits: [Batch, 64] -> [Batch, 10].
    fn scores<'py>(
        &self,
        py: Python<'py>,
        images: PyReadonlyArrayDyn<'py, f32>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let images = Read::<f32, shape![Batch, 64]>::new("images", images.as_array())?;
        let scores = py.detach(|| self.0.forward(&images.view()));
        Ok(ndarray::Array2::from(scores).into_pyarray(py))
    }
}

/// Which centre is nearest to each point: [Points, 3], [Centres, 3] -> [Points].
#[pyfunction]
fn nearest<'py>(
    py: Python<'py>,
    points: PyReadonlyArrayDyn<'py, f64>,
    centres: PyReadonlyArrayDyn<'py, f64>,
) -> PyResult<Bound<'py, PyArray1<usize>>> {
    let points = Read::<f64, shape![Points, 3]>::new("points", points.as_array())?;
    let centres = Read::<f64, shape![Centres, 3]>::new("centres", centres.as_array())?;
    if centres.view().size(Axis::<0>) == 0 {
        return Err(PyValueError::new_err("centres: there is none"));
    }
    let apart = points.view().unsqueeze(Axis::<1>) - centres.view(); // [Points, 1, 3] - [Centres, 3] -> [Points, Centres, 3]
    let nearest = (&apart * &apart).sum(Axis::<-1>).argmin(Axis::<-1>);
    Ok(ndarray::Array1::from(nearest).into_pyarray(py))
}

/// Moves points so that their mean is 0, in the array's own memory: [Points, 3].
#[pyfunction]
fn centre(mut points: PyReadwriteArrayDyn<'_, f64>) -> PyResult<()> {
    let points = points.as_array_mut();
    let mut points = ViewMut::<f64, shape![Points, 3]>::try_from(points).map_err(|error| wrong("points", &error))?;
    let mean = points.mean(Axis::<0>);
    points -= &mean; // [Points, 3] -= [3]
    Ok(())
}

#[pymodule]
fn typed(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Digits>()?;
    module.add_function(wrap_pyfunction!(nearest, module)?)?;
    module.add_function(wrap_pyfunction!(centre, module)?)
}
