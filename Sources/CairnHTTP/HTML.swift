/// A piece of a page, built only from literals and from texts that are escaped on their way in.
///
/// There is no way in from a text but `"…\(text)…"`, which escapes it; `"\(fragment: other)"`
/// splices another piece, and `HTML(markup:)` takes a drawing. A text may stand between tags or inside a quoted value, and nowhere
/// else: a literal that puts one elsewhere is a mistake of the program and stops it.
public struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The piece as UTF-8.
  public fileprivate(set) var bytes: [UInt8] = []
  fileprivate var place = Place.text

  /// Nothing.
  public init() {}

  /// Makes a piece without texts.
  public init(stringLiteral literal: StaticString) {
    append(literal)
  }

  /// Makes a piece from literals and texts.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.html
  }

  /// The pieces one after the other.
  public init(_ pieces: some Sequence<HTML>) {
    for piece in pieces { append(piece) }
  }

  /// Takes markup that another writer of markup made, such as a drawing; nothing in it is escaped.
  public init(markup: String) {
    bytes = Array(markup.utf8)
  }

  /// The piece as a text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Gathers the parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// Literals only: a `String` does not fit.
    public typealias StringLiteralType = StaticString

    fileprivate var html = HTML()

    /// Reserves room for the parts to come.
    public init(literalCapacity: Int, interpolationCount: Int) {
      html.bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Appends markup.
    public mutating func appendLiteral(_ literal: StaticString) {
      html.append(literal)
    }

    /// Appends a text, escaped.
    public mutating func appendInterpolation(_ text: String) {
      precondition(html.place != .tag, "A text stands between tags or in a quoted value.")
      html.appendEscaped(text)
    }

    /// Appends a number.
    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      appendInterpolation(String(number))
    }

    /// Appends a piece.
    public mutating func appendInterpolation(fragment: HTML) {
      precondition(html.place == .text, "A piece stands between tags.")
      html.append(fragment)
    }

    /// Appends a piece if there is one.
    public mutating func appendInterpolation(fragment: HTML?) {
      if let fragment { appendInterpolation(fragment: fragment) }
    }

    /// Appends the name of an attribute without a value when it is `on`: ` checked`.
    public mutating func appendInterpolation(flag name: StaticString, _ on: Bool) {
      precondition(html.place == .tag, "An attribute stands inside a tag.")
      if on { html.bytes += " \(name)".utf8 }
    }
  }
}

extension HTML {
  /// Where in the markup a piece has come to.
  fileprivate enum Place { case text, tag, value }

  fileprivate mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { literal in
      bytes += literal
      for byte in literal { place = Self.place(after: byte, in: place) }
    }
  }

  private static func place(after byte: UInt8, in place: Place) -> Place {
    switch (place, byte) {
    case (.text, UInt8(ascii: "<")): .tag
    case (.tag, UInt8(ascii: ">")): .text
    case (.tag, UInt8(ascii: "\"")): .value
    case (.value, UInt8(ascii: "\"")): .tag
    default: place
    }
  }

  fileprivate mutating func append(_ other: HTML) {
    precondition(other.place == .text, "A piece ends between tags.")
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
