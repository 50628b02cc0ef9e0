package io.github.tgp4j.benchmarks.plots;

import io.github.tgp4j.linalg.Matrix;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import javax.imageio.ImageIO;

/**
 * The sizes of a matrix's elements as shades, of their roots so that small ones show. The cells are
 * a picture within the SVG: ten thousand rectangles would be a large file.
 */
public final class HeatMap {
  private static final int SIDE = 320;
  private static final int LEFT = 20;
  private static final int TOP = 34;

  private HeatMap() {}

  public static void save(String title, Matrix values, Path file) throws IOException {
    double most = Arrays.stream(values.data).map(Math::abs).max().orElse(1.0);
    Svg svg = new Svg(SIDE + 150, SIDE + TOP + 20);
    svg.text((SIDE + 150) / 2.0, 20, title, Svg.TITLE, Svg.Anchor.MIDDLE, "font-weight=bold");
    picture(svg, LEFT, SIDE, shades(values, most));
    svg.rectangle(LEFT, TOP, SIDE, SIDE, "fill=none, stroke=#888888");
    Matrix bar = Matrix.zeros(100, 1);
    for (int i = 0; i < 100; i++) {
      bar.data[i] = most * (1 - i / 99.0) * (1 - i / 99.0); // its root falls evenly
    }
    double left = LEFT + SIDE + 20;
    picture(svg, left, 18, shades(bar, most));
    for (double share : new double[] {0, 0.25, 0.5, 0.75, 1}) {
      String value = String.format(Locale.ROOT, "%.2g", most * share * share);
      double y = TOP + SIDE * (1 - share);
      svg.text(left + 24, y + 4, value, Svg.SMALL, Svg.Anchor.START, "class=tick");
    }
    svg.save(file);
  }

  private static BufferedImage shades(Matrix values, double most) {
    BufferedImage image = new BufferedImage(values.cols, values.rows, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < values.rows; i++) {
      for (int j = 0; j < values.cols; j++) {
        double share = Math.sqrt(Math.abs(values.get(i, j)) / most);
        image.setRGB(
            j, i, shade(255, 8, share) << 16 | shade(255, 48, share) << 8 | shade(255, 107, share));
      }
    }
    return image;
  }

  private static int shade(int none, int full, double share) {
    return (int) Math.round(none + share * (full - none));
  }

  private static void picture(Svg svg, double left, double width, BufferedImage image)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    svg.raw(
        String.format(
            Locale.ROOT,
            "<image x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" preserveAspectRatio=\"none\""
                + " image-rendering=\"pixelated\" href=\"data:image/png;base64,%s\"/>",
            left,
            TOP,
            width,
            SIDE,
            Base64.getEncoder().encodeToString(bytes.toByteArray())));
  }
}
