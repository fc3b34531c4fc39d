package import Cairn

/// The validation of webhook URLs.
public enum WebhookAddress {
  /// Throws `webhook.invalid_url` for an invalid URL.
  ///
  /// Whether the host is allowed is decided when a request is sent, by its resolved IP address.
  package static func check(_ url: String, allowsPlain: Bool) throws(CairnError) {
    let scheme = ["https://", "http://"].first { url.lowercased().hasPrefix($0) }
    let rest = url.dropFirst(scheme?.utf8.count ?? 0)
    let host = rest.prefix { !"/?".contains($0) }
    let isPlain = url.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
    guard let scheme, isPlain, url.utf8.count <= 1_000, !host.isEmpty, host.first != ":",
      !host.contains("@"), hasPort(host)
    else { throw refusal("“\(url.prefix(100))” is not a webhook URL.") }
    guard allowsPlain || scheme == "https://" else {
      throw refusal("Messages must be encrypted, so http:// is not allowed.")
    }
  }

  /// Whether the host ends with a valid port or without one.
  private static func hasPort(_ host: Substring) -> Bool {
    let name = host.prefix { $0 != "]" }
    guard let colon = (name.count < host.count ? host[name.endIndex...] : host).lastIndex(of: ":")
    else { return true }
    return UInt16(host[host.index(after: colon)...]).map { $0 > 0 } ?? false
  }

  private static func refusal(_ sentence: String) -> CairnError {
    CairnError(
      "webhook.invalid_url",
      sentence,
      hint: "Give a URL such as https://example.org/hook, without a user name, a password or #."
    )
  }
}
