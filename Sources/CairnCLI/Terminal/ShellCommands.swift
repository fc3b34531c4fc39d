import Cairn
import CairnReports
import CairnStore
import Glibc

extension Command<CommandContext> {
  static var completion: Command {
    Command(
      "completion",
      summary: "Print a shell completion script.",
      printsJSON: false,
      examples: [
        Example("source <(cairn completion bash)", "for this shell"),
        Example("cairn completion fish > ~/.config/fish/completions/cairn.fish", "for all shells"),
      ],
      arguments: [
        .required(
          "shell",
          "The shell: bash, zsh or fish.",
          completion: .values(Shell.allCases.map(\.rawValue))
        )
      ],
      action: { invocation, context in
        let word = try invocation.choice("shell", of: Shell.allCases.map(\.rawValue))
        guard let shell = word.flatMap(Shell.init(rawValue:)) else { return .usage }
        context.output.print(Program.cairn(context.modules).completion(for: shell))
        return .done
      }
    )
  }

  static var man: Command {
    Command(
      "man",
      summary: "Write the manual pages to a directory.",
      printsJSON: false,
      examples: [Example("cairn man ~/.local/share/man/man1", "then `man cairn` works")],
      arguments: [
        .required("directory", "The directory; created if missing.", completion: .directories)
      ],
      action: { invocation, context in
        let directory = invocation.required("directory")
        try DataDirectory.make(directory)
        let pages = Program.cairn(context.modules).manPages()
        for page in pages {
          try Files.write([UInt8](page.text.utf8), to: "\(directory)/\(page.file)")
        }
        context.output.info("Wrote \(pages.count) pages.")
        return .done
      }
    )
  }

  /// The hidden command that completion scripts call for titles, session IDs and history entries.
  static var words: Command {
    completing(output: \.output) { context, source, prefix in
      guard access(context.directory.logFile, F_OK) == 0 else { return [] }
      return try await context.withLog { log in
        try await context.candidates(source, prefix, in: log)
      }
    }
  }
}

extension CommandContext {
  fileprivate func candidates(
    _ source: String,
    _ prefix: String,
    in log: Log
  ) async throws -> [Candidate] {
    switch source {
    case "titles":
      return try await log.books().map { Candidate($0.title, $0.authors ?? "") }
        .filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "stories":
      return try await log.stories().map { Candidate($0.title, $0.author ?? "") }
        .filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "deleted-stories":
      return try await log.deletedStories().map {
        Candidate($0.title, listenedText($0.sessions, $0.seconds))
      }
      .filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "groups":
      return try await Set(log.stories().compactMap(\.group)).sorted().map { Candidate($0) }
        .filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "deleted":
      return try await log.deletedBooks().map { Candidate($0.title, read($0.totals)) }
        .filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "shelves", "tags":
      let kind = source == "tags" ? LabelKind.tag : .shelf
      return try await log.labels(kind).map { Candidate($0.name, counted($0.books, "book")) }
        .filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "authors":
      return try await log.authors().map { Candidate($0.name, counted($0.books, "book")) }
        .filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "answers":
      return try await (log.questions().first?.choices ?? []).map { Candidate($0.label) }
        .filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "categories":
      return Dimension.all.flatMap(\.categories).map { Candidate($0.label) }
        .filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "ids":
      return try await log.sessions(SessionFilter(limit: 50)).map {
        Candidate($0.shortID.text, "\($0.title ?? $0.kind.name), \(text($0.startedAt))")
      }.filter { $0.value.hasPrefix(prefix) }
    case "session-tags":
      return try await log.tags(.tag, of: nil, in: LocalDay.first...LocalDay.last).map {
        Candidate($0.value, counted($0.times, "session"))
      }.filter { folded($0.value).hasPrefix(folded(prefix)) }
    case "entries":
      return try await log.history(limit: 50).map { Candidate($0.shortID.text, $0.title) }
        .filter { $0.value.hasPrefix(prefix) }
    case "periods", "months":
      let words = source == "periods" ? Self.periods : []
      return (words + (try await months(in: log))).map { Candidate($0) }
        .filter { $0.value.hasPrefix(folded(prefix)) }
    default:
      return try await climbingCandidates(source, in: log)
        .filter { folded($0.value).hasPrefix(folded(prefix)) }
    }
  }

  private static let periods = [
    "today", "yesterday", "week", "last week", "weekend", "month", "last month", "year",
    "last year",
    "last 7 days", "last 30 days",
  ]

  /// Returns the months and years since the first session, latest first.
  private func months(in log: Log) async throws -> [String] {
    let today = try await today(in: log)
    let first = try await log.firstDay() ?? today
    let months = Cadence.monthly.periods(in: min(first, today)...today, .monday).reversed()
    let years = Cadence.yearly.periods(in: min(first, today)...today, .monday).reversed()
    return months.map { String($0.lowerBound.text.prefix(7)) }
      + years.map { "\($0.lowerBound.year)" }
  }
}
