/// The path prefix under which a reverse proxy exposes the server: empty, or `/cairn`.
///
/// Handlers never see the prefix: it is stripped from each request and prepended to every link, form, redirect and
/// cookie of the response (docs/adr/0011-below-a-path.md).
public struct BasePath: Sendable, Equatable {
  /// The prefix without a trailing slash; empty at the root of the host.
  public let text: String

  /// The root of the host.
  public static let none = BasePath(text: "")

  private init(text: String) { self.text = text }

  /// Parses a path; returns nil unless it is absolute and contains only letters, digits and `-._~`.
  public init?(_ path: String) {
    let parts = path.split(separator: "/")
    let isPlain = parts.allSatisfy { part in
      part != "." && part != ".." && part.utf8.allSatisfy(Self.isAllowed)
    }
    guard path.isEmpty || path.hasPrefix("/"), isPlain else { return nil }
    text = parts.map { "/" + $0 }.joined()
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    let sign = Character(Unicode.Scalar(byte))
    return byte < 0x80 && (sign.isLetter || sign.isNumber || "-._~".contains(sign))
  }
}

extension BasePath {
  /// Returns a request target without the prefix; nil for a target outside it.
  ///
  /// The `exempt` paths also work without the prefix, for programs that bypass the proxy.
  package func inner(_ target: String, exempt: Set<String>) -> String? {
    if text.isEmpty { return target }
    let remaining = target.dropFirst(text.count)
    if target.hasPrefix(text), remaining.isEmpty || "/?".contains(remaining.first ?? "/") {
      return remaining.hasPrefix("/") ? String(remaining) : "/" + remaining
    }
    return exempt.contains(String(target.prefix { $0 != "?" })) ? target : nil
  }

  /// Adds the prefix to redirects, cookies and links in a response.
  package func set(on response: inout HTTPResponse) {
    guard !text.isEmpty else { return }
    response.fields.change { line in
      switch line.name {
      case "location" where line.value.hasPrefix("/"): text + line.value
      case "set-cookie": cookie(line.value)
      default: nil
      }
    }
    if response.fields["content-type"]?.hasPrefix("text/html") ?? false {
      response.body = page(response.body)
    }
  }

  /// Sets the path of a cookie, unless its `__Host-` prefix requires `Path=/`.
  private func cookie(_ line: String) -> String {
    line.hasPrefix("__Host-") ? line : line.replacing("; Path=/;", with: "; Path=\(text);")
  }

  /// Adds the prefix to each address in a page.
  ///
  /// Text is escaped and so contains no plain quotes: `href="/` is always markup, never something a person wrote.
  private func page(_ page: [UInt8]) -> [UInt8] {
    var (rewritten, done) = ([UInt8](), 0)
    rewritten.reserveCapacity(page.count + page.count / 8)
    for index in page.indices
    where page[index] == UInt8(ascii: "/") && isAddressStart(page[..<index]) {
      rewritten += page[done..<index]
      rewritten += text.utf8
      done = index
    }
    return rewritten + page[done...]
  }

  /// Whether these bytes end with the start of an address attribute.
  private func isAddressStart(_ before: ArraySlice<UInt8>) -> Bool {
    guard before.last == UInt8(ascii: "\"") else { return false }
    return Self.names.contains { before.suffix($0.count).elementsEqual($0) }
  }

  private static let names = [" href=\"", " src=\"", " action=\"", " formaction=\""]
    .map { Array($0.utf8) }
}
