public import Cairn

extension LogWriter {
  /// Creates a public link to the listening data of some days; stores only the hash of its secret.
  ///
  /// Throws `listening.share_lifetime`.
  @discardableResult
  public func shareListening(
    hash: String,
    days: ClosedRange<LocalDay>,
    hasTitles: Bool,
    for lifetime: Int64
  ) throws -> ListeningShare {
    let id = Identifier<ListeningShare>(newID())
    var share = try ListeningShare(id: id, hash: hash, days: days, made: now, for: lifetime)
    share.hasTitles = hasTitles
    title = "Listening of \(CalendarText.days(days)) shared"
    try save(share)
    return share
  }

  /// Revokes a link; does nothing if it does not exist.
  public func revokeShare(_ id: Identifier<ListeningShare>) throws {
    title = "Shared page revoked"
    try delete(ListeningShare.recordKind, id.record)
  }
}

extension Log {
  /// Returns the links that were not revoked, latest first, including expired ones.
  public func listeningShares() async throws -> [ListeningShare] {
    try await read { connection in
      var shares: [ListeningShare] = []
      try RecordTable.each(ListeningShare.self, in: connection) { shares.append($0) }
      return shares.sorted { $0.made > $1.made }
    }
  }

  /// Returns the active link with a secret, or nil.
  public func listeningShare(of secret: String, at now: Instant) async throws -> ListeningShare? {
    let hash = SHA256.hex(Array(secret.utf8))
    return try await listeningShares().first { $0.hash == hash && $0.end > now }
  }
}
