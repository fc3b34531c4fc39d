import Cairn
import CairnActions
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var ask: Command {
    Command(
      "ask",
      summary: "Show or answer a question about your books.",
      discussion: """
        Asks one question at a time, starting with the book you read last. The command does not \
        wait: answer with --answer. An answer about an author applies to all \
        their books unless --this-book is given.
        """,
      examples: [
        Example("cairn ask", "show the next question"),
        Example("cairn ask --answer \(Category.regions[0].label)", "answer it"),
        Example("cairn ask Emma --about gender --answer female", "answer one specific question"),
        Example("cairn ask --skip", "skip to another question"),
        Example("cairn ask --never", "stop asking about this author or book"),
      ],
      arguments: [.optional("book", BookReference.help, completion: .live("titles"))],
      options: [
        .value("answer", "ANSWER", "The answer to the question.", completion: .live("answers")),
        .value(
          "about",
          "DIMENSION",
          "The question: \(Dimension.core.map(\.name).joined(separator: ", ")).",
          completion: .values(Dimension.core.map(\.name))
        ),
        .flag("this-book", "Only for this book, not for its author."),
        .flag("skip", "Skip the question."),
        .flag("never", "Stop asking about this author or book."),
      ],
      action: { invocation, context in
        _ = try invocation.only(of: ["answer", "skip", "never"])
        return try await context.withLog { log in
          let all = try await context.questions(invocation, in: log)
          guard let question = all.dropFirst(invocation.flag("skip") ? 1 : 0).first else {
            return context.reportNothingMissing()
          }
          if let answer = invocation.value("answer") {
            let scope: AnswerScope = invocation.flag("this-book") ? .thisBook : .allBooks
            return try await context.answer(question, answer, scope, in: log)
          }
          if invocation.flag("never") {
            try await log.write { try StopAsking(QuestionSubject(question)).run(in: $0) }
            let about = question.writer?.name ?? "“\(question.book.title)”"
            context.output.info("No more questions about \(about.visible).")
            return .done
          }
          try await context.show(question, in: log)
          return .done
        }
      }
    )
  }

  static var curator: Command {
    Command(
      "curator",
      summary: "Show your contributions and their points.",
      discussion: Insight.curation.definition,
      examples: [Example("cairn curator", "points, level and the latest answers")],
      options: [.limit, .all, .list(["ledger"])],
      action: { invocation, context in
        try await context.withLog { log in
          let curator = try await Curator(log)
          context.show(curator, limit: try invocation.limit())
          return curator.ledger.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  /// Returns the open questions, restricted to the `--book` and the `--about` dimension if given.
  fileprivate func questions(_ invocation: Invocation, in log: Log) async throws -> [Question] {
    let only = try invocation.choice("about", of: Dimension.self)
    let word = invocation.value("book")
    guard word != nil || only != nil else { return try await log.questions() }
    var books = try await log.questions().map(\.book)
    if let word {
      let row = try await BookReference.find(word, in: log)
      books = try await log.describedBook(row.id).map { [$0] } ?? []
    }
    return books.flatMap { Question.all(about: $0) }
      .filter { only == nil || $0.dimension == only }
  }

  fileprivate func reportNothingMissing() -> ExitCode {
    if wantsData { output.print(data: JSON.null) } else { output.info(DiversityText.noQuestions) }
    return .refused
  }

  fileprivate func show(_ question: Question, in log: Log) async throws {
    let books = try await books(by: question.writer, in: log)
    if wantsData { return output.print(data: QuestionReport(question, books: Int64(books))) }
    output.print(heading: question.text.visible)
    let choices = question.choices.map(\.label).joined(separator: ", ")
    let columns = output.standardOutput.columns ?? 80
    if !choices.isEmpty { output.print(lines: TextLayout.wrap("  \(choices)", width: columns)) }
    let scope = books > 1 ? " for all \(books) books; add --this-book for one" : ""
    output.printHint("Answer with `cairn ask --answer …`\(scope).")
  }

  private func books(by writer: DescribedBook.Writer?, in log: Log) async throws -> Int {
    guard let writer else { return 1 }
    return Int(try await log.author(writer.id)?.books ?? 1)
  }

  /// Saves an answer and reports its effect; refuses it if the question is no longer open.
  fileprivate func answer(
    _ question: Question,
    _ answer: String,
    _ scope: AnswerScope,
    in log: Log
  ) async throws -> ExitCode {
    let last = try await session(of: question, in: log)
    let act = AnswerQuestion(QuestionSubject(question), answer, for: scope, after: last)
    let recorded = try await log.write { writer in
      try RecordedAnswer(act.answer, in: writer) { try act.run(in: $0) }
    }
    if wantsData {
      output.print(data: recorded)
      return .done
    }
    let percents = [recorded.before, recorded.after].map { $0.completeness.map(percent) ?? "0 %" }
    let points = recorded.after.points - recorded.before.points
    let gain = points > 0 ? ", +\(counted(points, "point"))" : ""
    output.info("Known: \(percents[0]) → \(percents[1])\(gain)")
    return .done
  }

  /// Returns the latest reading session of the book, after which the question may have been shown.
  private func session(of question: Question, in log: Log) async throws -> SessionID? {
    var filter = SessionFilter(limit: 1)
    (filter.kind, filter.entry) = (Reading.kind, question.book.entry)
    return try await log.sessions(filter).first?.id
  }

  fileprivate func show(_ curator: Curator, limit: Int) {
    if wantsData { return output.print(data: curator) }
    guard !curator.ledger.isEmpty else { return output.info("No answers yet.") }
    let next = curator.next.map { "; next “\($0.name)” at \($0.from)" } ?? ""
    output.print("\(counted(curator.points, "point")), level “\(curator.level.name)”\(next)")
    let latest = curator.latest.map { ", the latest \(text($0))" } ?? ""
    output.print("\(counted(curator.contributions, "answer"))\(latest)")
    var table = Table(
      .init("points", isNumber: true),
      .init("for"),
      .init("about", canShrink: true)
    )
    for row in curator.ledger.prefix(limit) {
      table.append(
        .init(row.isRetracted ? DiversityText.takenBack : row.points > 0 ? "+\(row.points)" : "0"),
        .init(row.dimension?.noun ?? DiversityText.bonus),
        .init(row.about + (row.further > 0 ? ", \(counted(row.further, "further book"))" : ""))
      )
    }
    output.print(table)
  }
}

extension CommandContext {
  /// Prints a one-line hint about an open question; never waits for input.
  func printHint(about question: Question?) {
    guard let question, !wantsData else { return }
    output.info("\(question.text.visible) Answer with `cairn ask`.")
  }
}
