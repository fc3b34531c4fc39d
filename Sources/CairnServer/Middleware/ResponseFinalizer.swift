import CairnConnect
import CairnHTML
import CairnHTTP
import CairnPages

/// The last step of every response: security headers, caching, and errors as a page or as JSON.
struct ResponseFinalizer {
  private let isForPrograms: Bool

  init(_ request: HTTPRequest) {
    let path = request.target.utf8.prefix { $0 != UInt8(ascii: "?") }
    isForPrograms =
      HTTPTarget.programPaths.contains { path.starts(with: "/\($0)/".utf8) }
      || Self.operationsPaths.contains(String(Substring(path)))
  }

  /// The paths of the operations endpoints.
  static let operationsPaths: Set = [
    "/healthz", "/health", "/ping", "/readyz", "/version", "/metrics",
  ]

  /// Returns an error response: a page for browsers, JSON for programs.
  ///
  /// A browser without a session is redirected to the sign-in page, and back afterwards.
  func refusal(_ problem: Problem, _ request: HTTPRequest) -> HTTPResponse {
    if problem.code == "account.not_signed_in", !isForPrograms {
      let next = request.method.isSafe ? "?next=" + PercentCoding.encoded(request.target) : ""
      return .seeOther("/sign-in" + next)
    }
    var response =
      isForPrograms
      ? APIDialect(target: request.target).response(problem)
      : problem.response(page: ErrorPage(problem, Theme(request)).html)
    if problem.code == "request.method" {
      response.fields.append("allow", allowed(request.target).joined(separator: ", "))
    }
    if problem.code == "account.not_signed_in" {
      response.fields.append("www-authenticate", APIDialect(target: request.target).challenge)
    }
    return response
  }

  private func allowed(_ target: String) -> [String] {
    guard let target = HTTPTarget(target),
      case .wrongMethod(let allowed) = Server.routes.match(HTTPMethod(""), target.segments)
    else { return [] }
    return allowed.map(\.name)
  }

  /// Adds security headers, the caching policy and, for API responses, an ETag.
  ///
  /// An API response that matches `If-None-Match` becomes 304.
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
    for (name, value) in securityHeaders { fields.append(name, value) }
    return fields
  }()

  private static let plainPolicy = policy(scripts: "")

  /// Returns the Content-Security-Policy of pages; `scripts` is allowed in addition to our own scripts.
  static func policy(scripts: String) -> String {
    "default-src 'none'; script-src 'self'\(scripts.isEmpty ? "" : " " + scripts); "
      + "style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
      + "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
      + "require-trusted-types-for 'script'; trusted-types cairn"
  }

  private static let securityHeaders = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
  ]
}
