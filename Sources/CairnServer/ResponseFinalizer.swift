import Cairn
import CairnHTTP

/// What a request leads to as a whole: a page for a person, or data for a program.
struct ResponseFinalizer {
  private let isForPrograms: Bool

  init(_ request: HTTPRequest) {
    let path = request.target.utf8.prefix { $0 != UInt8(ascii: "?") }
    isForPrograms = path.starts(with: "/api/".utf8) || Self.care.contains(String(Substring(path)))
  }

  /// What is asked by whoever runs the server.
  static let care: Set = ["/healthz", "/health", "/ping", "/readyz", "/version", "/metrics"]

  /// A refusal as the one who asked can read it.
  ///
  /// A person who is not signed in is shown where to, and led back to what they asked for.
  func refusal(_ problem: Problem, _ request: HTTPRequest) -> HTTPResponse {
    if problem.code == "account.not_signed_in", !isForPrograms {
      let next = request.method.isSafe ? "?next=" + HTTPTarget.encoded(request.target) : ""
      return .seeOther("/sign-in" + next)
    }
    var response =
      isForPrograms
      ? APIDialect(target: request.target).response(problem)
      : problem.response(page: ErrorPage(problem.forPeople, Theme(request)).html)
    if problem.code == "request.method" {
      response.fields.append("allow", allowed(request.target).joined(separator: ", "))
    }
    if problem.code == "account.not_signed_in" {
      response.fields.append("www-authenticate", "Bearer")
    }
    return response
  }

  private func allowed(_ target: String) -> [String] {
    guard let target = HTTPTarget(target),
      case .wrongMethod(let allowed) = Server.routes.match(HTTPMethod(""), target.segments)
    else { return [] }
    return allowed.map(\.name)
  }

  /// Adds what every answer says: that nothing from elsewhere runs here, how long it may be kept.
  ///
  /// Data that did not change is not sent again.
  func complete(_ response: inout HTTPResponse, for request: HTTPRequest) {
    if response.fields["content-security-policy"] == nil {
      response.fields.append("content-security-policy", Self.plainPolicy)
    }
    response.fields.append(contentsOf: Self.fields)
    if response.fields["cache-control"] == nil {
      response.fields.append("cache-control", "no-store")
    }
    guard isForPrograms, request.method.isSafe, response.status == .ok, response.parts == nil
    else { return }
    let tag = response.fields["etag"].map(ETag.init(text:)) ?? ETag(response.body)
    if response.fields["etag"] == nil { response.fields.append("etag", tag.text) }
    if request.fields["if-none-match"].map(tag.isNamed) ?? false {
      (response.status, response.body) = (.notModified, [])
    }
  }

  private static let fields: HTTPFields = {
    var fields = HTTPFields()
    for (name, value) in said { fields.append(name, value) }
    return fields
  }()

  private static let plainPolicy = policy(scripts: "")

  /// What a page may load and run; `scripts` is allowed beside our own scripts.
  static func policy(scripts: String) -> String {
    "default-src 'none'; script-src 'self'\(scripts.isEmpty ? "" : " " + scripts); "
      + "style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
      + "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
      + "require-trusted-types-for 'script'; trusted-types cairn"
  }

  private static let said = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
  ]
}
