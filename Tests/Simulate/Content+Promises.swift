import Cairn
import CairnStore

/// What must be true of a log to which nothing more happens (spec/sync.md 3.11).
extension Content {
  /// Names of devices that do not say whose they are.
  var nameless: Int {
    let devices = records.filter { $0.kind == Device.recordKind && $0.deletion == nil }
    return devices.count { $0.fields["node"] == .null }
  }

  /// The latest time of any value.
  var latestStamp: Instant? { records.map(\.latestStamp.instant).max() }

  /// How many of some mutations it does not have.
  func lacks(_ ids: Set<RecordID>) -> Int { ids.subtracting(mutations.map(\.id)).count }

  /// The latest end that a rule gave to a session, unless a clock was ahead of `limit` when it went
  /// on or was paused.
  func latestRuledEnd(_ limit: Instant) -> Instant? {
    records.compactMap { record in
      guard record.stamp(of: "endedAt")?.isAutomatic ?? false,
        case .text(let segments) = record.fields["segments"], segments.hasSuffix("-"),
        let timeline = try? Session<NoDetail>(recordID: record.id, fields: record.fields).timeline,
        let claim = timeline.segments.last?.start, claim <= limit
      else { return nil }
      return timeline.end
    }.max()
  }

  /// How many sessions a rule ended though no other of their kind was started or resumed later.
  ///
  /// A claim counts that lost against a pause which was stamped later: it stood when the rule was applied.
  var wronglyEnded: Int {
    let (claims, claimed) = (records.compactMap(RuledClaim.init), claimed)
    return claims.count { ruled in
      ruled.isRuled
        && !claims.contains { other in
          other.kind == ruled.kind && other.id != ruled.id
            && max(other.start, claimed[other.id] ?? other.start) >= ruled.start
        }
    }
  }

  /// How many sessions no version can read, and nobody sees: their values do not fit together.
  var unreadable: Int {
    records.count { record in
      record.kind == SessionRecord.kind && record.deletion == nil
        && (try? Session<NoDetail>(recordID: record.id, fields: record.fields)) == nil
    }
  }

  /// How many sessions a rule has opened again after a step that only cut, joined or moved what had ended.
  var reopened: Int {
    let cuts = Set(mutations.filter { $0.title == Self.cut }.map(\.stamp))
    return records.count { record in
      record.kind == SessionRecord.kind && record.deletion == nil
        && record.fields["endedAt"] == .null
        && record.stamp(of: "endedAt")?.isAutomatic ?? false
        && record.stamp(of: "segments").map(cuts.contains) ?? false
    }
  }

  /// When each session was started or resumed last, as history tells it.
  private var claimed: [RecordID: Instant] {
    let told = mutations.flatMap(\.changes).compactMap { change -> (RecordID, Instant)? in
      guard case .text(let segments) = change.set["segments"],
        let last = try? Timeline(text: segments, endedAt: nil).segments.last
      else { return nil }
      return (change.id, last.start)
    }
    return Dictionary(told, uniquingKeysWith: max)
  }

  /// How many sessions belong to a book that went into another.
  var strays: Int {
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

  /// How many climbs belong to a session that went into another, which is there.
  var strayClimbs: Int {
    let sessions = records.filter { $0.kind == SessionRecord.kind }
    let byID = Dictionary(sessions.map { ($0.id, $0) }) { first, _ in first }
    return records.count { record in
      guard record.kind == Climb.recordKind, record.deletion == nil,
        let session = (try? record.fields.id("session") as SessionID?)?.record,
        var gone = byID[session], gone.deletion != nil
      else { return false }
      for _ in 0..<16 {
        guard let mergeTarget = (try? gone.fields.id("mergedInto") as SessionID?)?.record,
          let next = byID[mergeTarget]
        else { return false }
        if next.deletion == nil { return true }
        gone = next
      }
      return false
    }
  }

  /// How the names of fields begin that no version knows yet.
  static let newerField = "newer"

  /// How many values that a newer version set are gone, though nobody took them back.
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

  /// The title of what cuts a session in two, joins two, or gives one another time.
  static let cut = "Cut"

  /// The title of what takes in another log, whose values keep their own stamps.
  static let join = "Join"

  /// The values a person set that stand against one that was set later.
  var overruled: [FieldName] {
    var last: [FieldName: Stamp] = [:]
    for mutation in mutations where mutation.title != Self.join {
      for (name, _) in mutation.changes.flatMap({ Self.members($0.set, of: $0.id) }) {
        last[name] = max(last[name] ?? mutation.stamp, mutation.stamp)
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

/// When a session was started or resumed last, and whether a rule ended it since.
private struct RuledClaim {
  let id: RecordID
  let kind: SessionKind
  let start: Instant
  let isRuled: Bool

  init?(_ record: Record) {
    guard let session = try? Session<NoDetail>(recordID: record.id, fields: record.fields),
      let last = session.timeline.segments.last
    else { return nil }
    (id, kind, start) = (record.id, session.kind, last.start)
    let isHere = record.deletion == nil && session.timeline.isEnded
    isRuled = isHere && record.stamp(of: "endedAt")?.isAutomatic ?? false
  }
}
