package io.github.tgp4j.cli.table;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/** The texts of a workbook, which its cells name by number. They are kept in memory. */
final class SharedTexts {
  private static final int OBJECT = 64; // bytes that a text takes beside its letters

  private final List<String> texts = new ArrayList<>();

  /**
   * Reads them.
   *
   * @param part null where there are none
   */
  static SharedTexts of(XmlPart part) throws XMLStreamException {
    SharedTexts shared = new SharedTexts();
    long most = Runtime.getRuntime().maxMemory() / 4;
    long bytes = 0;
    while (part != null && part.next()) {
      if (part.isStart("si")) {
        String text = part.text("rPh"); // how a text is spoken, in Japanese
        bytes += OBJECT + 2L * text.length();
        if (bytes > most) {
          throw new TableException(
              "its texts take more than a quarter of the memory; save the sheet as CSV, or give Java"
                  + " more memory (TGP_MEMORY=4g)");
        }
        shared.texts.add(text);
      }
    }
    return shared;
  }

  /** A text by its number, null if there is no such. */
  String get(String number) {
    try {
      int at = Integer.parseInt(number.strip());
      return at >= 0 && at < texts.size() ? texts.get(at) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
