import CMicrohttpd
import Glibc

/// A socket that clients can connect to, before anyone answers there.
public struct ListeningSocket: Sendable {
  /// The port, which the system chose when 0 was asked for.
  public let port: Int
  let descriptor: Int32

  /// Opens a socket for an IPv4 or IPv6 address in digits.
  ///
  /// Throws ``ListenerError``; the socket is closed when the listener that takes it stops.
  public init(address: String, port: Int) throws(ListenerError) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address, String(port), &hints, &found)
    guard code == 0, let place = found?.pointee else {
      throw ListenerError(String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(found) }
    descriptor = try Self.open(place)
    self.port = Self.port(of: descriptor)
  }

  private static func open(_ place: addrinfo) throws(ListenerError) -> Int32 {
    let kind = place.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(place.ai_family, kind, 0)
    guard descriptor >= 0 else { throw lastError }
    var yes: Int32 = 1
    // A server that was just stopped leaves connections behind that would refuse the next one.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, place.ai_addr, place.ai_addrlen) == 0, listen(descriptor, 511) == 0
    else {
      defer { close(descriptor) }
      throw lastError
    }
    return descriptor
  }

  private static var lastError: ListenerError { ListenerError(String(cString: strerror(errno))) }

  private static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
    }
    // The port lies at the same place for both families.
    return Int(UInt16(bigEndian: address.sin6_port))
  }
}

/// The address of a client in digits; empty when it has none.
func digits(of address: UnsafePointer<sockaddr>?) -> String {
  guard let address else { return "" }
  let isLong = Int32(address.pointee.sa_family) == AF_INET6
  let length = isLong ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
  var text = [CChar](repeating: 0, count: 64)
  guard getnameinfo(address, socklen_t(length), &text, 64, nil, 0, NI_NUMERICHOST) == 0
  else { return "" }
  let digits = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  // A socket for both families reports IPv4 clients by mapped addresses.
  return IPAddress(digits).flatMap { $0.bytes.count == 4 ? $0.prefix(bytes: 4) : nil } ?? digits
}
