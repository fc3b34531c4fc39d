/// The one thing a person is asked about a book, when something is unknown about it.
public struct Question: Sendable, Equatable {
  /// What is unknown.
  public let dimension: Dimension
  /// The book it is asked of.
  public let book: DescribedBook
  /// The author it is about; nil when it is about the book itself.
  public let writer: DescribedBook.Writer?

  /// The fact an answer sets.
  public var fact: FactKind { dimension.fact ?? .ownVoices }

  /// The first question about a book; nil when nothing is missing, or none is wanted.
  public init?(about book: DescribedBook) {
    guard let first = Self.all(about: book).first else { return nil }
    self = first
  }

  /// What is open about a book in a dimension and of one of its authors; nil when that is not, or
  /// no more.
  ///
  /// It is never about another author than the one that is named, so that an answer that comes late
  /// goes to nobody else. No author is named by a question about the book itself.
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

  /// All questions about a book in the order of the dimensions, but for what was turned away.
  ///
  /// A book by several authors asks about the first of whom it is unknown.
  public static func all(about book: DescribedBook) -> [Question] {
    Dimension.core.compactMap { open($0, of: book).first }
  }

  /// What is open about a book in a dimension: about each author of whom it is unknown, or about
  /// the book itself.
  ///
  /// Of a book without authors, and of one by a name that stands for many, it is said of the book.
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
    case .cultural: DiversityWords.askRegion(of: whom)
    case .gender: DiversityWords.askGender(of: whom)
    case .translation: DiversityWords.askLanguage(of: book.title)
    case .ownVoices: DiversityWords.askOwnVoices(of: book.title)
    default: DiversityWords.askFeatures(of: book.title)
    }
  }

  /// Whom it is about, where it is about an author or what one would tell.
  private var whom: String { writer?.name ?? DiversityWords.author(of: book.title) }

  /// What is offered as answers; a language or an accessibility feature may be another one.
  public var choices: [Category] { fact.choices }
}

extension Question {
  /// The shortest reading session after which a question is asked (spec/reading.md 2.6).
  public static let shortest = Milliseconds.minutes(5)

  /// Whether a session may be followed by a question: it has ended, was long enough, and had none.
  public static func mayFollow(_ timeline: Timeline, wasShown: Bool) -> Bool {
    guard let end = timeline.end, !wasShown else { return false }
    return timeline.active(until: end) >= shortest
  }
}

/// Which books an answer about an author is for.
public enum AnswerReach: Sendable {
  /// The book that was asked about, which then overrules its author.
  case thisBook
  /// All books of the author, those to come included.
  case allBooks
}

extension DescribedBook.Writer {
  /// Whether something is unknown of one person and may be asked.
  fileprivate func isOpen(_ kind: FactKind) -> Bool {
    facts[kind] == nil && !facts.isAskingDisabled && !isAnonymous
  }
}
