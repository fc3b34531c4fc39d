import CMicrohttpd
import CairnHTTP
import Glibc

/// A client's connection; used only on the loop's thread.
final class Connection {
  let handle: OpaquePointer
  let address: String
  /// The time at which it closes unless data arrives; nil while a handler is running.
  var deadline: ContinuousClock.Instant?
  /// The current request; nil between two requests.
  var exchange: Exchange?

  init(_ handle: OpaquePointer, deadline: ContinuousClock.Instant) {
    (self.handle, self.deadline) = (handle, deadline)
    address = digits(of: cairn_mhd_address(handle))
  }

  /// Whether the client has closed its side, even with unread data.
  ///
  /// The library does not check a suspended connection.
  var isDisconnected: Bool {
    let closed: Int16 = 0x2000  // Linux's POLLRDHUP, which Swift does not import
    var end = pollfd(fd: cairn_mhd_socket(handle), events: closed, revents: 0)
    return poll(&end, 1, 0) > 0
  }

  /// Shuts the socket down in both directions, which makes the library close the connection.
  func shutDown() { shutdown(cairn_mhd_socket(handle), Int32(SHUT_RDWR)) }
}

/// A request in progress and its response.
final class Exchange {
  enum Stage { case head, admission, body, responding, responded }

  let number: Int
  var request: HTTPRequest
  var stage = Stage.head
  /// The body bytes received, including those beyond the limit, which are discarded.
  var bodyBytes = 0
  /// The allowed body size in bytes.
  var limit: Int
  /// The decision on a long body; nil until it is made.
  var admission: BodyAdmission?
  /// The bytes reserved for an accepted body.
  var reserved = 0
  /// The owner of an accepted body.
  var owner: String?
  var response: HTTPResponse?
  /// The size of a long response in memory, in bytes, until the client has received it.
  var responseBytes = 0
  var isSuspended = false
  /// The time at which the client was first seen disconnected.
  var disconnectedAt: ContinuousClock.Instant?
  var task: Task<Void, Never>?
  /// The body while it is streamed.
  var bodyStream: ResponseBodyStream?

  init(number: Int, target: String, address: String, _ limits: ListenerLimits) {
    self.number = number
    limit = limits.isFile(target) ? limits.fileBytes : limits.bodyBytes
    request = HTTPRequest(.get, target, address: address)
  }
}
