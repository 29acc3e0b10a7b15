//! Time against size as a picture.

use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// One kind of program: its name, and the points (instructions, CPU seconds).
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

const COLOURS: [RGBColor; 4] = [BLUE, RED, GREEN, MAGENTA];

/// Draws all series on logarithmic scales, with a line of slope one through the last point of each, which is how time grows
/// in proportion to the size.
///
/// # Errors
/// When there is nothing to draw, or the file cannot be written.
pub fn draw(path: &Path, series: &[Series]) -> Result<(), Box<dyn Error>> {
    let all = || series.iter().flat_map(|s| &s.points);
    let least = all().copied().reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))).ok_or("nothing to draw")?;
    let most = all().copied().reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))).ok_or("nothing to draw")?;
    let root = SVGBackend::new(path, (720, 480)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d((least.0 / 1.5..most.0 * 1.5).log_scale(), (least.1 / 2.0..most.1 * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("thousand instructions")
        .y_desc("CPU seconds of the analysis")
        .x_labels(6)
        .x_label_formatter(&|n| format!("{:.0}", n / 1000.0))
        .draw()?;
    for (s, colour) in series.iter().zip(COLOURS) {
        let Some(&(x, y)) = s.points.last() else { continue };
        chart.draw_series(DashedLineSeries::new([(least.0, y * least.0 / x), (x, y)], 4, 4, colour.stroke_width(1)))?;
        chart
            .draw_series(LineSeries::new(s.points.iter().copied(), colour.stroke_width(2)).point_size(4))?
            .label(&s.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().position(SeriesLabelPosition::UpperLeft).border_style(BLACK).draw()?;
    root.present()?;
    Ok(())
}
