/// A question to the person about a missing fact of a book.
public struct Question: Sendable, Equatable {
  /// The dimension with the missing fact.
  public let dimension: Dimension
  /// The book.
  public let book: DescribedBook
  /// The author it is about; nil if it is about the book itself.
  public let writer: DescribedBook.Writer?

  /// The kind of fact that an answer sets.
  public var fact: FactKind { dimension.fact ?? .ownVoices }

  /// Creates the first question about a book; nil if nothing is missing, or none should be asked.
  public init?(about book: DescribedBook) {
    guard let first = Self.all(about: book).first else { return nil }
    self = first
  }

  /// Creates the open question about a book in a dimension and about one author; nil if none is open.
  ///
  /// The question is always about the given author, so that a late answer is never stored for another
  /// one. `writer` is nil for a question about the book itself.
  public init?(
    _ dimension: Dimension,
    about book: DescribedBook,
    of writer: Identifier<Author>?
  ) {
    guard let open = Self.open(dimension, of: book).first(where: { $0.writer?.id == writer })
    else { return nil }
    self = open
  }

  private init(_ dimension: Dimension, _ book: DescribedBook, _ writer: DescribedBook.Writer?) {
    (self.dimension, self.book, self.writer) = (dimension, book, writer)
  }

  /// Returns all questions about a book in the order of dimensions, without declined ones.
  ///
  /// For a book by several authors, a question is about the first one with the missing fact.
  public static func all(about book: DescribedBook) -> [Question] {
    Dimension.core.compactMap { open($0, of: book).first }
  }

  /// Returns the open questions about a book in a dimension: one per author with a missing fact, or
  /// one about the book itself.
  ///
  /// The question is about the book if it has no authors, or if its author is a collective name.
  public static func open(_ dimension: Dimension, of book: DescribedBook) -> [Question] {
    guard !book.facts.isAskingDisabled, !book.isKnown(dimension), let kind = dimension.fact else {
      return []
    }
    guard kind.isOfAuthor, !book.writers.allSatisfy({ $0.isAnonymous }) else {
      return [Question(dimension, book, nil)]
    }
    return book.writers.filter { $0.isOpen(kind) }.map { Question(dimension, book, $0) }
  }

  /// The question as a sentence.
  public var text: String {
    switch dimension {
    case .cultural: DiversityText.askRegion(of: authorText)
    case .gender: DiversityText.askGender(of: authorText)
    case .translation: DiversityText.askLanguage(of: book.title)
    case .ownVoices: DiversityText.askOwnVoices(of: book.title)
    default: DiversityText.askFeatures(of: book.title)
    }
  }

  /// The author in the question, by name or as the author of the title.
  private var authorText: String { writer?.name ?? DiversityText.author(of: book.title) }

  /// The answers to offer; languages and accessibility features also allow others.
  public var choices: [Category] { fact.choices }
}

extension Question {
  /// The minimum length of a reading session before a question (spec/reading.md 2.6).
  public static let minimumSession = Milliseconds.minutes(5)

  /// Returns whether a question may follow a session: it is long enough, has ended and had none yet.
  public static func mayFollow(_ timeline: Timeline, wasShown: Bool) -> Bool {
    guard let end = timeline.end, !wasShown else { return false }
    return timeline.active(until: end) >= minimumSession
  }
}

/// The books that an answer about an author applies to.
public enum AnswerScope: Sendable {
  /// Only the book of the question, which then overrides the author's fact.
  case thisBook
  /// All books of the author, including future ones.
  case allBooks
}

extension DescribedBook.Writer {
  /// Returns whether a fact about one person is missing and may be asked for.
  fileprivate func isOpen(_ kind: FactKind) -> Bool {
    facts[kind] == nil && !facts.isAskingDisabled && !isAnonymous
  }
}
