import Cairn

/// Two overlapping sessions of one kind, recorded on different devices.
public struct SessionOverlap: Sendable, Equatable {
  /// The session that started later.
  public let session: SessionRow
  /// The session it overlaps.
  public let other: SessionRow

  /// Creates the pair.
  package init(session: SessionRow, other: SessionRow) {
    (self.session, self.other) = (session, other)
  }
}

extension SessionRow {
  /// Returns whether both are of one kind and overlap.
  ///
  /// Overlaps of sessions reported by players are allowed.
  package func overlaps(_ other: SessionRow) -> Bool {
    let areReported = kind == Listening.kind && (source != nil || other.source != nil)
    return kind == other.kind && !areReported && timeline.overlaps(other.timeline, now: .limit)
  }
}
