import Cairn
import CairnStore

extension Model {
  /// Updates automatic dates of all readings from their sessions.
  mutating func followSessions(since before: Model) throws {
    for reading in all(ReadThrough.self) {
      let (old, new) = (before.sessions(in: reading.id), sessions(in: reading.id))
      let gone = old.filter { one in !new.contains { $0.isPlaced(like: one) } }
      let came = new.filter { one in !old.contains { one.isPlaced(like: $0) } }
      guard !gone.isEmpty || !came.isEmpty else { continue }
      if gone.contains(where: { $0.detail.endPosition?.isAtEnd == true }) {
        try reconcileFinish(reading)
      }
      guard var reading = try? find(ReadThrough.self, reading.id.record),
        let first = new.map({ start($0) }).min()
      else { continue }
      reading.follow(earliest: first, left: Set(gone.map { start($0) }))
      put(reading)
    }
  }

  private mutating func reconcileFinish(_ reading: ReadThrough) throws {
    guard (try? book(reading.entry)) != nil else { return }
    let placed = sessions(in: reading.id).filter {
      $0.timeline.end != nil && $0.detail.endPosition != nil
    }.sorted { ($0.timeline.start, $0.id) > ($1.timeline.start, $1.id) }
    let days = placed.filter { $0.detail.endPosition?.isAtEnd == true }.map { session in
      Days.day((session.timeline.end ?? now) - Milliseconds(1), zone: session.zone, hour: hour)
    }
    try change(reading.entry) { book, _ in
      _ = book.reconcileFinish(of: reading.id, on: days.min(), at: placed.first?.detail.endPosition)
    }
  }

  private func start(_ session: Session<Reading>) -> LocalDay {
    Days.day(session.timeline.start, zone: session.zone, hour: hour)
  }

  /// Returns whether a reading that the changes created has other sessions.
  func isReadIn(_ changes: [Key: (was: Fields?, now: Fields)]) -> Bool {
    changes.contains { key, change in
      key.kind == ReadThrough.recordKind && change.was == nil
        && sessions(in: Identifier(key.id)).contains { session in
          changes[Key(kind: SessionRecord.kind, id: session.id.record)] == nil
        }
    }
  }

  private func sessions(in reading: Identifier<ReadThrough>) -> [Session<Reading>] {
    all(Session<NoDetail>.self).filter { $0.kind == Reading.kind }
      .compactMap { try? find(Session<Reading>.self, $0.id.record) }
      .filter { $0.detail.readThrough == reading }
  }
}

extension Session<Reading> {
  fileprivate func isPlaced(like other: Session) -> Bool {
    guard id == other.id else { return false }
    if other.timeline.end == nil { return timeline.start == other.timeline.start }
    return timeline.segments == other.timeline.segments
      && detail.endPosition == other.detail.endPosition
  }
}
