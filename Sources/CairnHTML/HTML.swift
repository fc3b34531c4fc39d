/// A fragment of HTML, built only from literals and escaped text.
///
/// A text can enter only as `"…\(text)…"`, which escapes it; `"\(fragment: other)"` splices another fragment, and
/// `HTML(markup:)` accepts generated markup. A text is valid between tags or inside a quoted attribute value; a literal
/// that puts one elsewhere is a bug and traps.
public struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The fragment as UTF-8.
  public fileprivate(set) var bytes: [UInt8] = []
  fileprivate var context = Context.text

  /// Creates an empty fragment.
  public init() {}

  /// Creates a fragment without interpolations.
  public init(stringLiteral literal: StaticString) {
    append(literal)
  }

  /// Creates a fragment from literals and texts.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.html
  }

  /// Concatenates fragments.
  public init(_ pieces: some Sequence<HTML>) {
    for piece in pieces { append(piece) }
  }

  /// Creates a fragment from generated markup, such as an SVG chart; escapes nothing.
  public init(markup: String) {
    bytes = Array(markup.utf8)
  }

  /// The fragment as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The builder of an interpolated fragment.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// The literal type; it excludes `String`.
    public typealias StringLiteralType = StaticString

    fileprivate var html = HTML()

    /// Reserves capacity for the interpolations.
    public init(literalCapacity: Int, interpolationCount: Int) {
      html.bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Appends markup.
    public mutating func appendLiteral(_ literal: StaticString) {
      html.append(literal)
    }

    /// Appends a text and escapes it.
    public mutating func appendInterpolation(_ text: String) {
      precondition(html.context != .tag, "A text stands between tags or in a quoted value.")
      html.appendEscaped(text)
    }

    /// Appends a number.
    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      appendInterpolation(String(number))
    }

    /// Appends a fragment.
    public mutating func appendInterpolation(fragment: HTML) {
      precondition(html.context == .text, "A piece stands between tags.")
      html.append(fragment)
    }

    /// Appends a fragment, if any.
    public mutating func appendInterpolation(fragment: HTML?) {
      if let fragment { appendInterpolation(fragment: fragment) }
    }

    /// Appends an attribute without a value, such as ` checked`, if `on` is true.
    public mutating func appendInterpolation(flag name: StaticString, _ on: Bool) {
      precondition(html.context == .tag, "An attribute stands inside a tag.")
      if on { html.bytes += " \(name)".utf8 }
    }
  }
}

extension HTML {
  /// The position in the markup at the end of a fragment.
  fileprivate enum Context { case text, tag, value }

  fileprivate mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { literal in
      bytes += literal
      for byte in literal { context = Self.context(after: byte, in: context) }
    }
  }

  private static func context(after byte: UInt8, in context: Context) -> Context {
    switch (context, byte) {
    case (.text, UInt8(ascii: "<")): .tag
    case (.tag, UInt8(ascii: ">")): .text
    case (.tag, UInt8(ascii: "\"")): .value
    case (.value, UInt8(ascii: "\"")): .tag
    default: context
    }
  }

  fileprivate mutating func append(_ other: HTML) {
    precondition(other.context == .text, "A piece ends between tags.")
    bytes += other.bytes
  }

  fileprivate mutating func appendEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
  }
}
