public import Cairn
import CairnSQL

/// What joining another log brought.
public struct JoinReport: Sendable, Equatable {
  /// Records that are new here, or hold something newer.
  public var records = 0
  /// Lines of history that were not here.
  public var mutations = 0
  /// Records and lines that were here already.
  public var known = 0
  /// Records that are kept as they are because this version cannot read them, as `kind id: why`.
  public var unreadable: [String] = []

  /// Nothing joined yet.
  public init() {}
}

extension LogWriter {
  /// Takes in a record of another log, field by field, and counts it in the report.
  ///
  /// It keeps its own stamps and is no part of this mutation: it was done elsewhere. One that this
  /// version cannot read is stored and reported. Throws `input.stamp_in_future`, and
  /// `session.already_running` for a second open session of one kind.
  public func join(_ record: Record, _ report: inout JoinReport) throws {
    try requirePast(record.latestStamp)
    observe(record.latestStamp)
    let old = try RecordTable.find(record.kind, record.id, in: connection)
    var joined = old ?? record
    guard old == nil || joined.join(record) else {
      report.known += 1
      return
    }
    report.records += 1
    if let error = try storeForeign(joined, replacing: old) {
      report.unreadable.append("\(record.kind.name) \(record.id.text): \(error.message)")
    }
  }

  /// Takes in a line of history of another log, and counts it in the report.
  ///
  /// Throws `input.stamp_in_future`.
  public func join(_ mutation: Mutation, _ report: inout JoinReport) throws {
    try requirePast(mutation.stamp)
    guard try !MutationTable.contains(mutation.id, in: connection) else {
      report.known += 1
      return
    }
    try MutationTable.append(mutation, in: connection)
    report.mutations += 1
  }

  /// Refuses a stamp that would win over every edit for more than a day (spec/sync.md F9).
  private func requirePast(_ stamp: Stamp) throws(CairnError) {
    let time = Instant(milliseconds: Int64(stamp.time >> 16))
    guard time > now + .hours(24) else { return }
    throw CairnError(
      "input.stamp_in_future",
      "Something in the log was done at \(time.text), more than a day after now, \(now.text).",
      hint: "Nothing was imported. Check the clocks of this device and of the other one."
    )
  }
}

extension Log {
  /// Gives every record by kind and id, then every mutation by stamp, of one state of the log.
  public func export(
    records: @escaping @Sendable (Record) throws -> Void,
    mutations: @escaping @Sendable (Mutation) throws -> Void
  ) async throws {
    try await read { connection in
      try RecordTable.each(in: connection, records)
      try MutationTable.each(in: connection, mutations)
    }
  }
}
