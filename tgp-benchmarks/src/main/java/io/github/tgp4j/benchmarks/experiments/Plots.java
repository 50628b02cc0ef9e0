package io.github.tgp4j.benchmarks.experiments;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Charts of one look, saved as SVG. */
final class Plots {
  private static final int WIDTH = 520;
  private static final int HEIGHT = 320;

  private Plots() {}

  /** Points with error bars, one per label. */
  static CategoryChart points(
      String title, String yTitle, List<String> labels, List<Double> values, List<Double> errors) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .yAxisTitle(yTitle)
            .build();
    plain(chart.getStyler());
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setDefaultSeriesRenderStyle(CategorySeries.CategorySeriesRenderStyle.Scatter);
    chart.getStyler().setMarkerSize(8);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < values.size(); i++) {
      low = Math.min(low, values.get(i) - errors.get(i));
      high = Math.max(high, values.get(i) + errors.get(i));
    }
    double margin = 0.08 * Math.max(high - low, 1e-6);
    chart.getStyler().setYAxisMin(low - margin);
    chart.getStyler().setYAxisMax(high + margin);
    chart.addSeries(yTitle, labels, values, errors);
    return chart;
  }

  static XYChart lines(String title, String xTitle, String yTitle) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    plain(chart.getStyler());
    chart.getStyler().setLegendPosition(Styler.LegendPosition.InsideNW);
    return chart;
  }

  static void line(XYChart chart, String name, double[] x, double[] y, Color color) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(color);
    series.setLineWidth(1.6f);
  }

  static void dots(XYChart chart, String name, double[] x, double[] y) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    series.setMarker(SeriesMarkers.CIRCLE);
    series.setMarkerColor(new Color(120, 120, 120));
  }

  private static void plain(Styler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setChartTitleBoxVisible(false);
  }

  static void save(Chart<?, ?> chart, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    String name = file.toString().replaceAll("\\.svg$", "");
    VectorGraphicsEncoder.saveVectorGraphic(
        chart, name, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
    // Letters are outlines in floating point: hundredths of a pixel halve the file.
    String svg = Files.readString(file);
    Files.writeString(file, svg.replaceAll("(\\d\\.\\d\\d)\\d+", "$1"));
  }
}
