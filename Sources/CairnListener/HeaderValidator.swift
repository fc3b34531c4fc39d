import CMicrohttpd
import CairnHTTP

/// The header fields of a request and the first problem found in them.
struct HeaderValidator {
  private(set) var fields = HTTPFields()
  private(set) var problem: Problem?
  private var bytes = 0
  private let limits: ListenerLimits
  private let bodyBytes: Int

  /// Reads and checks the head of a connection's request.
  init(_ connection: OpaquePointer, target: String, _ limits: ListenerLimits) {
    self.limits = limits
    bodyBytes = limits.isFile(target) ? limits.fileBytes : limits.bodyBytes
    withUnsafeMutablePointer(to: &self) {
      _ = cairn_mhd_head(connection, addLine, $0)
    }
    if target.utf8.count > limits.targetBytes {
      refuse(.uriTooLong, "The request target is too long.")
    }
    if bytes > limits.headBytes || fields.lines.count > limits.headLines {
      refuse(.headTooLarge, "The request header is too large.")
    }
    checkFraming()
  }

  /// Returns the announced length of the body in bytes; nil for a chunked body.
  static func bodyLength(_ fields: HTTPFields) -> Int? {
    if fields.count(of: "transfer-encoding") > 0 { return nil }
    return fields["content-length"].map { Int($0) ?? 0 } ?? 0
  }

  /// Rejects ambiguous body lengths, which would allow request smuggling (RFC 9112, 6.3, 11.2).
  private mutating func checkFraming() {
    let lengths = fields.count(of: "content-length")
    let codings = fields.count(of: "transfer-encoding")
    if lengths + codings > 1 {
      refuse(.badRequest, "The header Content-Length is repeated.")
    } else if codings == 1, fields["transfer-encoding"]?.lowercased() != "chunked" {
      refuse(.badRequest, "The transfer coding of the body is not chunked.")
    } else if lengths == 1 {
      checkLength()
    }
    if fields.count(of: "host") > 1 { refuse(.badRequest, "The header Host is repeated.") }
  }

  private mutating func checkLength() {
    let digits = fields["content-length"] ?? ""
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return refuse(.badRequest, "The header Content-Length is not a number.")
    }
    guard let length = Int(digits), length <= bodyBytes else {
      return problem = .bodyTooLarge(bodyBytes)
    }
  }

  fileprivate mutating func add(_ name: String?, _ value: String?) {
    guard let name, let value, Self.isToken(name), Self.isText(value) else {
      return refuse(.badRequest, "A header line is malformed.")
    }
    if let foldedName = Self.folded(name) {
      return refuse(.badRequest, "The value of “\(foldedName)” is on a separate line.")
    }
    bytes += name.utf8.count + value.utf8.count + 4
    fields.append(name, value)
  }

  /// Returns the name of a critical field with a folded value (RFC 9112, 5.2); nil otherwise.
  ///
  /// The library appends the folded line to the name, so a proxy would see `content-length` and we would not.
  private static func folded(_ name: String) -> String? {
    let name = name.lowercased()
    if harmlessNames.contains(name) { return nil }
    return criticalNames.first { name.hasPrefix($0) && name != $0 }
  }

  /// Valid fields that have one of the critical names as a prefix.
  private static let harmlessNames: Set = ["x-forwarded-protocol", "cookie2"]

  /// The fields that determine the body's length, the client's identity, and idempotency.
  private static let criticalNames = [
    "content-length", "transfer-encoding", "content-encoding", "content-type", "expect", "host",
    "authorization", "cookie", "origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest",
    "x-forwarded-for", "x-forwarded-proto", "idempotency-key", "if-match", "if-none-match",
    "last-event-id", "connection", "keep-alive", "trailer", "range", "forwarded",
    "x-forwarded-host",
  ]

  /// Returns whether the name is a token: with a space before the colon, others may read another name (RFC 9112, 5.1).
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func isText(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  private mutating func refuse(_ status: HTTPStatus, _ detail: String) {
    problem = problem ?? Problem(status, "request.malformed", detail)
  }
}

extension Problem {
  /// Returns the error for a body that is too large.
  static func bodyTooLarge(_ limit: Int) -> Problem {
    Problem(
      .contentTooLarge,
      "request.too_large",
      "The request body is larger than \(limit) bytes.",
      hint: "Send less at once. Nothing was changed."
    )
  }
}

extension Problem {
  /// The error for a file while another one of the same person is being uploaded.
  static let anotherFile = Problem(
    .unavailable,
    "server.upload_in_progress",
    "The server accepts one upload per person at a time.",
    hint: "Try again in a moment. Nothing was changed.",
    retryAfter: 10
  )

  /// The error for a body while there is no memory for it.
  static let tooManyBytes = Problem(
    .unavailable,
    "server.busy",
    "The server is busy with other uploads.",
    hint: "Try again in a moment. Nothing was changed.",
    retryAfter: 10
  )
}

/// Receives one header field; file-level, because a closure made elsewhere may be isolated to an actor.
private func addLine(
  _ check: UnsafeMutableRawPointer?,
  _: MHD_ValueKind,
  _ name: UnsafePointer<CChar>?,
  _ nameCount: Int,
  _ value: UnsafePointer<CChar>?,
  _ valueCount: Int
) -> MHD_Result {
  check?.assumingMemoryBound(to: HeaderValidator.self).pointee
    .add(text(name, nameCount), text(value, valueCount))
  return .YES
}

/// Decodes UTF-8 without NUL; returns nil otherwise.
private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
  guard let start else { return "" }
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  if bytes.allSatisfy({ 0 < $0 && $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
  return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
}
