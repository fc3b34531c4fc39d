import CairnHTTP
import CairnListener
import Foundation

/// A raw TCP client that can send malformed requests.
struct RawClient: Sendable {
  let port: Int

  /// Sends bytes and returns everything received until the server closes the connection.
  ///
  /// With `half`, half-closes the connection after sending. Times out after `timeout` seconds.
  func send(_ bytes: [UInt8], half: Bool = true, timeout: Int = 900) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      // A dedicated thread, because blocking a shared one could stall the server.
      Thread.detachNewThread {
        continuation.resume(with: Result { try exchange(bytes, half, timeout) })
      }
    }
  }

  func send(_ text: String, half: Bool = true) async throws -> String {
    String(decoding: try await send(Array(text.utf8), half: half), as: UTF8.self)
  }

  private func exchange(_ bytes: [UInt8], _ half: Bool, _ timeout: Int) throws -> [UInt8] {
    let wire = try connected(timeout)
    defer { close(wire) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(wire, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { break }  // the server may close before it has read everything
      rest = rest.dropFirst(count)
    }
    if half { shutdown(wire, Int32(SHUT_WR)) }
    return try all(of: wire)
  }

  private func connected(_ timeout: Int) throws -> Int32 {
    let wire = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(wire, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(wire, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(wire)
      throw RawClientError(reason: "connect: \(String(cString: strerror(errno)))")
    }
    return wire
  }

  private func all(of wire: Int32) throws -> [UInt8] {
    var (answer, part) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = recv(wire, &part, part.count, 0)
      if count == 0 { return answer }
      if count < 0 {
        // The server closed with unread data of ours; what it sent before is valid.
        if errno == ECONNRESET { return answer }
        throw RawClientError(reason: "no end of: \(String(decoding: answer, as: UTF8.self))")
      }
      answer += part[..<count]
    }
  }
}

extension ListenerLimits {
  /// Limits for clients that may stall, because other tests can occupy all threads for a while.
  static var patient: ListenerLimits {
    var limits = ListenerLimits()
    (limits.headTime, limits.keepAliveTime) = (.seconds(600), .seconds(600))
    (limits.bodyTime, limits.disconnectTimeout) = (.seconds(600), .seconds(600))
    return limits
  }
}

struct RawClientError: Error {
  let reason: String
}

extension RawClient {
  /// Sends one request and closes the connection.
  func ask(_ request: HTTPRequest) async throws -> HTTPResponse {
    var head = "\(request.method.name) \(request.target) HTTP/1.1\r\nconnection: close\r\n"
    for line in request.fields.lines { head += "\(line.name): \(line.value)\r\n" }
    if !request.body.isEmpty { head += "content-length: \(request.body.count)\r\n" }
    let answer = try await send(Array((head + "\r\n").utf8) + request.body, half: false)
    guard let response = Self.responses(answer).first else {
      throw RawClientError(reason: "no response to \(request.target)")
    }
    return response
  }

  /// Parses consecutive responses, none of which may be to HEAD.
  static func responses(_ bytes: [UInt8]) -> [HTTPResponse] {
    var (rest, responses) = (bytes[...], [HTTPResponse]())
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        .components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ", maxSplits: 2).map(String.init)
      var response = HTTPResponse(HTTPStatus(Int(words[1]) ?? 0, words.count > 2 ? words[2] : ""))
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        response.fields.append(String(parts[0]), value)
      }
      rest = rest[end.upperBound...]
      response.body =
        response.fields["transfer-encoding"] == "chunked"
        ? chunks(&rest)
        : removePrefix(response.fields["content-length"].flatMap { Int($0) } ?? 0, from: &rest)
      responses.append(response)
    }
    return responses
  }
}

extension RawClient {
  /// Parses chunks up to the last one, or to the point where the connection was cut.
  private static func chunks(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var body: [UInt8] = []
    while let line = rest.firstRange(of: Array("\r\n".utf8)) {
      let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) ?? 0
      rest = rest[line.upperBound...]
      body += removePrefix(size, from: &rest)
      rest = rest.dropFirst(2)
      if size == 0 { break }
    }
    return body
  }

  private static func removePrefix(_ count: Int, from rest: inout ArraySlice<UInt8>) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Sends a request and leaves the connection open.
  func open(_ request: String) async throws -> RawConnection {
    try await withCheckedThrowingContinuation { continuation in
      // All on one thread: the server might close an idle connection while the test waits for a thread.
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let wire = RawConnection(try connected(20))
            wire.send(Array(request.utf8))
            return wire
          }
        )
      }
    }
  }
}

/// A connection that stays open during a test; only one task uses it.
final class RawConnection: @unchecked Sendable {
  private let descriptor: Int32
  private var unread: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Returns the bytes received up to a text, or until the server closes the connection.
  func read(to mark: String) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { [self] in
        continuation.resume(with: Result { try readUntil(to: Array(mark.utf8)) })
      }
    }
  }

  private func readUntil(to mark: [UInt8]) throws -> String {
    var part = [UInt8](repeating: 0, count: 65_536)
    var searched = 0
    while true {
      if let end = unread[searched...].firstRange(of: mark)?.upperBound {
        defer { unread.removeFirst(end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      searched = max(0, unread.count - mark.count + 1)
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else {
        if count < 0, errno != ECONNRESET { throw RawClientError(reason: "no \(mark) in time") }
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
      }
      unread += part[..<count]
    }
  }

  /// Closes the connection in both directions.
  func disconnect() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  deinit { close(descriptor) }
}

/// Reads a file.
func bytes(of path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Writes a file.
func write(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}
