package import Cairn
import CairnReports
import CairnStore

extension OfflineSnapshot {
  /// Encodes the snapshot with log id, epoch, time and time zone rules, the person's own zone first.
  ///
  /// `node` is the node of the log; all of its browser pages count as one device.
  package func encode(
    _ head: SyncHead,
    node: UInt32,
    at now: Instant,
    zones: [ZoneRules]
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 65_536 + records.count * 700)
    writer.beginObject()
    writer.member("log", head.log.text)
    writer.member("epoch", head.epoch.text)
    writer.member("node", Stamp.text(ofNode: node))
    writer.member("knowledge", knowledge.text)
    writer.member("at", now.milliseconds)
    writer.key("zones")
    writer.beginArray()
    for zone in zones { zone.write(Self.span(around: now), to: &writer) }
    writer.endArray()
    writer.key("records")
    writer.beginArray()
    for record in records { record.writeObject(to: &writer) }
    writer.endArray()
    writeEarlier(to: &writer)
    writeClimbed(to: &writer)
    write("tried", tried, to: &writer)
    write("sent", sent, to: &writer)
    write("unknown", unknown.map(\.text), to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Returns the range of time zone transitions to include: from 400 days before now to 800 days after it.
  private static func span(around now: Instant) -> Range<Instant> {
    now - .hours(24 * 400)..<now + .hours(24 * 800)
  }

  private func writeEarlier(to writer: inout JSONWriter) {
    writer.key("earlier")
    writer.beginArray()
    for day in earlier {
      writer.beginArray()
      writer.integer(Int64(day.day.number))
      writer.integer(day.time.count)
      writer.integer(day.pages)
      writer.integer(Int64(day.sessions))
      writer.integer(day.overlap.count)
      writer.endArray()
    }
    writer.endArray()
  }

  private func writeClimbed(to writer: inout JSONWriter) {
    writer.key("climbed")
    writer.beginObject()
    for one in climbed {
      writer.key(one.session.text)
      writer.beginArray()
      writer.integer(one.climbs)
      writer.integer(one.sent)
      writer.endArray()
    }
    writer.endObject()
  }

  private func write(_ name: String, _ texts: [String], to writer: inout JSONWriter) {
    writer.key(name)
    writer.beginArray()
    for text in texts { writer.string(text) }
    writer.endArray()
  }
}
