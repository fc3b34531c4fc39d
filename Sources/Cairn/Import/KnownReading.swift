/// What an import needs to know of a reading that is in the log.
public struct KnownReading: Sendable, Equatable {
  /// The identity.
  public let id: Identifier<ReadThrough>
  /// The date it was started, as far as it is known.
  public let started: PartialDay?
  /// The date it was finished, given up or put back; nil when unknown, or while it is open.
  public let ended: PartialDay?
  /// How it came to an end; nil while it is open.
  public let outcome: ReadThrough.Outcome?
  /// The imports that stated something of it.
  public let sources: Set<String>

  /// Notes a reading.
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

  /// Notes a reading of the log; throws `record.malformed`.
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

  /// Whether it is under way.
  public var isOpen: Bool { outcome == nil }

  /// Whether it is under way because an import said so, and not only the person.
  public var isOpenByImport: Bool { isOpen && !sources.isEmpty }

  private func began(by day: LocalDay) -> Bool { started.map { $0.first <= day } ?? false }

  fileprivate func holds(_ day: LocalDay) -> Bool {
    began(by: day) && (isOpen || ended.map { $0.last >= day } ?? false)
  }
}

extension [KnownReading] {
  /// The reading that a session of that day belongs to; nil when there is none at all.
  ///
  /// One that is known to hold the day, ended ones before the open one; else the first that ended
  /// later, else one of which it is not known when it began, else the one that ended last.
  public func reading(on day: LocalDay) -> KnownReading? {
    let open = last { $0.isOpen }
    let past = filter { !$0.isOpen }
      .sorted { ($0.ended ?? .distantPast) < ($1.ended ?? .distantPast) }
    let later = past.first { ($0.ended ?? .distantPast).last >= day }
    if let holding = (past + (open.map { [$0] } ?? [])).first(where: { $0.holds(day) }) {
      return holding
    }
    return later ?? (open?.started == nil ? open : nil) ?? past.last ?? open
  }

  /// The reading that a finish on that day belongs to: it was finished about then, or the day lies
  /// in it, or an import opened it and it had begun; nil when there is none.
  public func reading(finishedOn day: LocalDay) -> KnownReading? {
    first { reading in
      guard reading.outcome == .finished, let ended = reading.ended else { return false }
      return (ended.first - 1...ended.last + 1).contains(day) || reading.holds(day)
    } ?? first { $0.isOpenByImport && $0.holds(day) }
  }
}

extension PartialDay {
  fileprivate static let distantPast = PartialDay(LocalDay(number: .min))
}
