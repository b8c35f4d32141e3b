//! The course of a training as a picture.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use super::learn::Epoch;

const COLOURS: [RGBColor; 3] = [RGBColor(31, 119, 180), RGBColor(214, 95, 14), RGBColor(44, 140, 60)];

/// Draws the loss of each epoch and the unseen digits that are read rightly after it, a line for each model.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(path: &Path, models: &[(&str, Vec<Epoch>)], unseen: usize) -> Result<(), Box<dyn Error>> {
    let whole = SVGBackend::new(path, (960, 400)).into_drawing_area();
    whole.fill(&WHITE)?;
    let (left, right) = whole.split_horizontally(480);
    let epochs = models.iter().map(|(_, epochs)| epochs.len()).max().unwrap_or(0) as f64;

    let losses = models.iter().flat_map(|(_, epochs)| epochs).map(|epoch| epoch.loss);
    let (least, most) = losses.fold((f64::INFINITY, 0f64), |(least, most), x| (least.min(x), most.max(x)));
    let mut chart = panel(&left)
        .caption("loss of an epoch", ("sans-serif", 16))
        .build_cartesian_2d(1.0..epochs, (least.max(1e-9)..most.max(2e-9)).log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("epoch")
        .y_label_formatter(&|y| format!("{y}"))
        .draw()?;
    for ((_, epochs), colour) in models.iter().zip(COLOURS) {
        chart.draw_series(LineSeries::new(points(epochs, |epoch| epoch.loss), colour.stroke_width(2)))?;
    }

    let percent = |epoch: &Epoch| 100.0 * epoch.right as f64 / unseen as f64;
    let mut chart = panel(&right)
        .caption("% of unseen digits read rightly", ("sans-serif", 16))
        .build_cartesian_2d(1.0..epochs, 70.0..100.0)?;
    chart.configure_mesh().light_line_style(TRANSPARENT).x_desc("epoch").draw()?;
    for ((name, epochs), colour) in models.iter().zip(COLOURS) {
        let low = points(epochs, percent).map(|(x, y)| (x, y.max(70.0)));
        let line = chart.draw_series(LineSeries::new(low, colour.stroke_width(2)))?;
        line.label(*name).legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::LowerRight).border_style(BLACK.mix(0.3)).background_style(WHITE).draw()?;
    whole.present()?;
    Ok(())
}

fn panel<'a, 'b, D: DrawingBackend>(area: &'a DrawingArea<D, plotters::coord::Shift>) -> ChartBuilder<'a, 'b, D> {
    let mut chart = ChartBuilder::on(area);
    chart.margin(12).x_label_area_size(36).y_label_area_size(52);
    chart
}

fn points(epochs: &[Epoch], y: impl Fn(&Epoch) -> f64) -> impl Iterator<Item = (f64, f64)> {
    epochs.iter().enumerate().map(move |(i, epoch)| (i as f64 + 1.0, y(epoch)))
}
