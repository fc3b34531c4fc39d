import Cairn
import CairnActions
import CairnInsights

extension AnswerQuestion {
  /// Reads a JSON body; throws `request.field`.
  init(_ body: Input) throws(CairnError) {
    self.init(
      try QuestionSubject(body),
      body.text("answer") ?? "",
      for: body.bool("this_book") ? .thisBook : .allBooks,
      after: body.id("after").map { SessionID($0) }
    )
  }
}

extension QuestionSubject {
  /// Reads a JSON body; throws `request.field`.
  init(_ body: Input) throws(CairnError) {
    guard let book = body.id("book") else { throw .field("book", "is needed") }
    guard let dimension = body.text("dimension").flatMap({ Dimension(name: $0) }) else {
      throw .field("dimension", "is needed")
    }
    self.init(Identifier(book), dimension, of: body.id("author").map { Identifier($0) })
  }
}

extension Question {
  /// The author's name or the book's title.
  var about: String { writer?.name ?? "“\(book.title)”" }
}
