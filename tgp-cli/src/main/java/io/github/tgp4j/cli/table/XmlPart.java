package io.github.tgp4j.cli.table;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * One XML file of a workbook, element by element. Files come from strangers: there are no document
 * types and no entities of their own, and what unpacks to far more than any table does is refused.
 */
final class XmlPart implements AutoCloseable {
  /** Longest text of a cell; Excel's own limit is 32,767. */
  private static final int TEXT = 1 << 20;

  private static final XMLInputFactory FACTORY = factory();

  private final XMLStreamReader xml;
  private final InputStream in;

  XmlPart(ZipFile zip, ZipEntry entry) throws IOException, XMLStreamException {
    this.in = new Unpacked(zip.getInputStream(entry), entry.getCompressedSize());
    this.xml = FACTORY.createXMLStreamReader(in);
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    return factory;
  }

  /** Goes to the next beginning or end of an element; false at the end of the file. */
  boolean next() throws XMLStreamException {
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.END_ELEMENT) {
        return true;
      }
    }
    return false;
  }

  boolean isStart(String name) {
    return xml.isStartElement() && xml.getLocalName().equals(name);
  }

  boolean isEnd(String name) {
    return xml.isEndElement() && xml.getLocalName().equals(name);
  }

  /** An attribute, whatever its name space; null if there is none. */
  String attribute(String name) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equals(name)) {
        return xml.getAttributeValue(i);
      }
    }
    return null;
  }

  /** An attribute that is true or false; false if there is none. */
  boolean flag(String name) {
    String value = attribute(name);
    return value != null && Set.of("1", "true", "on").contains(value);
  }

  /** The text inside this element, without what is inside elements called {@code left}. */
  String text(String left) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    int depth = 1;
    int out = 0; // depth at which an element to leave out began
    while (depth > 0) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          depth++;
          out = out == 0 && xml.getLocalName().equals(left) ? depth : out;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          out = out == depth ? 0 : out;
          depth--;
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          if (out == 0) {
            text.append(xml.getText());
          }
        }
        default -> {} // comments and the like
      }
      if (text.length() > TEXT) {
        throw new XMLStreamException("a text of more than " + TEXT + " letters");
      }
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Ends with an error where a file unpacks to what only a zip bomb does. */
  private static final class Unpacked extends FilterInputStream {
    private static final long ALWAYS = 64L << 20;
    private static final int RATIO = 300;
    private static final int ONE_TOKEN = 8 << 20;

    private final long packed;
    private long unpacked;
    private long token; // bytes since the last <

    Unpacked(InputStream in, long packed) {
      super(in);
      this.packed = packed;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int at, int count) throws IOException {
      int n = super.read(to, at, count);
      for (int i = 0; i < n; i++) {
        token = to[at + i] == '<' ? 0 : token + 1;
      }
      unpacked += Math.max(0, n);
      if (token > ONE_TOKEN || unpacked > ALWAYS && unpacked / RATIO > packed) {
        throw new ZipException(
            "it unpacks to far more than a table does (%,d MB so far)".formatted(unpacked >> 20));
      }
      return n;
    }
  }
}
