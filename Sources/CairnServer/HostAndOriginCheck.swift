import Cairn
import CairnHTTP

/// Who may ask at all: what the machine's own browser and programs send, and nothing that a page
/// from elsewhere can make a browser send.
struct HostAndOriginCheck {
  /// What a proxy or a supervisor asks, by whatever name, or by none; it tells nothing of anybody.
  private static let probes: Set = ["/healthz", "/readyz"]

  private let hosts: Set<String>?
  private let scheme: String

  init(_ dependencies: ServerDependencies, _ request: HTTPRequest) {
    (hosts, scheme) = (dependencies.hosts, dependencies.isSecure(request) ? "https://" : "http://")
  }

  /// Throws `request.host`.
  func checkHost(_ request: HTTPRequest) throws(CairnError) {
    if Self.probes.contains(request.target) { return }
    // A name that was made to point here after its page was loaded is still another name (DNS
    // rebinding), and the browser sends it.
    guard let host = request.fields["host"], hosts?.contains(plain(host)) ?? true else {
      throw CairnError(
        "request.host",
        "The request asks for another server.",
        hint: "Use the address that `cairn serve` prints."
      )
    }
  }

  /// The host without the usual port of its scheme, which names the same server (RFC 9110 4.2.3).
  private func plain(_ host: String) -> String {
    let host = host.lowercased()
    let usual = scheme == "https://" ? ":443" : ":80"
    return host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
  }

  /// Throws `request.origin`.
  func checkOrigin(_ request: HTTPRequest, _ target: HTTPTarget) throws(CairnError) {
    guard isOwn(request, target, request.fields["host"] ?? "") else {
      throw .foreignOrigin
    }
  }

  /// Whether the request comes from a page of ours, or from no page at all.
  ///
  /// Browsers say that in two fields that no page can set (spec/sync.md F45); other programs send
  /// neither. Another port of the same machine is another site to us.
  private func isOwn(_ request: HTTPRequest, _ target: HTTPTarget, _ host: String) -> Bool {
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

  /// A link that was followed; what it shows stays with the browser.
  private func isNavigation(_ request: HTTPRequest) -> Bool {
    request.fields["sec-fetch-mode"] == "navigate" && request.fields["sec-fetch-dest"] == "document"
  }
}

extension HTTPTarget {
  /// Whether it is for programs.
  var isAPI: Bool { segments.first == "api" }
}
