import CMicrohttpd

// The library's callbacks, always on the loop's thread. They are file-level functions, because a closure
// inside an actor-isolated declaration would be isolated too and trap on this thread.

private func daemon(_ context: UnsafeMutableRawPointer?) -> Daemon? {
  context.map { Unmanaged<Daemon>.fromOpaque($0).takeUnretainedValue() }
}

/// Handles a new or closed connection.
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

/// Handles the request line.
func targetRead(
  _ context: UnsafeMutableRawPointer?,
  _ target: UnsafePointer<CChar>?,
  _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let handle, let target else { return nil }
  daemon(context)?.begin(handle, target: String(cString: target))
  return nil
}

/// Handles the head, a part of the body, the body's end, or a resumed connection.
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

/// Fills the buffer of a streamed response.
func fillResponseBody(
  _ context: UnsafeMutableRawPointer?,
  _: UInt64,
  _ buffer: UnsafeMutablePointer<CChar>?,
  _ count: Int
) -> Int {
  guard let context else { return ResponseBodyStream.failed }
  let bodyStream = Unmanaged<ResponseBodyStream>.fromOpaque(context).takeUnretainedValue()
  return bodyStream.fill(UnsafeMutableRawBufferPointer(start: buffer, count: count))
}

/// Handles the end of a streamed response, complete or not.
func endResponseBody(_ context: UnsafeMutableRawPointer?) {
  if let context {
    Unmanaged<ResponseBodyStream>.fromOpaque(context).takeRetainedValue().responseEnded()
  }
}

/// Handles the end of a request, whether answered or not.
func requestEnded(
  _ context: UnsafeMutableRawPointer?,
  _ handle: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _: MHD_RequestTerminationCode
) {
  if let handle { daemon(context)?.end(handle) }
}
