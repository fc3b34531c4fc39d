import Cairn
import CairnHTTP

/// The path below which a server is reached through its proxy: empty, or `/cairn`.
///
/// Inside, everything knows its own paths only: this is taken off a request on its way in and put
/// on every link, form, redirect and cookie on the way out (docs/adr/0011-below-a-path.md).
public struct BasePath: Sendable, Equatable {
  /// Without a slash at its end; empty for the whole host.
  public let text: String

  /// The whole host.
  public static let none = BasePath(text: "")

  private init(text: String) { self.text = text }

  /// Reads a path; nil for what is none, or has other signs than letters, digits and `-._~`.
  public init?(_ path: String) {
    let parts = path.split(separator: "/")
    let isPlain = parts.allSatisfy { part in
      part != "." && part != ".." && part.utf8.allSatisfy(Self.mayHold)
    }
    guard path.isEmpty || path.hasPrefix("/"), isPlain else { return nil }
    text = parts.map { "/" + $0 }.joined()
  }

  private static func mayHold(_ byte: UInt8) -> Bool {
    let sign = Character(Unicode.Scalar(byte))
    return byte < 0x80 && (sign.isLetter || sign.isNumber || "-._~".contains(sign))
  }
}

extension BasePath {
  /// What is asked for, as everything inside knows it; nil for what lies elsewhere.
  ///
  /// What whoever runs the server asks is there without the path too, for programs beside it.
  func inner(_ target: String) -> String? {
    if text.isEmpty { return target }
    let rest = target.dropFirst(text.count)
    if target.hasPrefix(text), rest.isEmpty || "/?".contains(rest.first ?? "/") {
      return rest.hasPrefix("/") ? String(rest) : "/" + rest
    }
    return ResponseFinalizer.care.contains(String(target.prefix { $0 != "?" })) ? target : nil
  }

  /// Leads everything that an answer leads to below the path.
  func put(on response: inout HTTPResponse) {
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

  /// What `__Host-` begins with is for the whole host, or browsers refuse it.
  private func cookie(_ line: String) -> String {
    line.hasPrefix("__Host-") ? line : line.replacing("; Path=/;", with: "; Path=\(text);")
  }

  /// Puts the path on each address in a page.
  ///
  /// Texts hold no quotes there but escaped ones, so `href="/` is never something a person wrote.
  private func page(_ page: [UInt8]) -> [UInt8] {
    var (made, done) = ([UInt8](), 0)
    made.reserveCapacity(page.count + page.count / 8)
    for place in page.indices where page[place] == UInt8(ascii: "/") && leads(page[..<place]) {
      made += page[done..<place]
      made += text.utf8
      done = place
    }
    return made + page[done...]
  }

  /// Whether an address begins after these bytes.
  private func leads(_ before: ArraySlice<UInt8>) -> Bool {
    guard before.last == UInt8(ascii: "\"") else { return false }
    return Self.names.contains { before.suffix($0.count).elementsEqual($0) }
  }

  private static let names = [" href=\"", " src=\"", " action=\"", " formaction=\""]
    .map { Array($0.utf8) }
}
