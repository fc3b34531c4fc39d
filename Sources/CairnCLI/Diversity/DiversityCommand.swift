import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var diversity: Command {
    Command(
      "diversity",
      summary: "Show the diversity of your books.",
      discussion: """
        Without an argument, shows all dimensions and what is missing; with a dimension, its \
        categories. Unknown values are listed but not part of any share. With a period, the library \
        is the books added in it.
        """,
      examples: [
        Example("cairn diversity", "the whole library"),
        Example("cairn diversity --scope finished --year", "books finished this year"),
        Example(
          "cairn diversity cultural --why \(Category.regions[2].label)",
          "the books behind a number"
        ),
        Example("cairn diversity --chart completeness --svg known.svg", "an image"),
        Example("cairn diversity --by-year", "changes by year"),
        Example("cairn diversity gender --chart trend", "one dimension by year, as bars"),
      ],
      arguments: [
        .optional(
          "dimension",
          "The dimension: \(Dimension.all.map(\.name).joined(separator: ", ")).",
          completion: .values(Dimension.all.map(\.name))
        )
      ],
      options: .period + [
        .value(
          "scope",
          "SCOPE",
          "library, started or finished.",
          completion: .values(DiversityScope.all.map(\.name))
        ),
        .value(
          "why",
          "CATEGORY",
          "List the books of a category, or of unknown.",
          completion: .live("categories")
        ),
        .value(
          "chart",
          "CHART",
          "completeness, representation or trend.",
          completion: .values(charts)
        ),
        .flag("by-year", "Show one row per year."), .table, .svg, .pixels,
        .list(["dimensions", "dimensions.categories"]),
      ],
      action: { invocation, context in
        let scope = try invocation.choice("scope", of: DiversityScope.self) ?? .library
        let dimension = try invocation.choice("dimension", of: Dimension.self)
        let chart = try invocation.choice("chart", of: charts)
        try invocation.requireDiversity(scope, dimension, chart)
        return try await context.withLog { log in
          if chart == "trend" {
            return try await context.showTrend(scope, dimension, invocation, in: log)
          }
          if invocation.flag("by-year") {
            return try await context.showYears(scope, dimension, in: log)
          }
          let span = try await context.span(invocation, in: log)
          let found = try await Diversity(of: log, scope, in: span.days)
          if let word = invocation.value("why") {
            try context.showWhy(word, dimension, found)
          } else if context.wantsData, invocation.value("svg") == nil {
            context.output.print(data: DiversityReport(found, span.name))
          } else if let dimension {
            try context.show(found.spread(dimension).chart, invocation)
          } else if let chart {
            try context.show(found.chart(named: chart), invocation)
          } else if ["svg", "table"].contains(where: invocation.isGiven) {
            try context.show(found.completenessChart, invocation)
          } else {
            context.printText(found, span)
          }
          return found.books.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var charts: [String] { ["completeness", "representation", "trend"] }
}

extension Invocation {
  /// Throws `usage.value` for options that would otherwise be ignored silently.
  fileprivate func requireDiversity(
    _ scope: DiversityScope,
    _ dimension: Dimension?,
    _ chart: String?
  ) throws(CairnError) {
    if let chart, chart != "trend", let dimension {
      throw CairnError(
        "usage.value",
        "The chart \(chart) shows all dimensions, not only \(dimension.name).",
        hint: "Remove one of them."
      )
    }
    guard flag("by-year") || chart == "trend", isGiven("scope"), scope == .library else { return }
    throw CairnError(
      "usage.value",
      "--by-year works for started or finished books, not for the library.",
      hint: "Add --scope started or --scope finished."
    )
  }
}

extension Diversity {
  fileprivate func chart(named name: String) -> DiversityRadar {
    name == "representation" ? representationChart : completenessChart
  }
}

extension CommandContext {
  fileprivate func show(_ chart: some TextBarChart, _ invocation: Invocation) throws(CairnError) {
    try show(chart, invocation, data: JSON.null) {
      lines(chart.title, chart.bars, names: chart.bars.map { $0.label.visible })
    }
  }

  /// Prints all dimensions with their completeness and share.
  fileprivate func printText(_ found: Diversity, _ span: Span) {
    guard !found.books.isEmpty else { return output.info(DiversityText.noBooksThere) }
    let books = counted(found.books.count, "book")
    let known = found.completeness.value.map(percent) ?? "0 %"
    let period = found.days == nil ? "" : ", \(span.name)"
    output.print(heading: "Diversity of \(found.scope.label)\(period)")
    output.print("  \(books), \(known) of details filled in")
    output.print("")
    var table = Table(
      .init("dimension"),
      .init("known", isNumber: true),
      .init("share", isNumber: true),
      .init("", canShrink: true)
    )
    for spread in found.spreads
    where Dimension.core.contains(spread.dimension) || spread.known > .zero {
      table.append(
        .init(spread.dimension.label),
        .init(spread.completeness.map(percent) ?? ""),
        .init(spread.score.map(percent) ?? "", .accent),
        .init(spread.score == nil ? DiversityText.nothingKnownYet : spread.scoreText)
      )
    }
    output.print(table)
    printText(found.exclusions)
    let columns = output.standardOutput.columns ?? 80
    if !found.gaps.isEmpty { output.print("") }
    for gap in found.gaps { output.print(lines: TextLayout.wrap(gap.visible, width: columns)) }
  }

  /// Shows the books in a category of a dimension, or those with an unknown value.
  fileprivate func showWhy(
    _ word: String,
    _ dimension: Dimension?,
    _ found: Diversity
  ) throws(CairnError) {
    guard let dimension else {
      throw CairnError(
        "usage.missing",
        "--why needs a dimension, and none is given.",
        hint:
          "For example: `cairn diversity cultural --why \(Category.regions[2].label)`."
      )
    }
    let value =
      folded(word) == folded(DiversityText.unknown) ? nil : try dimension.value(typed: word)
    let books = found.books(dimension, in: value)
    if wantsData { return output.print(data: books) }
    let insight = Insight.representation.definition
    output.print(lines: TextLayout.wrap(insight, width: output.standardOutput.columns ?? .max))
    guard !books.isEmpty else { return output.info("No books.") }
    for book in books {
      let writers = book.writers.map(\.name).joined(separator: ", ")
      output.print(
        "  \(ShortID(book.entry.record).text)  \(book.title.visible)  \(writers.visible)"
      )
    }
  }

  /// Shows the shares per year as bars, a table or a picture.
  fileprivate func showTrend(
    _ scope: DiversityScope,
    _ dimension: Dimension?,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> ExitCode {
    let scope = scope == .library ? .finished : scope
    let years = try await DiversityYear.all(scope, log)
    if wantsData, invocation.value("svg") == nil {
      output.print(data: years.map { DiversityReport($0.diversity, String($0.year)) })
    } else if years.isEmpty {
      output.info(DiversityText.noYears)
    } else {
      let shown = dimension.map { [$0] } ?? Dimension.core
      try show(DiversityTrendChart(years, shown, scope: scope), invocation)
    }
    return years.isEmpty ? .refused : .done
  }

  /// Shows a row per year with all dimensions, or with the shares of one.
  fileprivate func showYears(
    _ scope: DiversityScope,
    _ dimension: Dimension?,
    in log: Log
  ) async throws -> ExitCode {
    let years = try await DiversityYear.all(scope == .library ? .finished : scope, log)
    if wantsData {
      output.print(data: years.map { DiversityReport($0.diversity, String($0.year)) })
      return years.isEmpty ? .refused : .done
    }
    guard !years.isEmpty else {
      output.info(DiversityText.noYears)
      return .refused
    }
    let shown = dimension.map { [$0] } ?? Dimension.core
    let names = ["books", "known"] + shown.map { $0.noun }
    var table = Table([Table.Column("year")] + names.map { Table.Column($0, isNumber: true) })
    for one in years {
      let known = one.diversity.knownShare.map(percent) ?? ""
      let cells = shown.map { one.diversity.spread($0).score.map(percent) ?? "" }
      let head = [String(one.year), String(one.diversity.books.count), known]
      table.append((head + cells).map { Table.Cell($0) })
    }
    output.print(table)
    return .done
  }
}
