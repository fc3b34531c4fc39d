import Cairn
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension AuthorPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let frame = try await PageFrame(context)
    let author = try await context.author()
    let books = try await context.log.describedBooks()
    self.init(
      frame: frame,
      author: author,
      books: books.filter { $0.writers.contains { $0.id == author.id } },
      conflicts: try await ConflictNotice(of: author.id.record, context.log),
      formError: formError
    )
  }
}

extension AuthorsPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["done"])
    self.init(frame: try await PageFrame(context), authors: try await context.log.authors())
  }
}
