package import Cairn
import CairnStore

/// The constants of the sync protocol.
package enum SyncProtocol {
  /// The protocol version of this library.
  package static let version: Int64 = 2
  /// The size limit of a request, 512 KiB; a single longer mutation may exceed it.
  ///
  /// A server handles many bodies of up to 1 MiB concurrently, but longer ones one at a time.
  package static let byteLimit = 524_288
  /// The size limit of a response, 32 MiB.
  package static let responseLimit = 33_554_432
}

extension SyncPush {
  /// Encodes as many mutations and records as fit and removes the others from this value.
  ///
  /// Encodes at least one mutation, or one record if there are no mutations. Records changed by its mutations are
  /// included regardless of `limit`.
  package mutating func encode(limit: Int = SyncProtocol.byteLimit) -> [UInt8] {
    var writer = JSONWriter(capacity: 65_536)
    writer.beginObject()
    writer.member("proto", SyncProtocol.version)
    writer.member("epoch", epoch.text)
    writer.key("mutations")
    mutations = Self.fitting(mutations, &writer, limit) { $0.write(to: &$1) }
    if !mutations.isEmpty {
      let changedIDs = Set(mutations.flatMap { $0.mutation.changes.map(\.id) })
      records.removeAll { !changedIDs.contains($0.id) }
    }
    writer.key("records")
    // Records of a mutation go with it, regardless of their number.
    let maxBytes = mutations.isEmpty ? limit : SyncProtocol.responseLimit
    records = Self.fitting(records, &writer, maxBytes) { $0.writeObject(to: &$1) }
    writer.endObject()
    return writer.bytes
  }

  /// Whether it can be split into smaller requests.
  var isDivisible: Bool { mutations.count > 1 || (mutations.isEmpty && records.count > 1) }

  private static func fitting<Element>(
    _ elements: [Element],
    _ writer: inout JSONWriter,
    _ limit: Int,
    _ write: (Element, inout JSONWriter) -> Void
  ) -> [Element] {
    writer.beginArray()
    var count = 0
    for element in elements where count == 0 || writer.bytes.count < limit {
      write(element, &writer)
      count += 1
    }
    writer.endArray()
    return Array(elements.prefix(count))
  }

  /// Decodes a request; throws `sync.malformed`, and `sync.newer_protocol` or `sync.older_protocol` for another protocol version.
  package init(_ bytes: [UInt8]) throws(CairnError) {
    self = try SyncMessage.read(bytes) { (reader) throws(JSONError) in
      var push = SyncPush(epoch: RecordID(high: 0, low: 0))
      try SyncMessage.each(&reader) { (key, reader) throws(JSONError) in
        switch key {
        case "epoch": push.epoch = try reader.recordID()
        case "mutations": push.mutations = try reader.list(SyncMutation.init(from:))
        case "records": push.records = try reader.list(Record.init(from:))
        default: return false
        }
        return true
      }
      return push
    }
  }
}

extension SyncMutation {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    mutation.writeMembers(to: &writer)
    if let joined { writer.member("joined", joined.text) }
    writer.endObject()
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    let parts = try RecordParts(from: &reader)
    guard let mutation = parts.mutation() else { throw JSONError(offset: start, reason: .kind) }
    self.init(mutation, joined: parts.joined)
  }
}

extension Record {
  func writeObject(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    guard let record = try RecordParts(from: &reader).record() else {
      throw JSONError(offset: start, reason: .kind)
    }
    self = record
  }
}

extension PushResult {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("mutation", id.text)
    switch outcome {
    case .accepted(let stamp): writer.member("stamp", stamp.text)
    case .refused(let code, let reason):
      writer.member("code", code)
      writer.member("reason", reason)
    }
    writer.endObject()
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    var (id, stamp): (RecordID?, Stamp?) = (nil, nil)
    var (code, reason) = ("sync.server_error", "The server gave no reason.")
    try reader.object { (key, reader) throws(JSONError) in
      switch key {
      case "mutation": id = try reader.recordID()
      case "stamp": stamp = try reader.stamp()
      case "code": code = try reader.string()
      case "reason": reason = try reader.string()
      default: try reader.skipValue()
      }
    }
    guard let id else { throw JSONError(offset: start, reason: .kind) }
    self.init(id, stamp.map { .accepted($0) } ?? .refused(code: code, reason: reason))
  }
}

/// The response to a push.
package struct PushResults: Sendable {
  /// The result of each mutation, in the order sent.
  package let results: [PushResult]

  package init(_ results: [PushResult]) {
    self.results = results
  }

  /// Encodes the response as JSON.
  package func encode() -> [UInt8] {
    var writer = JSONWriter(capacity: 64 * results.count)
    writer.beginObject()
    writer.key("results")
    writer.beginArray()
    for result in results { result.write(to: &writer) }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }

  /// Decodes a response; throws `sync.malformed`.
  package init(_ bytes: [UInt8]) throws(CairnError) {
    results = try SyncMessage.read(bytes) { (reader) throws(JSONError) in
      var results: [PushResult] = []
      try SyncMessage.each(&reader) { (key, reader) throws(JSONError) in
        guard key == "results" else { return false }
        results = try reader.list(PushResult.init(from:))
        return true
      }
      return results
    }
  }
}
