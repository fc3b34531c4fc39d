import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The handlers of the sharing page and of the public pages.
enum ShareForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await SharePage(context).html)
  }

  /// Creates a link and shows it once, because only the hash of its secret is stored.
  static let make: Handler = { context in
    let form = try context.form()
    do {
      let options = try await ShareRequest(form, context)
      let secret = context.newSecret()
      let hash = SHA256.hex(Array(secret.utf8))
      let createdHash = try await context.log.write(once: context.key(in: form)) {
        writer in
        try options.run(hash, writer)
        return hash
      }
      // A repeated form finds the link it created, but the secret is gone.
      guard createdHash == hash else { return .seeOther("/listening/share") }
      return HTTPResponse(.ok, page: try await SharePage(context, secret: secret).html)
    } catch let error as CairnError {
      let formError = FormError(context, formID: .share, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await SharePage(context, formError).html)
    }
  }

  static let revoke: Handler = { context in
    let form = try context.form()
    guard let id = context.captures["id"].flatMap({ RecordID(text: $0) }) else {
      throw CairnError.noSuchPage
    }
    let key = context.key(in: form)
    try await context.apply(key) { try $0.revokeShare(Identifier(id)) }
    return context.done(key, at: "/listening/share")
  }

  /// The public page of a share link.
  static let page: UnauthenticatedHandler = { context in
    let shared = try await SharedListening(context)
    let page = SharedPage(
      shared: shared,
      theme: Theme(context.request),
      assets: .served,
      path: context.sharedPath
    )
    return hidden(HTTPResponse(.ok, page: page.html))
  }

  /// The same as an SVG image.
  static let picture: UnauthenticatedHandler = { context in
    let shared = try await SharedListening(context)
    return hidden(
      HTTPResponse(.ok, type: "image/svg+xml", body: Array(shared.card.picture.utf8))
    )
  }

  /// Forbids indexing of a public page.
  private static func hidden(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.fields.append("x-robots-tag", "noindex, nofollow, noarchive")
    return response
  }
}

/// The options of a share link: range, lifetime, and whether titles are visible.
struct ShareRequest: Sendable {
  let days: ClosedRange<LocalDay>
  let lifetime: Int64
  let hasTitles: Bool

  /// Parses the form; throws `request.field`.
  init(_ form: FormValues, _ context: AuthenticatedContext) async throws {
    guard let range = form["range"].flatMap({ ListeningRange(rawValue: $0) }) else {
      throw CairnError.field("range", "takes week, month, year or all")
    }
    let today = try await context.today()
    days = range.days(until: today, listened: try await context.log.listeningSpan())
    lifetime = try form.number("lifetime") ?? ListeningShare.lifetime
    hasTitles = form["titles"] == "yes"
  }

  /// Creates the link; throws `listening.share_lifetime`.
  func run(_ hash: String, _ writer: LogWriter) throws {
    try writer.shareListening(hash: hash, days: days, hasTitles: hasTitles, for: lifetime)
  }
}

extension AuthenticatedContext {
  /// Returns 256 random bits as 64 hexadecimal digits.
  fileprivate func newSecret() -> String {
    (0..<4).map { _ in
      let digits = String(server.dependencies.random(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
