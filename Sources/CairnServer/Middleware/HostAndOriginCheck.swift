import Cairn
import CairnHTTP

/// Protection against DNS rebinding and cross-site requests, by the fields `Host` and `Origin`.
struct HostAndOriginCheck {
  /// Probes of proxies and supervisors: any `Host` is accepted, as they reveal no personal data.
  private static let probes: Set = ["/healthz", "/readyz"]

  private let dependencies: ServerDependencies
  private let scheme: String

  init(_ dependencies: ServerDependencies, _ request: HTTPRequest) {
    self.dependencies = dependencies
    scheme = dependencies.isSecure(request) ? "https://" : "http://"
  }

  /// Throws `request.host` if the server does not accept the `Host` of the request.
  func checkHost(_ request: HTTPRequest) throws(CairnError) {
    if Self.probes.contains(request.target) || mayTeach(request) { return }
    // In a DNS rebinding attack, the attacker's name resolves to this machine, but the browser still sends that name.
    let host = request.fields["host"].map(plain)
    guard let host, isKnown(host) else { throw unknown(host ?? "") }
  }

  /// Accepts the host of a request from now on; only the operator may have sent it.
  func learnHost(_ request: HTTPRequest) throws {
    guard let host = request.fields["host"].map(plain), !isKnown(host) else { return }
    try dependencies.learnedHosts?.add(host)
  }

  /// Whether the handler decides, which knows the secret of the setup link; without it the page reveals nothing.
  private func mayTeach(_ request: HTTPRequest) -> Bool {
    dependencies.learnedHosts != nil && request.target.hasPrefix("/setup/")
  }

  private func isKnown(_ host: String) -> Bool {
    guard let hosts = dependencies.hosts else { return true }
    return hosts.contains(host) || dependencies.learnedHosts?.names().contains(host) == true
  }

  private func unknown(_ name: String) -> CairnError {
    let host = String(name.prefix(255))
    let url = scheme + host + dependencies.base.text
    return CairnError(
      "request.host",
      "This server does not know the host name “\(host)”.",
      hint: "If it is its name, set CAIRN_URL=\(url) and restart it. "
        + "Otherwise use the address that it prints at its start."
    )
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
  var isAPI: Bool { Self.programPaths.contains(segments.first ?? "") }

  /// The first segments of the paths of the API, and of the protocols of other programs.
  static let programPaths: Set = ["api", "koreader", "auth", "rest"]
}
