import Cairn
import CairnStore

/// A decoder of protocol messages from either side.
enum SyncMessage {
  /// Decodes exactly one value; throws `sync.malformed`, `sync.newer_protocol` and `sync.older_protocol`.
  static func read<Value>(
    _ bytes: [UInt8],
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(CairnError) -> Value {
    do {
      var reader = JSONReader(bytes)
      let value = try body(&reader)
      try reader.finish()
      return value
    } catch {
      if error.reason == .laterVersion { throw newer }
      if error.reason == .earlierVersion { throw older }
      throw CairnError(
        "sync.malformed",
        "The sync message is invalid: \(error.reason.text) at byte \(error.offset).",
        hint: "Update Cairn on this device and the server."
      )
    }
  }

  /// Passes each member of an object to `known`; skips unknown ones.
  static func each(
    _ reader: inout JSONReader,
    _ known: (String, inout JSONReader) throws(JSONError) -> Bool
  ) throws(JSONError) {
    try reader.object { (key, reader) throws(JSONError) in
      let start = reader.offset
      if key == "proto" {
        let version = try reader.integer()
        guard version == SyncProtocol.version else {
          let isLater = version > SyncProtocol.version
          throw JSONError(offset: start, reason: isLater ? .laterVersion : .earlierVersion)
        }
      } else if try !known(key, &reader) {
        try reader.skipValue()
      }
    }
  }

  private static var newer: CairnError {
    CairnError(
      "sync.newer_protocol",
      "The other side uses a newer sync protocol than this version, \(SyncProtocol.version).",
      hint: "Update Cairn here. Nothing is lost: unsent changes are kept."
    )
  }

  private static var older: CairnError {
    CairnError(
      "sync.older_protocol",
      "The other side uses an older sync protocol than this version, \(SyncProtocol.version).",
      hint: "Update Cairn on the other side. Nothing is lost: unsent changes are kept."
    )
  }
}

extension JSONReader {
  /// Reads an array of at most ``SyncPush/countLimit`` elements.
  mutating func list<Element>(
    _ element: (inout JSONReader) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    var elements: [Element] = []
    try array { (reader) throws(JSONError) in
      guard elements.count < SyncPush.countLimit else {
        throw JSONError(offset: reader.offset, reason: .tooMany)
      }
      elements.append(try element(&reader))
    }
    return elements
  }
}
