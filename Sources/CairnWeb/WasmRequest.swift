import Cairn

/// A request of the page: the snapshot, the mutations since, and the action.
struct WasmRequest {
  var snapshot = Snapshot()
  /// Local mutations that the snapshot may lack, oldest first.
  var mutations: [Mutation] = []
  var now = Instant.earliest
  /// The node id of this browser.
  var node: UInt32 = 0
  /// 256 random bits.
  var seed: [UInt8] = []
  /// The action; null for a view.
  var act = OfflineAction(.null)

  /// Parses a request; throws `request.malformed`.
  init(_ bytes: [UInt8]) throws(CairnError) {
    do {
      var reader = JSONReader(bytes)
      try read(&reader)
      try reader.finish()
    } catch {
      throw .otherVersion("request.malformed", error.reason.text)
    }
  }

  private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    var request = self
    try reader.object { (key, reader) throws(JSONError) in
      switch key {
      case "snapshot": request.snapshot = try Snapshot(from: &reader)
      case "mutations":
        try reader.array { (reader) throws(JSONError) in
          if let mutation = try RecordParts(from: &reader).mutation() {
            request.mutations.append(mutation)
          }
        }
      case "now": request.now = Instant(milliseconds: try reader.integer())
      case "node": request.node = UInt32(try reader.string(), radix: 16) ?? 0
      case "seed": request.seed = [UInt8](try reader.string().utf8)
      case "act": request.act = OfflineAction(try reader.value())
      default: try reader.skipValue()
      }
    }
    self = request
  }
}

extension CairnError {
  /// The error for a request from a page of another version than this module.
  static func otherVersion(_ code: String, _ reason: String) -> CairnError {
    CairnError(
      code,
      "The page and the offline log have different versions: \(reason).",
      hint: "Close all Cairn tabs and open it again."
    )
  }
}
