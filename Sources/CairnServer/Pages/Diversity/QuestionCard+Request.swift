import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension QuestionCard {
  /// Returns the question shown after the session in the address; nil if there is none.
  init?(_ context: AuthenticatedContext, key: String) async throws {
    guard let id = context.target.query["after"].flatMap({ RecordID(text: $0) }),
      let question = try await context.log.question(shownAfter: SessionID(id))
    else { return nil }
    let books = try await question.booksOfWriter(in: context.log)
    let back = ReturnPath.without("after", ReturnPath.without("done", context.request.target))
    self.init(question: question, books: books, key: key, skip: back, session: SessionID(id))
  }
}
