package io.github.tgp4j.cli.report;

import java.util.ArrayList;
import java.util.List;

/** The parts of the page in their order, the answer first; those without data are left out. */
final class Sections {
  private Sections() {}

  static List<Section> of(Report report) {
    List<Section> all = new ArrayList<>();
    if (report.answer() != null) {
      all.add(AnswerSection.of(report.answer()));
    }
    Report.Inputs inputs = report.inputs();
    if (inputs.importance() != null && inputs.importance().names().size() > 1) {
      all.add(ImportanceSection.of(inputs.importance()));
    }
    if (!inputs.dependence().isEmpty()) {
      all.add(DependenceSection.of(inputs.dependence()));
    }
    if (inputs.series() != null) {
      all.add(SeriesSection.of(inputs.series()));
    }
    if (inputs.whatIf() != null) {
      all.add(WhatIfSection.of(inputs.whatIf()));
    }
    addChecks(all, report.checks());
    if (report.scores() != null) {
      all.add(scores(report.scores()));
    }
    if (!report.notes().isEmpty()) {
      all.add(notes(report.notes()));
    }
    if (!report.technical().facts().isEmpty() || !report.technical().flows().isEmpty()) {
      all.add(technical(report.technical()));
    }
    return all;
  }

  private static void addChecks(List<Section> all, Report.Checks checks) {
    if (checks.predicted() != null) {
      all.add(PredictedSection.of(checks.predicted(), checks.histogram()));
    }
    if (checks.calibration() != null) {
      all.add(CalibrationSections.numbers(checks.calibration()));
    }
    if (checks.classes() != null) {
      all.add(ClassSections.counts(checks.classes()));
      all.add(ClassSections.probabilities(checks.classes()));
    }
    if (checks.worst() != null) {
      all.add(worst(checks.worst()));
    }
  }

  private static Section worst(Report.Worst worst) {
    Section section = new Section("worst", "Rows predicted worst");
    section.paragraph(worst.summary());
    return section.markup(Tables.html("worst", worst.columns(), worst.rows()));
  }

  private static Section scores(Report.Scores scores) {
    Section section = new Section("models", "Beside guessing and other models");
    section.paragraph(scores.summary());
    section.markup(ScoreTable.html(scores));
    if (!scores.tried().isEmpty()) {
      section.fold("Other models that were tried");
      section.paragraph(
          "By the NLL of held-out rows; smaller is better. Where the target is whole or rounded"
              + " numbers, it is by the probability of the number observed, not by a density as"
              + " above.");
      List<List<String>> rows = new ArrayList<>();
      for (Report.Score tried : scores.tried()) {
        rows.add(List.of(tried.model(), tried.spec(), Numbers.text(tried.values()[0])));
      }
      section.markup(Tables.html("tried", List.of("model", "in the model language", "NLL"), rows));
    }
    return section.unfold();
  }

  private static Section notes(List<String> notes) {
    StringBuilder list = new StringBuilder("<div class=\"card\"><ul>\n");
    for (String note : notes) {
      list.append("<li>").append(Section.escape(note)).append("</li>\n");
    }
    return new Section("notes", "What was decided about the data")
        .markup(list.append("</ul></div>").toString());
  }

  private static Section technical(Report.Technical technical) {
    Section section = new Section("technical", "Technical details");
    section.fold("For readers who know Gaussian processes: settings, learnt functions, training");
    if (!technical.facts().isEmpty()) {
      StringBuilder facts = new StringBuilder("<div class=\"card facts\"><dl>\n");
      for (Report.Fact fact : technical.facts()) {
        facts.append("<dt>").append(Section.escape(fact.label())).append("</dt><dd>");
        facts.append(Section.escape(fact.value())).append("</dd>\n");
      }
      section.markup(facts.append("</dl></div>").toString());
    }
    if (!technical.flows().isEmpty()) {
      LearntSections.flows(section, technical.flows());
    }
    if (technical.latent() != null) {
      LearntSections.latent(section, technical.latent());
    }
    if (technical.training() != null && technical.training().steps().length > 1) {
      TrainingSection.add(section, technical.training());
    }
    return section.unfold();
  }
}
