import Cairn

/// What a page asks: the snapshot, what was done since, and what is to be done now.
struct WasmRequest {
  var snapshot = Snapshot()
  /// Mutations that the snapshot may lack, in the order they were made.
  var lines: [Mutation] = []
  var now = Instant.earliest
  /// This browser among the devices of the log.
  var node: UInt32 = 0
  /// 256 random bits.
  var seed: [UInt8] = []
  /// What the person does; empty where a page only looks.
  var act = OfflineAction(.null)

  /// Reads a call; throws `request.malformed` for bytes that are none.
  init(_ bytes: [UInt8]) throws(CairnError) {
    do {
      var reader = JSONReader(bytes)
      try read(&reader)
      try reader.finish()
    } catch {
      throw CairnError(
        "request.malformed",
        "The page asks in a way that this version does not know: \(error.reason.text).",
        hint: "Close all tabs of Cairn and open it again."
      )
    }
  }

  private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    var call = self
    try reader.object { (key, reader) throws(JSONError) in
      switch key {
      case "snapshot": call.snapshot = try Snapshot(from: &reader)
      case "lines":
        try reader.array { (reader) throws(JSONError) in
          if let line = try RecordParts(from: &reader).mutation() { call.lines.append(line) }
        }
      case "now": call.now = Instant(milliseconds: try reader.integer())
      case "node": call.node = UInt32(try reader.string(), radix: 16) ?? 0
      case "seed": call.seed = [UInt8](try reader.string().utf8)
      case "act": call.act = OfflineAction(try reader.value())
      default: try reader.skipValue()
      }
    }
    self = call
  }
}
