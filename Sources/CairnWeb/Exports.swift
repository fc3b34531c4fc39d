#if arch(wasm32)
import Cairn

// What JavaScript calls: room for what it asks, the question, and where the answer lies. Nothing
// is imported; memory is that of the module, and emptied before each question.

nonisolated(unsafe) private var asked: UnsafeMutableRawPointer?
nonisolated(unsafe) private var count = 0
nonisolated(unsafe) private var answer: UnsafeMutableRawPointer?

/// Room for a question of so many bytes; gives its address.
@_expose(wasm, "room")
@_cdecl("cairn_room")
func cairnRoom(_ bytes: Int32) -> UnsafeMutableRawPointer {
  count = Int(bytes)
  let room = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 16)
  asked = room
  return room
}

/// Does the act that was asked; gives how many bytes the answer has.
@_expose(wasm, "act")
@_cdecl("cairn_act")
func cairnAct() -> Int32 { keep(Offline.act(question)) }

/// Gives what a page shows; gives how many bytes the answer has.
@_expose(wasm, "view")
@_cdecl("cairn_view")
func cairnView() -> Int32 { keep(Offline.view(question)) }

/// Where the answer lies.
@_expose(wasm, "answer")
@_cdecl("cairn_answer")
func cairnAnswer() -> UnsafeMutableRawPointer? { answer }

private var question: [UInt8] {
  Array(UnsafeRawBufferPointer(start: asked, count: count))
}

private func keep(_ bytes: [UInt8]) -> Int32 {
  let kept = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
  kept.copyMemory(from: bytes, byteCount: bytes.count)
  answer = kept
  return Int32(bytes.count)
}
#endif
