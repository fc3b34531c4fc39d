public import Cairn
import CairnSQL

extension LogWriter {
  /// Returns the question to show after a reading session that this mutation ends, or nil; marks it as shown.
  ///
  /// At most one per session, only after five minutes, and only if `askAfterReading` is on. The mark is part of the
  /// stop mutation, so it adds no history entry.
  public func question(after id: SessionID) throws -> Question? {
    guard try setting(.askAfterReading) == "yes",
      let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection),
      let session = try? Session<Reading>(recordID: record.id, fields: record.fields),
      Question.mayFollow(
        session.timeline,
        wasShown: try record.fields.bool(Self.shownField) ?? false
      ),
      let question = try question(about: session.detail.entry)
    else { return nil }
    try mark(id) { fields in
      fields.set("enrichmentPromptShown", true)
      fields.set("enrichmentAsked", question.dimension.name)
      fields.set("enrichmentAskedOf", question.writer?.id.record.text)
    }
    return question
  }

  /// Returns the next question about a book; nil if no fact is missing or questions are disabled.
  public func question(about id: Identifier<Entry>) throws -> Question? {
    guard let entry = try find(Entry.self, id.record) else { return nil }
    let shelf = try DescribedShelf(connection, only: entry.work)
    return shelf.books.first.flatMap { Question(about: $0) }
  }

  /// Marks the question that was shown after a session as answered.
  func markAnswered(_ session: SessionID) throws {
    let record = try RecordTable.find(SessionRecord.kind, session.record, in: connection)
    guard try record?.fields.bool(Self.shownField) ?? false else { return }
    try mark(session) { fields in fields.set("enrichmentCompleted", true) }
  }

  /// The session field that marks that a question was shown (spec/reading.md 1.5).
  fileprivate static var shownField: String { "enrichmentPromptShown" }

  /// The session field with the dimension of the question; a session gets only one question.
  fileprivate static var askedField: String { "enrichmentAsked" }

  /// The session field with the author of the question, if it was about an author.
  fileprivate static var askedAuthorField: String { "enrichmentAskedOf" }

  private func mark(_ session: SessionID, _ update: (inout Fields) -> Void) throws {
    var fields = Fields()
    update(&fields)
    try set(fields, SessionRecord.kind, session.record)
  }
}

extension Log {
  /// Returns one question for each book on the shelf with a missing fact, last read first.
  public func questions() async throws -> [Question] {
    try await read { connection in
      let latest = try connection.all(
        "SELECT subject, max(day) AS day FROM subject_day WHERE kind = 'reading' GROUP BY subject"
      ) { (try $0["subject"] as RecordID, try $0["day"] as Int64) }
      let days = Dictionary(latest) { max($0, $1) }
      let books = try DescribedShelf(connection).books.filter { !$0.isOnWishlist }
      let asked = books.compactMap { Question(about: $0) }
      let ranked = asked.enumerated().map { index, one in
        (day: days[one.book.entry.record] ?? .min, index: index, question: one)
      }
      return ranked.sorted { $0.day != $1.day ? $0.day > $1.day : $0.index < $1.index }
        .map(\.question)
    }
  }
}

extension Log {
  /// Returns the unanswered question shown after a session, or nil.
  ///
  /// Nil also if it was answered elsewhere since: a session gets only one question.
  public func question(shownAfter id: SessionID) async throws -> Question? {
    guard let shown = try await read({ try Self.shown(after: id, in: $0) }),
      let book = try await describedBook(shown.entry)
    else { return nil }
    guard let dimension = shown.dimension else { return Question.all(about: book).first }
    return Question(dimension, about: book, of: shown.writer)
  }

  private typealias QuestionContent = (
    entry: Identifier<Entry>, dimension: Dimension?, writer: Identifier<Author>?
  )

  /// Returns the book, dimension and author of the question shown; earlier versions stored no dimension.
  private static func shown(
    after id: SessionID,
    in connection: any SQLConnection
  ) throws -> QuestionContent? {
    guard let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection),
      record.deletion == nil, try record.fields.bool(LogWriter.shownField) ?? false,
      try record.fields.bool("enrichmentCompleted") != true,
      let session = try? Session<Reading>(recordID: record.id, fields: record.fields)
    else { return nil }
    let dimension = try record.fields.text(LogWriter.askedField).flatMap { Dimension(name: $0) }
    let writer = try record.fields.text(LogWriter.askedAuthorField).flatMap { RecordID(text: $0) }
    return (session.detail.entry, dimension, writer.map { Identifier($0) })
  }
}
