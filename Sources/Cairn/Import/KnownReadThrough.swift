/// A read-through in the log, with the values that an import needs.
public struct KnownReadThrough: Sendable, Equatable {
  /// The ID.
  public let id: Identifier<ReadThrough>
  /// The start date, as precise as known.
  public let started: PartialDay?
  /// The date on which it was finished, given up or reset; nil if unknown, or while it is open.
  public let ended: PartialDay?
  /// The outcome; nil while it is open.
  public let outcome: ReadThrough.Outcome?
  /// The imports that stated a value of it.
  public let sources: Set<String>

  /// Creates a known read-through.
  public init(
    id: Identifier<ReadThrough>,
    started: PartialDay? = nil,
    ended: PartialDay? = nil,
    outcome: ReadThrough.Outcome? = nil,
    sources: Set<String> = []
  ) {
    self.id = id
    self.started = started
    self.ended = ended
    self.outcome = outcome
    self.sources = sources
  }

  /// Reads a read-through of the log; throws `record.malformed`.
  public init(_ record: Record) throws(CairnError) {
    let reading = try ReadThrough(recordID: record.id, fields: record.fields)
    let prefix = ImportMerge.field(of: "")
    self.init(
      id: reading.id,
      started: reading.started,
      ended: reading.ended,
      outcome: reading.outcome,
      sources: Set(
        record.fields.members.map { $0.name }.filter { $0.hasPrefix(prefix) }
          .map { String($0.dropFirst(prefix.count)) }
      )
    )
  }

  /// Whether it is in progress.
  public var isOpen: Bool { outcome == nil }

  /// Whether it is in progress according to an import, not only to the person.
  public var isOpenByImport: Bool { isOpen && !sources.isEmpty }

  private func began(by day: LocalDay) -> Bool { started.map { $0.first <= day } ?? false }

  fileprivate func holds(_ day: LocalDay) -> Bool {
    began(by: day) && (isOpen || ended.map { $0.last >= day } ?? false)
  }
}

extension [KnownReadThrough] {
  /// Returns the read-through that a session on a day belongs to; nil if the list is empty.
  ///
  /// It is one whose known dates include the day, preferably an ended one; otherwise the first that
  /// ended later, an open one with an unknown start, or the one that ended last.
  public func reading(on day: LocalDay) -> KnownReadThrough? {
    let open = last { $0.isOpen }
    let past = filter { !$0.isOpen }
      .sorted { ($0.ended ?? .distantPast) < ($1.ended ?? .distantPast) }
    let later = past.first { ($0.ended ?? .distantPast).last >= day }
    if let holding = (past + (open.map { [$0] } ?? [])).first(where: { $0.holds(day) }) {
      return holding
    }
    return later ?? (open?.started == nil ? open : nil) ?? past.last ?? open
  }

  /// Returns the read-through that a finish on a day belongs to: one that was finished within a day of
  /// it or has dates around it, or an open one from an import that had started; nil if there is none.
  public func reading(finishedOn day: LocalDay) -> KnownReadThrough? {
    first { reading in
      guard reading.outcome == .finished, let ended = reading.ended else { return false }
      return (ended.first - 1...ended.last + 1).contains(day) || reading.holds(day)
    } ?? first { $0.isOpenByImport && $0.holds(day) }
  }
}

extension PartialDay {
  fileprivate static let distantPast = PartialDay(LocalDay(number: .min))
}
