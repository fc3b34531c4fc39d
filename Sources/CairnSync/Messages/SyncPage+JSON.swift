package import Cairn
import CairnStore

extension SyncPull {
  /// Encodes the request as JSON.
  package func encode() -> [UInt8] {
    var writer = JSONWriter(capacity: 256 + confirm.count * 40)
    writer.beginObject()
    writer.member("proto", SyncProtocol.version)
    writer.member("epoch", epoch.text)
    writer.member("record", records)
    writer.member("mutation", mutations)
    writer.member("limit", Int64(limit))
    writer.ids("confirm", confirm)
    writer.endObject()
    return writer.bytes
  }

  /// Decodes a request; throws `sync.malformed`, and `sync.newer_protocol` or `sync.older_protocol` for another protocol version.
  package init(_ bytes: [UInt8]) throws(CairnError) {
    self = try SyncMessage.read(bytes) { (reader) throws(JSONError) in
      var pull = SyncPull(epoch: RecordID(high: 0, low: 0), records: 0, mutations: 0)
      try SyncMessage.each(&reader) { (key, reader) throws(JSONError) in
        switch key {
        case "epoch": pull.epoch = try reader.recordID()
        case "record": pull.records = max(0, try reader.integer())
        case "mutation": pull.mutations = max(0, try reader.integer())
        case "limit": pull.limit = Int(min(max(1, try reader.integer()), Int64(SyncPull.limit)))
        case "confirm":
          pull.confirm = try reader.list { (reader) throws(JSONError) in
            try reader.recordID()
          }
        default: return false
        }
        return true
      }
      return pull
    }
  }
}

extension SyncPage {
  /// Encodes the page as JSON.
  package func encode() -> [UInt8] {
    var writer = JSONWriter(capacity: 65_536)
    writer.beginObject()
    writer.member("epoch", epoch.text)
    writer.key("records")
    writer.beginArray()
    for record in records { record.writeObject(to: &writer) }
    writer.endArray()
    writer.key("mutations")
    writer.beginArray()
    for sent in mutations { sent.write(to: &writer) }
    writer.endArray()
    writer.member("next_record", nextRecord)
    writer.member("next_mutation", nextMutation)
    writer.key("more")
    writer.bool(hasMore)
    writer.ids("unknown", unknown)
    if let digest {
      writer.member("count", digest.count)
      writer.member("sum", String(digest.sum, radix: 16))
    }
    writer.endObject()
    return writer.bytes
  }

  /// Decodes a page; throws `sync.malformed`.
  package init(_ bytes: [UInt8]) throws(CairnError) {
    self = try SyncMessage.read(bytes) { (reader) throws(JSONError) in
      var page = SyncPage(epoch: RecordID(high: 0, low: 0), nextRecord: 0, nextMutation: 0)
      var (count, sum): (Int64?, UInt64?) = (nil, nil)
      try SyncMessage.each(&reader) { (key, reader) throws(JSONError) in
        switch key {
        case "epoch": page.epoch = try reader.recordID()
        case "records": page.records = try reader.list(Record.init(from:))
        case "mutations": page.mutations = try reader.list(SyncMutation.init(from:))
        case "next_record": page.nextRecord = try reader.integer()
        case "next_mutation": page.nextMutation = try reader.integer()
        case "more": page.hasMore = try reader.bool()
        case "unknown":
          page.unknown = try reader.list { (reader) throws(JSONError) in
            try reader.recordID()
          }
        case "count": count = try reader.integer()
        case "sum": sum = UInt64(try reader.string(), radix: 16)
        default: return false
        }
        return true
      }
      if let count, let sum { page.digest = LogDigest(count: count, sum: sum) }
      return page
    }
  }
}

extension SyncHead {
  /// Encodes the response as JSON.
  package func encode() -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.member("proto", SyncProtocol.version)
    writer.member("log", log.text)
    writer.member("epoch", epoch.text)
    writer.member("head", head)
    writer.key("account")
    if let account { writer.string(account) } else { writer.null() }
    writer.endObject()
    return writer.bytes
  }

  /// Decodes a response; throws `sync.malformed`, and `sync.newer_protocol` or `sync.older_protocol` for another protocol version.
  package init(_ bytes: [UInt8]) throws(CairnError) {
    self = try SyncMessage.read(bytes) { (reader) throws(JSONError) in
      var (log, epoch, head): (RecordID?, RecordID?, Int64) = (nil, nil, 0)
      var account: String?
      try SyncMessage.each(&reader) { (key, reader) throws(JSONError) in
        switch key {
        case "log": log = try reader.recordID()
        case "epoch": epoch = try reader.recordID()
        case "head": head = try reader.integer()
        case "account": account = try reader.consumeNull() ? nil : reader.string()
        default: return false
        }
        return true
      }
      guard let log, let epoch else { throw JSONError(offset: reader.offset, reason: .kind) }
      var found = SyncHead(log: log, epoch: epoch, head: head)
      found.account = account
      return found
    }
  }
}

extension JSONWriter {
  fileprivate mutating func ids(_ name: String, _ ids: [RecordID]) {
    guard !ids.isEmpty else { return }
    key(name)
    beginArray()
    for id in ids { string(id.text) }
    endArray()
  }
}
