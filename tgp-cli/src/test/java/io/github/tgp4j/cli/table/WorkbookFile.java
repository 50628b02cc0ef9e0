package io.github.tgp4j.cli.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes small workbooks, of the XML that spreadsheet programs write. */
public final class WorkbookFile {
  private static final String MAIN =
      " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
  private static final String LINKS =
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  private static final String PACKAGE =
      " xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"";

  private final Map<String, String> sheets = new LinkedHashMap<>();
  private final StringBuilder texts = new StringBuilder();
  private final StringBuilder formats = new StringBuilder();
  private final StringBuilder styles = new StringBuilder("<xf numFmtId=\"0\"/>");
  private String properties = "";
  private String states = "";
  private int count;

  /** Adds a sheet of rows in XML. */
  public WorkbookFile sheet(String name, String... rows) {
    sheets.put(name, String.join("", rows));
    return this;
  }

  /** A row of cells in XML, without addresses. */
  public static String row(String... cells) {
    return "<row>" + String.join("", cells) + "</row>";
  }

  /** A cell with a number. */
  public static String number(Object value) {
    return "<c><v>" + value + "</v></c>";
  }

  /** A cell with a text of its own. */
  public static String text(String text) {
    return "<c t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
  }

  /** Adds a shared text; cells name them by their number. */
  WorkbookFile shared(String... content) {
    for (String each : content) {
      texts.append("<si>").append(each).append("</si>");
    }
    return this;
  }

  /** Adds a style of a format's number, which cells name from 1 on. */
  WorkbookFile style(int format) {
    styles.append("<xf numFmtId=\"").append(format).append("\"/>");
    return this;
  }

  /** Adds a style of a format in letters. */
  WorkbookFile style(String format) {
    int id = 164 + count++;
    formats.append(
        "<numFmt numFmtId=\"%d\" formatCode=\"%s\"/>"
            .formatted(id, format.replace("\"", "&quot;")));
    return style(id);
  }

  WorkbookFile since1904() {
    properties = "<workbookPr date1904=\"1\"/>";
    return this;
  }

  /** Hides the first sheet. */
  WorkbookFile firstHidden() {
    states = " state=\"hidden\"";
    return this;
  }

  /** Writes the file. */
  public Path write(Path file) throws IOException {
    StringBuilder names = new StringBuilder();
    StringBuilder links = new StringBuilder();
    Map<String, String> parts = new LinkedHashMap<>();
    int n = 0;
    for (Map.Entry<String, String> sheet : sheets.entrySet()) {
      n++;
      names.append(
          "<sheet name=\"%s\" sheetId=\"%d\" r:id=\"rId%d\"%s/>"
              .formatted(sheet.getKey(), n, n, n == 1 ? states : ""));
      links.append(link("rId" + n, "worksheet", "worksheets/sheet" + n + ".xml"));
      parts.put(
          "xl/worksheets/sheet" + n + ".xml",
          "<worksheet" + MAIN + "><sheetData>" + sheet.getValue() + "</sheetData></worksheet>");
    }
    links.append(link("rId98", "styles", "styles.xml"));
    links.append(link("rId99", "sharedStrings", "/xl/sharedStrings.xml"));
    String main = link("rId1", "officeDocument", "xl/workbook.xml");
    parts.put("_rels/.rels", "<Relationships" + PACKAGE + ">" + main + "</Relationships>");
    parts.put(
        "xl/_rels/workbook.xml.rels",
        "<Relationships" + PACKAGE + ">" + links + "</Relationships>");
    parts.put(
        "xl/workbook.xml",
        "<workbook%s xmlns:r=\"%s\">%s<sheets>%s</sheets></workbook>"
            .formatted(MAIN, LINKS, properties, names));
    parts.put(
        "xl/styles.xml",
        "<styleSheet%s><numFmts>%s</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs>%s</cellXfs></styleSheet>"
            .formatted(MAIN, formats, styles));
    parts.put("xl/sharedStrings.xml", "<sst" + MAIN + ">" + texts + "</sst>");
    return zip(file, parts);
  }

  private static String link(String id, String type, String target) {
    return "<Relationship Id=\"%s\" Type=\"%s/%s\" Target=\"%s\"/>"
        .formatted(id, LINKS, type, target);
  }

  /** A zip file of texts. */
  static Path zip(Path file, Map<String, String> parts) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> part : parts.entrySet()) {
        zip.putNextEntry(new ZipEntry(part.getKey()));
        String declared = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + part.getValue();
        zip.write(declared.getBytes(StandardCharsets.UTF_8));
      }
    }
    return file;
  }
}
