package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.linalg.Matrix;
import java.awt.Color;
import java.awt.Dimension;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGSyntax;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;

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
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(Styler.LegendLayout.Horizontal);
    chart.getStyler().setMarkerSize(4);
    chart.getStyler().setXAxisDecimalPattern("#0.##");
    chart.getStyler().setYAxisDecimalPattern("#0.##");
    return chart;
  }

  /** A curve; one with a blank name is the other half of a band and stays out of the legend. */
  static void line(XYChart chart, String name, double[] x, double[] y, Color color) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(color);
    series.setLineWidth(1.6f);
    series.setShowInLegend(!name.isBlank());
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
    SVGGraphics2D graphics = new SVGGraphics2D(document());
    graphics.setSVGCanvasSize(new Dimension(chart.getWidth(), chart.getHeight()));
    chart.paint(graphics, chart.getWidth(), chart.getHeight());
    try (Writer writer = Files.newBufferedWriter(file)) {
      graphics.stream(writer, true);
    }
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVGSyntax.SVG_NAMESPACE_URI, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every Java has a document builder", e);
    }
  }

  /**
   * A matrix as shades (of roots, so that small values show), as PNG: ten thousand cells make too
   * large an SVG.
   */
  static void saveHeatMap(String title, Matrix values, Path file) throws IOException {
    HeatMapChart chart =
        new HeatMapChartBuilder().width(HEIGHT + 160).height(HEIGHT + 80).title(title).build();
    plain(chart.getStyler());
    chart.getStyler().setRangeColors(new Color[] {Color.WHITE, new Color(8, 48, 107)});
    chart.getStyler().setAxisTicksVisible(false);
    int[] index = IntStream.range(0, values.rows).toArray();
    int[][] cells = new int[values.rows][values.cols];
    double most = Arrays.stream(values.data).map(Math::abs).max().orElse(1.0);
    for (int i = 0; i < values.rows; i++) {
      for (int j = 0; j < values.cols; j++) {
        cells[i][j] = (int) Math.round(1000 * Math.sqrt(Math.abs(values.get(i, j)) / most));
      }
    }
    chart.addSeries("root of |covariance|, thousandths of the largest", index, index, cells);
    Files.createDirectories(file.getParent());
    BitmapEncoder.saveBitmap(
        chart, file.toString().replaceAll("\\.png$", ""), BitmapEncoder.BitmapFormat.PNG);
  }
}
