import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The page on which listening is shared, and the pages that others see.
enum ShareForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await SharePage(visit).html)
  }

  /// Makes a link and shows it this once: only the hash of its secret is kept.
  static let make: Handler = { visit in
    let form = try visit.form()
    do {
      let wish = try await ShareWish(form, visit)
      let secret = visit.newSecret()
      let hash = SHA256.hex(Array(secret.utf8))
      let made = try await visit.log.write("Share", once: visit.key(in: form)) { writer in
        try wish.run(hash, writer)
        return hash
      }
      // Sent again, the form finds the link that it made and whose secret nobody keeps.
      guard made == hash else { return .seeOther("/listening/share") }
      return HTTPResponse(.ok, page: try await SharePage(visit, secret: secret).html)
    } catch let error as CairnError {
      let mishap = Mishap(visit, place: .share, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await SharePage(visit, mishap).html)
    }
  }

  static let revoke: Handler = { visit in
    let form = try visit.form()
    guard let id = visit.captures["id"].flatMap({ RecordID(text: $0) }) else {
      throw CairnError.noSuchPage
    }
    let key = visit.key(in: form)
    _ = try await visit.log.write("Take back a shared page", once: key) { writer in
      try writer.revokeShare(Identifier(id))
      return ""
    }
    return visit.done(key, at: "/listening/share")
  }

  /// The page that whoever has the link sees.
  static let page: OpenHandler = { knock in
    let shared = try await SharedListening(knock)
    let page = SharedPage(shared: shared, theme: Theme(knock.request), path: knock.sharedPath)
    return hidden(HTTPResponse(.ok, page: page.html))
  }

  /// The same as a picture.
  static let picture: OpenHandler = { knock in
    let shared = try await SharedListening(knock)
    return hidden(
      HTTPResponse(.ok, type: "image/svg+xml", body: Array(shared.card.picture.utf8))
    )
  }

  /// Keeps it out of every index, and the address out of what other sites are told.
  private static func hidden(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.fields.append("x-robots-tag", "noindex, nofollow, noarchive")
    return response
  }
}

/// What a person wants to share: which days, for how long, and whether titles stand there.
struct ShareWish: Sendable {
  let days: ClosedRange<LocalDay>
  let lifetime: Int64
  let hasTitles: Bool

  /// Reads the form; throws `request.field`.
  init(_ form: FormValues, _ visit: Visit) async throws {
    guard let range = form["range"].flatMap({ ListeningRange(rawValue: $0) }) else {
      throw CairnError.field("range", "takes week, month, year or all")
    }
    let today = try await visit.today()
    days = range.days(until: today, heard: try await visit.log.heardSpan())
    lifetime = try form.number("lifetime") ?? ListeningShare.lifetime
    hasTitles = form["titles"] == "yes"
  }

  /// Makes the link; throws `listening.share_lifetime`.
  func run(_ hash: String, _ writer: LogWriter) throws {
    try writer.shareListening(hash: hash, days: days, hasTitles: hasTitles, for: lifetime)
  }
}

extension Visit {
  /// 256 random bits as 64 hexadecimal digits.
  fileprivate func newSecret() -> String {
    (0..<4).map { _ in
      let digits = String(server.world.random(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
