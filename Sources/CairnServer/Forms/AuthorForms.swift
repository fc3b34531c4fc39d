import Cairn
import CairnHTTP
import CairnStore

/// The pages of authors, and what their forms do.
enum AuthorForms {
  static let list: Handler = { visit in
    HTTPResponse(.ok, page: try await AuthorsPage(visit).html)
  }

  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await AuthorPage(visit).html)
  }

  static let edit: Handler = { visit in
    try await change(visit) { form in
      { writer, id in
        let known = try writer.authorRow(id).facts
        try FactWish(form.saved, FactKind.ofAuthors, over: known).apply(to: id, in: writer)
      }
    }
  }

  static let asking: Handler = { visit in
    try await change(visit) { form in
      { writer, id in try writer.ask(form["asked"] == "yes", about: id) }
    }
  }

  private typealias Rule = @Sendable (LogWriter, Identifier<Author>) throws -> Void

  /// Does to the author of the path what a form asks for, and leads back to their page.
  private static func change(
    _ visit: Visit,
    _ rule: (FormValues) throws -> Rule
  ) async throws -> HTTPResponse {
    let (form, id) = (try visit.form(), try visit.authorID())
    let key = visit.key(in: form)
    do {
      let rule = try rule(form)
      _ = try await visit.log.write("Say what is known", once: key) { writer in
        try rule(writer, id)
        return ""
      }
      return visit.done(key, at: "/authors/\(id.record.text)")
    } catch let error as CairnError where error.code != "diversity.no_such_author" {
      let mishap = Mishap(visit, place: .author, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await AuthorPage(visit, mishap).html)
    }
  }
}
