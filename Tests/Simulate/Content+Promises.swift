import Cairn
import CairnStore

/// The invariants of a log after all changes (spec/sync.md 3.11).
extension Content {
  /// The number of device names without a device.
  var namesWithoutDevice: Int {
    let devices = records.filter { $0.kind == Device.recordKind && $0.deletion == nil }
    return devices.count { $0.fields["node"] == .null }
  }

  /// The time of the latest stamp.
  var latestStamp: Instant? { records.map(\.latestStamp.instant).max() }

  /// Returns how many of the mutations it lacks.
  func missingCount(_ ids: Set<RecordID>) -> Int { ids.subtracting(mutations.map(\.id)).count }

  /// Returns the latest automatic end of a session that was last resumed or paused before `limit`.
  func latestAutomaticEnd(_ limit: Instant) -> Instant? {
    records.compactMap { record in
      guard record.stamp(of: "endedAt")?.isAutomatic ?? false,
        case .text(let segments) = record.fields["segments"], segments.hasSuffix("-"),
        let timeline = try? Session<NoDetail>(recordID: record.id, fields: record.fields).timeline,
        let claim = timeline.segments.last?.start, claim <= limit
      else { return nil }
      return timeline.end
    }.max()
  }

  /// The number of automatically ended sessions without a later start or resumption of their kind.
  ///
  /// Includes resumptions that lost against a pause with a later stamp: they were current when the session was ended.
  var wronglyEnded: Int {
    let (claims, claimed) = (records.compactMap(LastStart.init), claimed)
    return claims.count { ruled in
      ruled.isEndedAutomatically
        && !claims.contains { other in
          other.kind == ruled.kind && other.id != ruled.id
            && max(other.start, claimed[other.id] ?? other.start) >= ruled.start
        }
    }
  }

  /// The number of sessions with inconsistent values, which no version can read.
  var unreadable: Int {
    records.count { record in
      record.kind == SessionRecord.kind && record.deletion == nil
        && (try? Session<NoDetail>(recordID: record.id, fields: record.fields)) == nil
    }
  }

  /// The number of sessions that reopened automatically after a step that only split, merged or moved ended ones.
  var reopened: Int {
    let cuts = Set(mutations.filter { $0.title == Self.cut }.map(\.stamp))
    return records.count { record in
      record.kind == SessionRecord.kind && record.deletion == nil
        && record.fields["endedAt"] == .null
        && record.stamp(of: "endedAt")?.isAutomatic ?? false
        && record.stamp(of: "segments").map(cuts.contains) ?? false
    }
  }

  /// The last start or resumption of each session, from the history.
  private var claimed: [RecordID: Instant] {
    let told = mutations.flatMap(\.changes).compactMap { change -> (RecordID, Instant)? in
      guard case .text(let segments) = change.set["segments"],
        let last = try? Timeline(text: segments, endedAt: nil).segments.last
      else { return nil }
      return (change.id, last.start)
    }
    return Dictionary(told, uniquingKeysWith: max)
  }

  /// The number of sessions that belong to a merged book.
  var sessionsOfMergedBooks: Int {
    let merged = records.filter {
      $0.kind == Entry.recordKind && $0.deletion != nil && $0.fields["mergedInto"] != .null
    }
    let gone = Set(merged.map(\.id))
    return records.count { record in
      guard record.kind == SessionRecord.kind, record.deletion == nil,
        let entry = try? record.fields.id("entry") as Identifier<Entry>?
      else { return false }
      return gone.contains(entry.record)
    }
  }

  /// The merged sessions with climbs, unless somebody has kept the merge with knowledge of them.
  var sessionsWithUnknownClimbs: Set<RecordID> {
    let merged = records.filter { $0.isMerged }.map(\.id)
    let climbs = records.filter { $0.kind == Climb.recordKind && $0.deletion == nil }
    let decided = mutations.flatMap(\.changes).filter { $0.set == $0.was }.map(\.id)
    return Set(merged).subtracting(decided).intersection(
      climbs.compactMap { (try? $0.fields.id("session") as SessionID?)?.record }
    )
  }

  /// The prefix of field names that no version knows yet.
  static let newerField = "newer"

  /// The number of lost values of a newer version that nobody deleted.
  var forgotten: Int {
    let kept = records.flatMap { Self.names($0.fields, of: $0.id) { $0 != .null } }
    let changes = mutations.flatMap(\.changes)
    let told = changes.flatMap { Self.names($0.set, of: $0.id) { $0 != .null } }
    let gone = changes.flatMap { Self.names($0.set, of: $0.id) { $0 == .null } }
    return Set(told).subtracting(gone).subtracting(kept).count
  }

  private static func names(
    _ fields: Fields,
    of id: RecordID,
    _ such: (FieldValue) -> Bool
  ) -> [FieldName] {
    fields.members.filter { $0.0.hasPrefix(newerField) && such($0.1) }.map {
      FieldName(id: id, field: $0.0)
    }
  }

  /// The title of a mutation that splits, merges or moves sessions.
  static let cut = "Cut"

  /// The title of a log merge, which keeps the stamps of its values.
  static let join = "Join"

  /// Values set by a person that are still current although a later one exists.
  var staleValues: [FieldName] {
    var last: [FieldName: Stamp] = [:]
    for mutation in mutations where mutation.title != Self.join {
      for change in mutation.changes {
        for (name, _) in Self.members(change.set, of: change.id) {
          let stamp = change.stamps[name.field] ?? mutation.stamp
          last[name] = max(last[name] ?? stamp, stamp)
        }
      }
    }
    return records.flatMap { record in
      Self.members(record.fields, of: record.id).map(\.0).filter { name in
        guard let stamp = record.stamp(of: name.field), !stamp.isAutomatic else { return false }
        return last[name].map { stamp < $0 } ?? false
      }
    }
  }

  private static func members(_ fields: Fields, of id: RecordID) -> [(FieldName, FieldValue)] {
    fields.members.map { (FieldName(id: id, field: $0.0), $0.1) }
  }
}

/// A field of a record.
struct FieldName: Hashable {
  let id: RecordID
  let field: String
}

/// The last start or resumption of a session, and whether it ended automatically later.
private struct LastStart {
  let id: RecordID
  let kind: SessionKind
  let start: Instant
  let isEndedAutomatically: Bool

  init?(_ record: Record) {
    guard let session = try? Session<NoDetail>(recordID: record.id, fields: record.fields),
      let last = session.timeline.segments.last
    else { return nil }
    (id, kind, start) = (record.id, session.kind, last.start)
    let isHere = record.deletion == nil && session.timeline.isEnded
    isEndedAutomatically = isHere && record.stamp(of: "endedAt")?.isAutomatic ?? false
  }
}
