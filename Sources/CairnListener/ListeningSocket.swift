import CMicrohttpd
import Glibc

/// An open socket that queues connections until a listener serves it.
public struct ListeningSocket: Sendable {
  /// The port, which the system chose if 0 was given.
  public let port: Int
  let descriptor: Int32

  /// Opens a socket on a numeric IPv4 or IPv6 address.
  ///
  /// Throws ``ListenerError``. The listener that uses the socket closes it when it stops.
  public init(address: String, port: Int) throws(ListenerError) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address, String(port), &hints, &found)
    guard code == 0, let resolved = found?.pointee else {
      throw ListenerError("it is not an address", cause: String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(found) }
    descriptor = try Self.open(resolved)
    self.port = Self.port(of: descriptor)
  }

  private static func open(_ address: addrinfo) throws(ListenerError) -> Int32 {
    let kind = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, kind, 0)
    guard descriptor >= 0 else { throw lastError }
    var yes: Int32 = 1
    // Connections of a server that just stopped (TIME_WAIT) would otherwise block the address.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, 511) == 0
    else {
      defer { close(descriptor) }
      throw lastError
    }
    return descriptor
  }

  private static var lastError: ListenerError {
    let (number, reasons) = (errno, reasons)
    return ListenerError(
      reasons[number] ?? "system error \(number)",
      cause: String(cString: strerror(number))
    )
  }

  private static let reasons = [
    EADDRINUSE: "another program uses the address",
    EADDRNOTAVAIL: "this machine does not have the address",
    EACCES: "only the administrator may use this port",
    EMFILE: "too many files are open", ENFILE: "too many files are open",
    EAFNOSUPPORT: "this machine does not support this kind of address",
  ]

  private static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
    }
    // The port is at the same offset for both families.
    return Int(UInt16(bigEndian: address.sin6_port))
  }
}

/// Returns the numeric address of a client; empty if it has none.
func digits(of address: UnsafePointer<sockaddr>?) -> String {
  guard let address else { return "" }
  let isLong = Int32(address.pointee.sa_family) == AF_INET6
  let length = isLong ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
  var text = [CChar](repeating: 0, count: 64)
  guard getnameinfo(address, socklen_t(length), &text, 64, nil, 0, NI_NUMERICHOST) == 0
  else { return "" }
  let digits = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  // A dual-stack socket reports IPv4 clients by mapped addresses.
  return IPAddress(digits).flatMap { $0.bytes.count == 4 ? $0.prefix(bytes: 4) : nil } ?? digits
}
