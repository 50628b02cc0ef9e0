package io.github.tgp4j.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Help whose options stand under headings, those that most people need first. In the order of the
 * alphabet, {@code --target} came after thirty that few need.
 */
final class GroupedHelp {
  private static final String OTHERS = "Options";
  private static final String BY_HAND = "A model of your own choice (docs/guide.md says more)";

  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("What to predict", List.of("--target", "--features", "--exclude"));
    GROUPS.put(
        "How much to spend",
        List.of("--quality", "--time-limit", "--single", "--threads", "--device", "--spark"));
    GROUPS.put(
        "How good it is",
        List.of(
            "--validate",
            "--validation",
            "--calibrate",
            "--models",
            "--folds",
            "--splits",
            "--split",
            "--seed"));
    GROUPS.put(
        "Results",
        List.of(
            "--out",
            "--report",
            "--json",
            "--force",
            "--resume",
            "--checkpoint",
            "--config",
            "--save-config",
            "--log",
            "--help"));
    GROUPS.put(
        "How the table is read",
        List.of("--sheet", "--delimiter", "--decimal", "--encoding", "--infer-all", "--sql"));
  }

  private GroupedHelp() {}

  /** Gives a command such a help, and a first line without all its options. */
  static void applyTo(CommandLine command) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    usage.abbreviateSynopsis(true);
    usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, GroupedHelp::options);
    usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, GroupedHelp::parameters);
  }

  private static String parameters(Help help) {
    WholeWords layout = new WholeWords(help);
    layout.addPositionalParameters(
        help.commandSpec().positionalParameters(), help.parameterLabelRenderer());
    return layout.toString();
  }

  private static String options(Help help) {
    boolean model = help.commandSpec().findOption("--kernel") != null;
    Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
    if (!model) {
      groups.put(OTHERS, new ArrayList<>());
    }
    GROUPS.keySet().forEach(title -> groups.put(title, new ArrayList<>()));
    groups.put(BY_HAND, new ArrayList<>());
    for (OptionSpec option : help.commandSpec().options()) {
      groups.get(title(option, model)).add(option);
    }
    StringBuilder out = new StringBuilder();
    groups.forEach(
        (title, options) -> {
          if (!options.isEmpty()) {
            out.append(String.format("%n%s:%n", title)).append(shown(help, title, options));
          }
        });
    return out.toString();
  }

  /** Commands without a model to choose have few options: only those of the table stand apart. */
  private static String title(OptionSpec option, boolean model) {
    for (Map.Entry<String, List<String>> group : GROUPS.entrySet()) {
      if (group.getValue().contains(option.longestName())) {
        return model || group.getValue().contains("--sheet") ? group.getKey() : OTHERS;
      }
    }
    return model ? BY_HAND : OTHERS;
  }

  /** By the alphabet, but for the option that the others depend on. */
  private static String rank(OptionSpec option) {
    return option.longestName().equals("--model") ? "" : option.longestName();
  }

  private static String shown(Help help, String title, List<OptionSpec> options) {
    List<String> order = GROUPS.getOrDefault(title, List.of());
    options.sort(
        (a, b) ->
            order.isEmpty()
                ? rank(a).compareTo(rank(b))
                : order.indexOf(a.longestName()) - order.indexOf(b.longestName()));
    WholeWords layout = new WholeWords(help);
    layout.addOptions(options, help.parameterLabelRenderer());
    return layout.toString();
  }

  /**
   * Options and parameters side by side with their texts, which begin in the same column in all
   * groups. Lines end at blanks only: picocli would also cut {@code .json} behind its dot and
   * {@code 'kl(0.5)'} before the parenthesis. While it lays texts out, punctuation is hidden behind
   * characters for private use, which it takes for letters.
   */
  private static final class WholeWords extends Help.Layout {
    private static final int PRIVATE = 0xE000;
    private static final int ASCII = 0x80;

    private final Help.Ansi ansi;

    WholeWords(Help help) {
      super(
          help.colorScheme(),
          Help.TextTable.forDefaultColumns(
              help.colorScheme(),
              help.calcLongOptionColumnWidth(
                  help.commandSpec().options(),
                  help.commandSpec().positionalParameters(),
                  help.colorScheme()),
              help.commandSpec().usageMessage().width()));
      this.ansi = help.ansi();
    }

    @Override
    public void layout(ArgSpec option, Help.Ansi.Text[][] cells) {
      for (Help.Ansi.Text[] row : cells) {
        int last = row.length - 1;
        row[last] = ansi.new Text(hidden(row[last].plainString()));
      }
      super.layout(option, cells);
    }

    @Override
    public String toString() {
      return super.toString()
          .codePoints()
          .map(c -> c >= PRIVATE && c < PRIVATE + ASCII ? c - PRIVATE : c)
          .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
          .toString();
    }

    private static String hidden(String text) {
      return text.codePoints()
          .map(c -> c > ' ' && c < ASCII && !Character.isLetterOrDigit(c) ? c + PRIVATE : c)
          .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
          .toString();
    }
  }
}
