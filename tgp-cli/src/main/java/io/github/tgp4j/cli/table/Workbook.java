package io.github.tgp4j.cli.table;

import io.github.tgp4j.text.Names;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLStreamException;

/**
 * An Excel workbook, {@code .xlsx}: a zip file of XML files. Java reads both by itself; why no
 * library does is in docs/decisions/0029-excel-workbooks.md.
 */
final class Workbook implements AutoCloseable {
  /** A sheet of rows and columns; sheets that are charts are not among them. */
  record Sheet(String name, String part, boolean visible) {}

  private record Link(String id, String type, String part) {}

  private final Path file;
  private final ZipFile zip;
  private List<Link> links = List.of();
  private final List<Sheet> sheets = new ArrayList<>();
  private boolean since1904;

  private Workbook(Path file, ZipFile zip) {
    this.file = file;
    this.zip = zip;
  }

  /**
   * Opens a file.
   *
   * @throws TableException if it is no workbook; the message says what it is instead
   */
  static Workbook open(Path file) {
    refuseOthers(file);
    try {
      Workbook book = new Workbook(file, new ZipFile(file.toFile()));
      try {
        book.readSheets();
        return book;
      } catch (IOException | XMLStreamException | RuntimeException e) {
        book.close();
        throw e;
      }
    } catch (IOException | XMLStreamException e) {
      throw broken(file, e);
    }
  }

  private static void refuseOthers(Path file) {
    byte[] head;
    try (InputStream in = Files.newInputStream(file)) {
      head = in.readNBytes(8);
    } catch (IOException e) {
      throw new TableException(file + ": cannot be read: " + e.getMessage(), e);
    }
    if (FileCheck.starts(head, 0xd0, 0xcf, 0x11, 0xe0)) {
      throw new TableException(
          file
              + ": expected an .xlsx workbook but this is an old one (.xls), or one with a"
              + " password; save it as .xlsx without a password, or as CSV");
    }
    if (!FileCheck.starts(head, 'P', 'K')) {
      throw new TableException(
          file
              + ": expected an .xlsx workbook but this is another kind of file; if it is text,"
              + " rename it to .csv");
    }
  }

  /** The exception for a file that cannot be read as a workbook. */
  static TableException broken(Path file, Exception e) {
    Throwable cause = e;
    while (cause.getCause() instanceof IOException
        || cause.getCause() instanceof XMLStreamException) {
      cause = cause.getCause();
    }
    String reason =
        cause instanceof EOFException
            ? "it ends too early"
            : cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return new TableException(
        file
            + ": broken Excel workbook: "
            + reason.replaceAll("\\s+", " ").strip()
            + "; get the file again, or save the sheet as CSV",
        e);
  }

  private void readSheets() throws IOException, XMLStreamException {
    String main = part(links("_rels/.rels", ""), "/officeDocument");
    if (main == null) {
      throw new IOException("it is a zip file without a workbook in it");
    }
    String folder = main.substring(0, main.lastIndexOf('/') + 1);
    links = links(folder + "_rels/" + main.substring(folder.length()) + ".rels", folder);
    try (XmlPart xml = open(main)) {
      while (xml.next()) {
        if (xml.isStart("workbookPr")) {
          since1904 = xml.flag("date1904");
        } else if (xml.isStart("sheet")) {
          addSheet(xml.attribute("name"), xml.attribute("id"), xml.attribute("state"));
        }
      }
    }
    if (sheets.isEmpty()) {
      throw new IOException("it has no sheet with cells");
    }
  }

  private void addSheet(String name, String id, String state) {
    for (Link link : links) {
      if (link.id.equals(id) && link.type.endsWith("/worksheet")) {
        boolean visible = state == null || state.equals("visible");
        sheets.add(new Sheet(String.valueOf(name), link.part, visible));
      }
    }
  }

  /** Which files belong to one of them: the workbook to the zip file, sheets to the workbook. */
  private List<Link> links(String name, String folder) throws IOException, XMLStreamException {
    List<Link> found = new ArrayList<>();
    try (XmlPart xml = open(name)) {
      while (xml.next()) {
        String target = xml.isStart("Relationship") ? xml.attribute("Target") : null;
        if (target != null) {
          String path = target.startsWith("/") ? target.substring(1) : folder + target;
          String plain = path.replaceAll("[^/]+/\\.\\./", "");
          String type = String.valueOf(xml.attribute("Type"));
          found.add(new Link(String.valueOf(xml.attribute("Id")), type, plain));
        }
      }
    }
    return found;
  }

  private static String part(List<Link> links, String kind) {
    for (Link link : links) {
      if (link.type.endsWith(kind)) {
        return link.part;
      }
    }
    return null;
  }

  private XmlPart open(String part) throws IOException, XMLStreamException {
    ZipEntry entry = zip.getEntry(part);
    if (entry == null) {
      throw new IOException("it lacks " + part);
    }
    return new XmlPart(zip, entry);
  }

  /**
   * A sheet by its name or its number from 1 on.
   *
   * @param wanted null for the first one that is not hidden
   */
  Sheet sheet(String wanted) {
    if (wanted == null) {
      return sheets.stream().filter(Sheet::visible).findFirst().orElse(sheets.get(0));
    }
    List<String> names = sheets.stream().map(Sheet::name).toList();
    int at = names.indexOf(wanted);
    if (at < 0 && wanted.matches("\\d{1,6}")) {
      at = Integer.parseInt(wanted) - 1;
    }
    if (at < 0 || at >= sheets.size()) {
      throw new TableException(file + ": --sheet: " + Names.unknown("sheet", wanted, names));
    }
    return sheets.get(at);
  }

  /** How many sheets are not hidden. */
  long visibleSheets() {
    return sheets.stream().filter(Sheet::visible).count();
  }

  /** Copies the cells of a sheet to a CSV file, whose first line has the names of the columns. */
  SheetCopy copy(Sheet sheet, Path csv) {
    SheetCopy copy = copy(sheet, csv, new BitSet());
    BitSet mixed = copy.mixedDates();
    return mixed.isEmpty() ? copy : copy(sheet, csv, mixed);
  }

  private SheetCopy copy(Sheet sheet, Path csv, BitSet withTimes) {
    try (XmlPart styles = optional("/styles");
        XmlPart texts = optional("/sharedStrings");
        XmlPart cells = open(sheet.part);
        SheetCopy copy = new SheetCopy(csv, withTimes)) {
      CellFormats formats = CellFormats.of(styles, since1904);
      new SheetReader(cells, SharedTexts.of(texts), formats).read(copy);
      copy.finish();
      return copy;
    } catch (IOException | XMLStreamException e) {
      throw broken(file, e);
    } catch (TableException e) {
      throw new TableException(file + ": sheet " + sheet.name + ": " + e.getMessage(), e);
    }
  }

  private XmlPart optional(String kind) throws IOException, XMLStreamException {
    String part = part(links, kind);
    return part == null ? null : open(part);
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException e) {
      throw new TableException(file + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
