#if arch(wasm32)

// The functions exported to JavaScript: allocate a request buffer, handle a request, locate the response.
// The module imports nothing; JavaScript creates a new instance for each request, so that memory starts empty.

nonisolated(unsafe) private var requestBuffer: UnsafeMutableRawPointer?
nonisolated(unsafe) private var count = 0
nonisolated(unsafe) private var responseBuffer: UnsafeMutableRawPointer?

/// Allocates the request buffer and returns its address.
@_expose(wasm, "room")
@_cdecl("cairn_room")
func cairnRoom(_ bytes: Int32) -> UnsafeMutableRawPointer {
  count = Int(bytes)
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 16)
  requestBuffer = buffer
  return buffer
}

/// Applies the action of the request and returns the length of the response in bytes.
@_expose(wasm, "act")
@_cdecl("cairn_act")
func cairnAct() -> Int32 { store(Offline.act(request)) }

/// Renders the view of the request and returns the length of the response in bytes.
@_expose(wasm, "view")
@_cdecl("cairn_view")
func cairnView() -> Int32 { store(Offline.view(request)) }

/// Returns the address of the response.
@_expose(wasm, "answer")
@_cdecl("cairn_answer")
func cairnAnswer() -> UnsafeMutableRawPointer? { responseBuffer }

private var request: [UInt8] {
  Array(UnsafeRawBufferPointer(start: requestBuffer, count: count))
}

private func store(_ bytes: [UInt8]) -> Int32 {
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
  buffer.copyMemory(from: bytes, byteCount: bytes.count)
  responseBuffer = buffer
  return Int32(bytes.count)
}
#endif
