import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var stories: Command {
    Command(
      "stories",
      summary: "List your stories.",
      discussion: """
        Newest first. --search finds stories that match all words in title, series, author or \
        narrator, each as a whole word or the start of one.
        """,
      examples: [
        Example("cairn stories", "all of them"),
        Example(
          "cairn stories --group \"In Our Time\"",
          "by series, or by author"
        ),
        Example("cairn stories --search \"austen emma\"", "search all fields"),
      ],
      options: [
        .value("search", "WORDS", "Only stories that match all these words."),
        .value(
          "group",
          "NAME",
          "Only stories of this series or author.",
          completion: .live("groups")
        ),
        .flag("favourites", "Only favourites."),
        .flag("deleted", "Only deleted stories; restore one with `cairn story restore`."),
        .value("limit", "N", "Maximum number of rows (all)."),
      ],
      action: { invocation, context in
        let limit = try invocation.hasLimit ? invocation.limit() : 100_000
        return try await context.withLog { log in
          if invocation.flag("deleted") {
            let rows = try await log.deletedStories()
            return context.show(Array(rows.prefix(limit)))
          }
          var filter = StoryFilter()
          filter.isFavorite = invocation.flag("favourites") ? true : nil
          (filter.group, filter.limit) = (invocation.value("group"), limit)
          guard let words = invocation.value("search") else {
            return context.show(try await log.stories(filter))
          }
          let found = try await log.stories(holding: words, limit: 100_000).filter { row in
            (filter.isFavorite.map { $0 == row.isFavorite } ?? true)
              && (filter.group.map { $0 == row.group } ?? true)
          }
          return context.show(Array(found.prefix(limit)))
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ rows: [StoryRow]) -> ExitCode {
    if wantsData {
      output.print(data: rows)
    } else if rows.isEmpty {
      output.info("No stories.")
    } else {
      output.print(table(rows))
    }
    return rows.isEmpty ? .refused : .done
  }

  fileprivate func show(_ rows: [DeletedStoryRow]) -> ExitCode {
    if wantsData {
      output.print(data: rows)
    } else if rows.isEmpty {
      output.info("No deleted stories.")
    } else {
      var table = Table(.init("id"), .init("story", canShrink: true), .init("time"))
      for row in rows {
        let listenedText = self.listenedText(row.sessions, row.seconds)
        table.append(.init(row.shortID.text, .dim), .init(row.title), .init(listenedText))
      }
      output.print(table)
    }
    return rows.isEmpty ? .refused : .done
  }

  /// Returns stories as a table.
  func table(_ rows: [StoryRow]) -> Table {
    var table = Table(
      .init("id"),
      .init("story", canShrink: true),
      .init("by", canShrink: true),
      .init("length", isNumber: true),
      .init("time", isNumber: true),
      .init("finished", isNumber: true),
      .init("to", isNumber: true)
    )
    for row in rows {
      table.append(
        .init(row.shortID.text, .dim),
        .init(row.title + (row.isFavorite ? " ★" : "")),
        .init(row.author ?? row.series ?? ""),
        .init(row.duration?.audioText ?? ""),
        .init(row.sessions > 0 ? text(.seconds(row.seconds)) : ""),
        .init(row.completed > 0 ? "\(row.completed)×" : ""),
        .init(row.position?.audioText ?? "")
      )
    }
    return table
  }

  /// Returns `1h 05m in 2 sessions`.
  func listenedText(_ sessions: Int64, _ seconds: Int64) -> String {
    "\(text(.seconds(seconds))) in \(counted(sessions, "session"))"
  }

  /// Returns a story in one line: `“Emma” by Jane Austen (k3f9ab), 16:39:00`.
  func summary(_ row: StoryRow) -> String {
    let by = row.author.map { " by \($0)" } ?? ""
    let length = row.duration.map { ", \($0.audioText)" } ?? ""
    let favorite = row.isFavorite ? ", a favourite" : ""
    return "“\(row.title)”\(by) (\(row.shortID.text))\(length)\(favorite)".visible
  }

  /// Shows a story in full, or in one line after the change `done`.
  func show(_ id: Identifier<Story>, _ done: String?, in log: Log) async throws -> ExitCode {
    guard let row = try await log.story(id) else { return .refused }
    if wantsData {
      output.print(data: row)
    } else if let done {
      output.info("\(done): \(summary(row))")
    } else {
      show(row)
    }
    return .done
  }

  private func show(_ row: StoryRow) {
    output.print(
      output.style.paint(row.title.visible, .title)
        + (row.author.map { " by \($0.visible)" } ?? "")
    )
    let completed = row.completed > 0 ? ", \(row.completed) finished" : ""
    let facts: [(String, String?)] = [
      ("id", row.shortID.text), ("series", row.series), ("narrator", row.narrator),
      ("length", row.duration?.audioText), ("favourite", row.isFavorite ? "yes" : nil),
      ("added", row.added.map(text)),
      (
        "listened",
        row.sessions > 0 ? listenedText(row.sessions, row.seconds) + completed : "not yet"
      ),
      ("position", positionText(row)), ("last played", row.lastPlayed.map(text)),
    ]
    for (name, value) in facts {
      guard let value else { continue }
      output.print("  \(name.padded(to: 13))\(value.visible)")
    }
    for (index, line) in (row.notes ?? "").split(separator: "\n").enumerated() {
      output.print("  \((index == 0 ? "notes" : "").padded(to: 13))\(String(line).visible)")
    }
  }

  /// Returns the current position and its share of the audio: `0:20:00, 13.33 %`.
  private func positionText(_ row: StoryRow) -> String? {
    let share = row.sessions > 0 ? StoryProgress(row.soFar).share.map(percent) : nil
    let words = [row.position?.audioText, share].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
