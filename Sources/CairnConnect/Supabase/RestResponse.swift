import Cairn
import CairnHTTP

/// How a client wants the response, by the header fields `Accept` and `Prefer`.
struct RestResponse: Sendable {
  private let isSingle: Bool
  private let preferences: Set<String>

  /// Reads the fields; throws the error `PGRST107` for a media type other than JSON.
  init(_ context: any ConnectedRequest) throws {
    let fields = context.request.fields
    let accepted = fields["accept"] ?? "*/*"
    isSingle = accepted.contains("application/vnd.pgrst.object")
    guard isSingle || ["json", "*/*"].contains(where: accepted.contains) else {
      throw DialectError(
        HTTPStatus(406, "Not Acceptable"),
        "None of these media types are available: \(accepted.prefix(60))",
        code: "PGRST107"
      )
    }
    let all = fields.lines.filter { $0.name == "prefer" }.flatMap { $0.value.split(separator: ",") }
    preferences = Set(all.map { String($0.filter { $0 != " " }) })
  }

  /// What happens to a row that exists already.
  var resolution: Resolution {
    if preferences.contains("resolution=merge-duplicates") { return .merge }
    return preferences.contains("resolution=ignore-duplicates") ? .ignore : .refuse
  }

  /// What an insert does with a row that exists already.
  enum Resolution: Sendable {
    case merge
    case ignore
    case refuse

    /// Returns whether a row is written; throws the error `23505` for one that exists with other values.
    ///
    /// The same row again is no error, because a client repeats a request whose response it did not get.
    func writes(_ values: [String: RowValue], over known: Row?) throws -> Bool {
      guard let known else { return true }
      if self == .ignore { return false }
      let isRepeated = values.allSatisfy { name, value in
        name == "updated_at" || value.isSame(as: known[name])
      }
      guard self == .merge || isRepeated else {
        throw DialectError(
          .conflict,
          "duplicate key value violates unique constraint",
          code: "23505"
        )
      }
      return true
    }
  }

  /// Returns the response to a read: the page of the rows that the query wants.
  func response(to query: RowQuery, _ rows: [Row]) throws -> HTTPResponse {
    let page = query.page(of: rows)
    let counts = preferences.contains { $0.hasPrefix("count=") }
    if counts, query.offset > rows.count { throw RowQuery.unsatisfiable }
    let isPart = counts && page.count < rows.count
    let status = isPart ? HTTPStatus(206, "Partial Content") : .ok
    var response = HTTPResponse(status, json: try json(page.map(query.json)).text)
    let range = page.isEmpty ? "*" : "\(query.offset)-\(query.offset + page.count - 1)"
    response.fields.append("content-range", "\(range)/\(counts ? "\(rows.count)" : "*")")
    return response
  }

  /// Returns the response to a write: the rows, if the client wants them.
  func response(_ status: HTTPStatus, _ rows: [Row], _ query: RowQuery) throws -> HTTPResponse {
    guard preferences.contains("return=representation") else {
      return HTTPResponse(status == .created ? .created : .noContent)
    }
    var response = HTTPResponse(status, json: try json(rows.map(query.json)).text)
    response.fields.append("preference-applied", "return=representation")
    return response
  }

  /// Returns an array, or the only row if the client wants one; throws the error `PGRST116` for another number.
  private func json(_ rows: [JSON]) throws -> JSON {
    guard isSingle else { return .array(rows) }
    guard rows.count == 1 else {
      throw DialectError(
        HTTPStatus(406, "Not Acceptable"),
        "Cannot coerce the result to a single JSON object: it contains \(rows.count) rows",
        code: "PGRST116"
      )
    }
    return rows[0]
  }
}
