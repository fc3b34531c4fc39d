public import Cairn

/// What a question is about, as a client sends it back with the answer.
public struct QuestionSubject: Sendable {
  /// The book.
  public var book: Identifier<Entry>
  /// The dimension with the missing fact.
  public var dimension: Dimension
  /// The author; nil if it is about the book, or if the book has only one author.
  public var author: Identifier<Author>?

  /// Creates a subject.
  public init(
    _ book: Identifier<Entry>,
    _ dimension: Dimension,
    of author: Identifier<Author>? = nil
  ) {
    (self.book, self.dimension, self.author) = (book, dimension, author)
  }

  private static let book = InputField.id("book", "The book of the question").required
  private static let dimension = InputField.choice(
    "dimension",
    "The dimension of the question",
    of: Dimension.core.map { $0.name }
  ).required
  private static let author = InputField.id(
    "author",
    "The author in the question; required if the book has several authors"
  )
  /// The fields.
  package static let fields = [book, dimension, author]

  /// Reads the fields; throws `request.field` without a book or a dimension.
  public init(_ input: some ActInput) throws(CairnError) {
    let dimension: Dimension?? = try input.named(Self.dimension)
    guard let book: Identifier<Entry> = try input.id(Self.book) else {
      throw .missing(Self.book)
    }
    guard let dimension = dimension ?? nil else { throw .missing(Self.dimension) }
    self.init(book, dimension, of: try input.id(Self.author))
  }

  /// Creates the subject of a question that was shown.
  public init(_ question: Question) {
    self.init(question.book.entry, question.dimension, of: question.writer?.id)
  }

  /// Returns the open question.
  ///
  /// Throws `diversity.question_closed` if it is not open any more, `diversity.author_required` if several authors are
  /// possible and none is given, and `reading.not_on_shelf`.
  public func open(in store: some LibraryStore) throws(CairnError) -> Question {
    guard let book = try store.describedBook(book) else { throw .notOnShelf }
    return try open(book)
  }

  /// Returns the open question about the book; throws as ``open(in:)``.
  package func open(_ book: DescribedBook) throws(CairnError) -> Question {
    let isOfAuthor = dimension.fact?.isOfAuthor ?? false
    let isKnown = book.writers.contains { !$0.isAnonymous }
    let only = book.writers.count == 1 ? book.writers[0].id : nil
    let whom = isOfAuthor && isKnown ? author ?? only : nil
    if isOfAuthor, whom == nil, book.writers.count > 1, isKnown {
      throw CairnError(
        "diversity.author_required",
        "“\(book.title)” is by \(book.writers.count) authors, and none is given.",
        hint: "Give the author of the question."
      )
    }
    if let open = Question(dimension, about: book, of: whom) { return open }
    let about = book.writers.first { $0.id == whom }?.name ?? "“\(book.title)”"
    throw CairnError(
      "diversity.question_closed",
      "There is no open question about the \(dimension.label.lowercased()) of \(about).",
      hint: "Edit it on the page of the author or book. Your answer was not saved: it was already "
        + "filled in, or you turned the question off."
    )
  }
}

/// Answers a question about a missing fact.
public struct AnswerQuestion: Sendable {
  /// The question.
  public var subject: QuestionSubject
  /// The answer as typed.
  public var answer: String
  /// Whether an answer about an author applies to all their books, or to this one only.
  public var scope: AnswerScope
  /// The session after which the question was shown, or nil.
  public var session: SessionID?

  /// Creates the act.
  public init(
    _ subject: QuestionSubject,
    _ answer: String,
    for scope: AnswerScope = .allBooks,
    after session: SessionID? = nil
  ) {
    (self.subject, self.answer, self.scope, self.session) = (subject, answer, scope, session)
  }

  private static let answer = InputField.text(
    "answer",
    "One of the choices, or free text where it is accepted"
  ).required
  private static let thisBook = InputField.flag(
    "this_book",
    "Apply the answer to this book only, as an override of its author"
  )
  private static let after = InputField.id(
    "after",
    "The session after which the question was shown"
  )
  /// The fields.
  package static let fields = QuestionSubject.fields + [answer, thisBook, after]

  /// Reads the fields; throws as the initialiser of ``QuestionSubject``.
  public init(_ input: some ActInput) throws(CairnError) {
    self.init(
      try QuestionSubject(input),
      try input.text(Self.answer) ?? "",
      for: try input.flag(Self.thisBook) == true ? .thisBook : .allBooks,
      after: try input.id(Self.after)
    )
  }

  /// Stores the answer and returns the question.
  ///
  /// Throws `diversity.unknown_value`, and the errors of ``QuestionSubject/open(in:)``.
  @discardableResult
  public func run(in store: some LibraryStore) throws(CairnError) -> Question {
    let question = try subject.open(in: store)
    var whom = EditFacts.Subject.book(question.book.entry)
    if scope == .allBooks, let writer = question.writer { whom = .author(writer.id) }
    try EditFacts(of: whom, [question.fact: answer]).run(in: store)
    store.title = DiversityText.answered(question.text)
    try store.recordAnswer(after: session)
    return question
  }
}

/// Turns off questions about the author or book of a question.
public struct StopAsking: Sendable {
  /// The question.
  public var subject: QuestionSubject

  /// Creates the act.
  public init(_ subject: QuestionSubject) { self.subject = subject }

  /// Turns the questions off and returns the one that was open; throws the errors of ``QuestionSubject/open(in:)``.
  @discardableResult
  public func run(in store: some LibraryStore) throws(CairnError) -> Question {
    let question = try subject.open(in: store)
    let whom =
      question.writer.map { EditFacts.Subject.author($0.id) } ?? .book(question.book.entry)
    try EditFacts(of: whom, questionsEnabled: false).run(in: store)
    return question
  }
}
