import CMicrohttpd
import CairnHTTP
import Glibc

/// One client's connection; the loop's thread alone touches it.
final class Connection {
  let handle: OpaquePointer
  let address: String
  /// When it is closed if nothing happens; nil while an answer is being worked out.
  var deadline: ContinuousClock.Instant?
  /// The request on its way; nil between two.
  var exchange: Exchange?

  init(_ handle: OpaquePointer, deadline: ContinuousClock.Instant) {
    (self.handle, self.deadline) = (handle, deadline)
    address = digits(of: cairn_mhd_address(handle))
  }

  /// Whether the client has closed its side, whatever it sent before; the library does not look while a connection
  /// rests.
  var isDisconnected: Bool {
    let closed: Int16 = 0x2000  // POLLRDHUP of Linux, for which Swift has no name
    var end = pollfd(fd: cairn_mhd_socket(handle), events: closed, revents: 0)
    return poll(&end, 1, 0) > 0
  }

  /// Ends reading and writing; the library then notices that the client has gone.
  func cut() { shutdown(cairn_mhd_socket(handle), Int32(SHUT_RDWR)) }
}

/// One request on its way, and its answer.
final class Exchange {
  enum Stage { case head, admission, body, answering, answered }

  let number: Int
  var request: HTTPRequest
  var stage = Stage.head
  /// Bytes of the body that came in all, more than are kept when it is too large.
  var bodyBytes = 0
  /// Bytes that it may have.
  var limit: Int
  /// Whether a long body may come, once that is known.
  var admission: BodyAdmission?
  /// Bytes that are reserved for an admitted body.
  var reserved = 0
  /// Who sends an admitted body.
  var owner: String?
  var response: HTTPResponse?
  var isSuspended = false
  /// Since when its client is known to be gone.
  var leftAt: ContinuousClock.Instant?
  var task: Task<Void, Never>?
  /// The answer while it is sent in parts.
  var flow: ResponseBodyStream?

  init(number: Int, target: String, address: String, _ limits: ListenerLimits) {
    self.number = number
    limit = limits.isFile(target) ? limits.fileBytes : limits.bodyBytes
    request = HTTPRequest(.get, target, address: address)
  }
}
