import Cairn
import CairnHTTP

/// Protection against DNS rebinding and cross-site requests, by the fields `Host` and `Origin`.
struct HostAndOriginCheck {
  /// Probes of proxies and supervisors: any `Host` is accepted, as they reveal no personal data.
  private static let probes: Set = ["/healthz", "/readyz"]

  private let hosts: Set<String>?
  private let scheme: String

  init(_ dependencies: ServerDependencies, _ request: HTTPRequest) {
    (hosts, scheme) = (dependencies.hosts, dependencies.isSecure(request) ? "https://" : "http://")
  }

  /// Throws `request.host` if the server does not accept the `Host` of the request.
  func checkHost(_ request: HTTPRequest) throws(CairnError) {
    if Self.probes.contains(request.target) { return }
    // In a DNS rebinding attack, the attacker's name resolves to this machine, but the browser still sends that name.
    guard let host = request.fields["host"], hosts?.contains(plain(host)) ?? true else {
      throw CairnError(
        "request.host",
        "The Host header is that of another server.",
        hint: "Use the URL that `cairn serve` prints."
      )
    }
  }

  /// Returns the host without the default port of the scheme (RFC 9110, 4.2.3).
  private func plain(_ host: String) -> String {
    let host = host.lowercased()
    let defaultPort = scheme == "https://" ? ":443" : ":80"
    return host.hasSuffix(defaultPort) ? String(host.dropLast(defaultPort.count)) : host
  }

  /// Throws `request.origin` if another site may have caused the request.
  func checkOrigin(_ request: HTTPRequest, _ target: HTTPTarget) throws(CairnError) {
    guard isSameOrigin(request, target, request.fields["host"] ?? "") else {
      throw .foreignOrigin
    }
  }

  /// Whether the request comes from one of our own pages or from a program that is not a browser.
  ///
  /// Browsers report the origin in two fields that no page can set (spec/sync.md F45); other programs send neither.
  /// Another port of the same machine counts as another site.
  private func isSameOrigin(_ request: HTTPRequest, _ target: HTTPTarget, _ host: String) -> Bool {
    if request.fields.count(of: "origin") > 0 {
      return request.fields["origin"]?.lowercased() == scheme + plain(host)
    }
    guard request.fields.count(of: "sec-fetch-site") > 0 else {
      return request.method.isSafe || target.isAPI
    }
    switch request.fields["sec-fetch-site"] {
    case "same-origin": return true
    case "none": return request.method.isSafe
    default: return request.method.isSafe && !target.isAPI && isNavigation(request)
    }
  }

  /// A followed link is safe: only the browser sees the response, not the page with the link.
  private func isNavigation(_ request: HTTPRequest) -> Bool {
    request.fields["sec-fetch-mode"] == "navigate" && request.fields["sec-fetch-dest"] == "document"
  }
}

extension HTTPTarget {
  /// Whether the path belongs to the API, or to the protocol of another program.
  var isAPI: Bool { segments.first == "api" || segments.first == "koreader" }
}
