import Cairn
import CairnHTTP
import CairnStore

/// The page of the values that lost, and what its forms do.
enum ConflictForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await ConflictsPage(visit).html)
  }

  static let take: Handler = { visit in try await settle(visit) { try $0.takeLost($1) } }

  static let drop: Handler = { visit in try await settle(visit) { try $0.letGo($1) } }

  private static func settle(
    _ visit: Visit,
    _ rule: @escaping @Sendable (LogWriter, RecordID) throws -> LostValue
  ) async throws -> HTTPResponse {
    let (form, id) = (try visit.form(), try visit.id("id"))
    let key = visit.key(in: form)
    do {
      _ = try await visit.log.write("Settle a value that lost", once: key) { writer in
        _ = try rule(writer, id)
        return ""
      }
      return visit.done(key, at: "/conflicts")
    } catch let error as CairnError {
      let told = Mishap(visit, place: .settings, error: error, typed: form).error
      let page = try await ConflictsPage(visit, (id, told))
      return HTTPResponse(Problem(told).status, page: page.html)
    }
  }
}
