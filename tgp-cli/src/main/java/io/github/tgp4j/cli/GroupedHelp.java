package io.github.tgp4j.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
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
        List.of("--quality", "--time-limit", "--single", "--threads", "--device"));
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

  private static String shown(Help help, String title, List<OptionSpec> options) {
    List<String> order = GROUPS.getOrDefault(title, List.of());
    options.sort(
        (a, b) ->
            order.isEmpty()
                ? a.longestName().compareTo(b.longestName())
                : order.indexOf(a.longestName()) - order.indexOf(b.longestName()));
    Help.Layout layout = // of all options, so that texts begin in the same column in all groups
        help.createDefaultLayout(
            help.commandSpec().options(),
            help.commandSpec().positionalParameters(),
            help.colorScheme());
    layout.addOptions(options, help.parameterLabelRenderer());
    return layout.toString();
  }
}
