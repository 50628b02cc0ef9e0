package io.github.tgp4j.cli.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Text files that are not UTF-8 are copied as UTF-8. Without a byte order mark, bytes that are no
 * UTF-8 are taken for Windows-1252, what western spreadsheets write (it has all letters of
 * Latin-1).
 */
final class TextEncoding {
  private static final Charset WESTERN = Charset.forName("windows-1252");

  private TextEncoding() {}

  /**
   * The file, or a copy of it as UTF-8.
   *
   * @param wanted null to see from the bytes
   * @param notes gets a sentence where the file is not UTF-8
   */
  static Path asUtf8(Path file, String wanted, Path copy, List<String> notes) {
    Charset charset = wanted == null ? detect(file) : ReadOptions.charset(wanted);
    if (charset.equals(StandardCharsets.UTF_8)) {
      return file;
    }
    if (wanted == null) {
      notes.add(
          "the file is not UTF-8: read as "
              + charset.name()
              + " (if letters look wrong, name its encoding with --encoding)");
    }
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    try (InputStream in = FileCheck.open(file);
        Reader reader = new InputStreamReader(in, decoder);
        Writer writer = Files.newBufferedWriter(copy, StandardCharsets.UTF_8)) {
      char[] buffer = new char[1 << 16];
      boolean first = true;
      for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
        int mark = first && n > 0 && buffer[0] == '\uFEFF' ? 1 : 0;
        writer.write(buffer, mark, n - mark);
        first = false;
      }
      return copy;
    } catch (CharacterCodingException e) {
      throw new TableException(
          file
              + ": has bytes that are no letters in "
              + charset.name()
              + "; name its encoding with --encoding, or save it as UTF-8",
          e);
    } catch (IOException e) {
      throw new TableException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static Charset detect(Path file) {
    byte[] head;
    try (InputStream in = FileCheck.open(file)) {
      head = in.readNBytes(FileCheck.HEAD);
    } catch (IOException e) {
      throw FileCheck.unreadable(file, e);
    }
    if (FileCheck.starts(head, 0xff, 0xfe)) {
      return StandardCharsets.UTF_16LE;
    }
    if (FileCheck.starts(head, 0xfe, 0xff)) {
      return StandardCharsets.UTF_16BE;
    }
    CoderResult result =
        StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(head), CharBuffer.allocate(head.length + 1), false);
    return result.isError() ? WESTERN : StandardCharsets.UTF_8;
  }
}
