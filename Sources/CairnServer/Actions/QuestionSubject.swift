package import Cairn
import CairnActions
import CairnHTTP
package import CairnStore

/// The subject of a question, as the client sends it back with the answer.
package struct QuestionSubject: Sendable {
  let book: Identifier<Entry>
  let dimension: Dimension
  let author: Identifier<Author>?

  /// Creates the subject of a question that was shown.
  package init(_ question: Question) {
    (book, dimension) = (question.book.entry, question.dimension)
    author = question.writer?.id
  }

  /// Reads a JSON body; throws `request.field`.
  init(_ body: Input) throws(CairnError) {
    guard let book = body.id("book") else { throw .field("book", "is needed") }
    guard let dimension = body.text("dimension").flatMap({ Dimension(name: $0) }) else {
      throw .field("dimension", "is needed")
    }
    (self.book, self.dimension) = (Identifier(book), dimension)
    author = body.id("author").map { Identifier($0) }
  }

  /// Reads a form; throws `request.field`.
  init(_ form: FormValues) throws(CairnError) {
    guard let book = form["book"].flatMap({ RecordID(text: $0) }) else {
      throw .field("book", "takes an id")
    }
    guard let dimension = Dimension.core.first(where: { $0.name == form["dimension"] }) else {
      throw .field("dimension", "is needed")
    }
    (self.book, self.dimension) = (Identifier(book), dimension)
    author = form["author"].flatMap { RecordID(text: $0) }.map { Identifier($0) }
  }

  /// Returns the question if it is open; throws the errors of ``LogWriter/openQuestion(_:_:of:)``.
  package func open(_ writer: LogWriter) throws -> Question {
    try writer.openQuestion(book, dimension, of: author)
  }
}

extension LogWriter {
  /// Returns the open question about a book in a dimension, and about the given author.
  ///
  /// The author is optional if there is only one. Throws `diversity.question_closed` if no question is open,
  /// `diversity.author_required` if several authors are possible and none is given, and `reading.not_on_shelf`.
  func openQuestion(
    _ id: Identifier<Entry>,
    _ dimension: Dimension,
    of writer: Identifier<Author>? = nil
  ) throws -> Question {
    guard let book = try describedBook(id) else { throw CairnError.notOnShelf }
    return try book.openQuestion(dimension, of: writer)
  }
}

extension DescribedBook {
  /// Returns the open question; see ``LogWriter/openQuestion(_:_:of:)``.
  func openQuestion(
    _ dimension: Dimension,
    of writer: Identifier<Author>?
  ) throws(CairnError) -> Question {
    let isOfAuthor = dimension.fact?.isOfAuthor ?? false
    let only = writers.count == 1 ? writers[0].id : nil
    let whom = isOfAuthor && writers.contains { !$0.isAnonymous } ? writer ?? only : nil
    if isOfAuthor, whom == nil, writers.count > 1 && writers.contains(where: { !$0.isAnonymous }) {
      throw CairnError(
        "diversity.author_required",
        "“\(title)” is by \(writers.count) authors, and none is given.",
        hint: "Give the author of the question."
      )
    }
    if let open = Question(dimension, about: self, of: whom) { return open }
    let about = writers.first { $0.id == whom }?.name ?? "“\(title)”"
    throw CairnError(
      "diversity.question_closed",
      "There is no open question about the \(dimension.label.lowercased()) of \(about).",
      hint: "Edit it on the page of the author or book. Your answer was not saved: it was already "
        + "filled in, or you turned the question off."
    )
  }
}
