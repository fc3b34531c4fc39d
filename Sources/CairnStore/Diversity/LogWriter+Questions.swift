public import Cairn
import CairnSQL

extension LogWriter {
  /// The question that may follow a reading session that ends in this action, and notes that it is
  /// shown; nil when there is none.
  ///
  /// At most one for each session, after five minutes at least, unless `askAfterReading` says no.
  /// It is noted with the end of the session and not by itself, so that showing a question is no
  /// line of history.
  public func question(after id: SessionID) throws -> Question? {
    guard try setting(.askAfterReading) == "yes",
      let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection),
      let session = try? Session<Reading>(recordID: record.id, fields: record.fields),
      Question.mayFollow(
        session.timeline,
        wasShown: try record.fields.bool(Self.shown) ?? false
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

  /// The next question about a book; nil when nothing is missing or none is wanted.
  public func question(about id: Identifier<Entry>) throws -> Question? {
    guard let entry = try find(Entry.self, id.record) else { return nil }
    let shelf = try DescribedShelf(connection, only: entry.work)
    return shelf.books.first.flatMap { Question(about: $0) }
  }

  /// Takes the answer to a question, and notes with the session that it had one.
  ///
  /// About an author it holds for all their books, or for this one alone. Throws
  /// `diversity.unknown_value`.
  public func answer(
    _ question: Question,
    _ answer: String,
    for reach: AnswerReach = .allBooks,
    after session: SessionID? = nil
  ) throws {
    if reach == .allBooks, let writer = question.writer {
      try set([question.fact: answer], of: writer.id)
    } else {
      try set([question.fact: answer], of: question.book.entry)
    }
    title = DiversityWords.answered(question.text)
    // Now and not at the end, so that what it earns can be told.
    try noteCompletion()
    if let session, try wasShown(session) {
      try mark(session) { fields in fields.set("enrichmentCompleted", true) }
    }
  }

  /// Whether a question followed a session.
  private func wasShown(_ session: SessionID) throws -> Bool {
    let record = try RecordTable.find(SessionRecord.kind, session.record, in: connection)
    return try record?.fields.bool(Self.shown) ?? false
  }

  /// The field of a session that says that a question followed it (spec/reading.md 1.5).
  fileprivate static var shown: String { "enrichmentPromptShown" }

  /// The field of a session that names the dimension that was asked for, so that it stays the only
  /// one for that session.
  fileprivate static var asked: String { "enrichmentAsked" }

  /// The field of a session that names the author who was asked about, if it was an author.
  fileprivate static var askedOf: String { "enrichmentAskedOf" }

  /// Asks no more about whom or what a question is about.
  public func ask(never question: Question) throws {
    if let writer = question.writer {
      try ask(false, about: writer.id)
    } else {
      try ask(false, about: question.book.entry)
    }
  }

  private func mark(_ session: SessionID, _ note: (inout Fields) -> Void) throws {
    var fields = Fields()
    note(&fields)
    try set(fields, SessionRecord.kind, session.record)
  }
}

extension Log {
  /// The questions that can be asked about the books on the shelf, those read last first: one for
  /// each book of which something is missing.
  public func questions() async throws -> [Question] {
    try await read { connection in
      let latest = try connection.all(
        "SELECT subject, max(day) FROM subject_day WHERE kind = 'reading' GROUP BY subject"
      ) { (try $0.id(0), try $0.integer(1)) }
      let days = Dictionary(latest) { max($0, $1) }
      let books = try DescribedShelf(connection).books.filter { !$0.isWished }
      let asked = books.compactMap { Question(about: $0) }
      let ranked = asked.enumerated().map { place, one in
        (day: days[one.book.entry.record] ?? .min, place: place, question: one)
      }
      return ranked.sorted { $0.day != $1.day ? $0.day > $1.day : $0.place < $1.place }
        .map(\.question)
    }
  }
}

extension Log {
  /// The question that was shown after a session and has no answer yet; nil when there is none.
  ///
  /// None either where it was answered elsewhere meanwhile: another one is not for that session.
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

  /// The book, the dimension and the author that were asked for; no dimension where an earlier
  /// version asked.
  private static func shown(
    after id: SessionID,
    in connection: any SQLConnection
  ) throws -> QuestionContent? {
    guard let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection),
      record.deletion == nil, try record.fields.bool(LogWriter.shown) ?? false,
      try record.fields.bool("enrichmentCompleted") != true,
      let session = try? Session<Reading>(recordID: record.id, fields: record.fields)
    else { return nil }
    let dimension = try record.fields.text(LogWriter.asked).flatMap { Dimension(name: $0) }
    let writer = try record.fields.text(LogWriter.askedOf).flatMap { RecordID(text: $0) }
    return (session.detail.entry, dimension, writer.map { Identifier($0) })
  }
}
