import CMicrohttpd

// What the library calls, always on the loop's thread. Functions of a file: a closure written
// inside something that belongs to an actor would belong to it as well, and trap.

private func daemon(_ context: UnsafeMutableRawPointer?) -> Daemon? {
  context.map { Unmanaged<Daemon>.fromOpaque($0).takeUnretainedValue() }
}

/// A connection came or went.
func connectionChanged(
  _ context: UnsafeMutableRawPointer?,
  _ handle: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ change: MHD_ConnectionNotificationCode
) {
  guard let handle else { return }
  if change == .CONNECTION_NOTIFY_STARTED {
    daemon(context)?.connected(handle)
  } else {
    daemon(context)?.disconnected(handle)
  }
}

/// The first line of a request has come.
func targetRead(
  _ context: UnsafeMutableRawPointer?,
  _ target: UnsafePointer<CChar>?,
  _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let handle, let target else { return nil }
  daemon(context)?.begin(handle, target: String(cString: target))
  return nil
}

/// The head has come, or a part of the body, or all of it; or the connection was resumed.
func requestAdvanced(
  _ context: UnsafeMutableRawPointer?,
  _ handle: OpaquePointer?,
  _: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?,
  _ part: UnsafePointer<CChar>?,
  _ count: UnsafeMutablePointer<Int>?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let handle, let method, let count, let daemon = daemon(context) else { return .NO }
  let bytes = UnsafeRawBufferPointer(start: part, count: count.pointee)
  count.pointee = 0
  return daemon.advance(handle, method: String(cString: method), bytes) ? .YES : .NO
}

/// A client has room for more of an answer in parts.
func partsWanted(
  _ context: UnsafeMutableRawPointer?,
  _: UInt64,
  _ room: UnsafeMutablePointer<CChar>?,
  _ count: Int
) -> Int {
  guard let context else { return ResponseBodyStream.failed }
  let flow = Unmanaged<ResponseBodyStream>.fromOpaque(context).takeUnretainedValue()
  return flow.fill(UnsafeMutableRawBufferPointer(start: room, count: count))
}

/// An answer in parts is over, sent or not.
func partsEnded(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<ResponseBodyStream>.fromOpaque(context).takeRetainedValue().leave() }
}

/// A request is over, answered or not.
func requestEnded(
  _ context: UnsafeMutableRawPointer?,
  _ handle: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _: MHD_RequestTerminationCode
) {
  if let handle { daemon(context)?.end(handle) }
}
