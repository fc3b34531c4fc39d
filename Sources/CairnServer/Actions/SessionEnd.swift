import Cairn
import CairnStore

/// The wish to end a session, from whichever door it came.
struct SessionEnd: Sendable {
  /// The place that was reached; nil leaves the bookmark where it is.
  var place: Place?
  /// When; nil for now.
  var at: Instant?
  /// A note to keep; nil leaves the one there is.
  var note: String?
  /// Keeps a session below a minute.
  var allowsShort = false
  /// Takes all of it although it has run for half a day.
  var takesAll = false

  /// A place as it is given.
  enum Place: Sendable {
    case page(Int64)
    case location(Int64)
    case hundredths(Int64)
  }

  /// Ends the session and gives it as JSON.
  ///
  /// Throws `session.forgotten` and what `LogWriter.endReading` throws; the session goes on then.
  func run(_ visit: Visit, _ id: SessionID, once key: RequestKey?) async throws -> String {
    if try await visit.log.answer(to: key) == nil { try await refuseForgotten(id, visit) }
    let (end, zone) = (self, visit.zone.name)
    return try await visit.log.write("Stop", once: key) { writer in
      _ = try writer.endReading(
        id,
        position: { book in try end.position(book) },
        at: end.at,
        zone: zone,
        allowShort: end.allowsShort
      )
      if let note = end.note { try writer.change(id, as: NoDetail.self) { $0.note = note } }
      return try writer.row(id).json(at: writer.now).text
    }
  }

  private func position(_ book: Book) throws(CairnError) -> Position? {
    switch place {
    case .page(let page)?: try book.page(page)
    case .location(let location)?: try Position.location(location, of: nil)
    case .hundredths(let hundredths)?: try Position.percent(hundredths: hundredths)
    case nil: nil
    }
  }

  /// Asks when a timer that has run for half a day really ended; never decides it.
  private func refuseForgotten(_ id: SessionID, _ visit: Visit) async throws {
    guard at == nil, !takesAll, let row = try await visit.log.session(id) else { return }
    let earlier = try await visit.log.recentLengths(row.kind)
    guard let forgotten = ForgottenTimer(row.timeline, now: visit.now, earlier: earlier)
    else { return }
    throw CairnError(
      "session.forgotten",
      "The timer has run for \(forgotten.running.hoursAndMinutes) without a pause; "
        + "when did you stop?",
      hint: "Probably at \(forgotten.proposedEnd.text); say so with “at”, or take all with “now”."
    )
  }
}

extension SessionEnd {
  /// Reads the body of `POST /api/v1/sessions/{id}/end`; throws `request.field`.
  init(_ body: inout JSONBody) throws(CairnError) {
    let places: [Place?] = [
      try body.integer("page").map { .page($0) },
      try body.integer("location").map { .location($0) },
      try body.integer("percent_hundredths").map { .hundredths($0) },
    ]
    let given = places.compactMap(\.self)
    guard given.count <= 1 else { throw .field("page", "stands alone: give only one place") }
    place = given.first
    at = try body.instant("at")
    note = try body.text("note", limit: 10_000)
    allowsShort = try body.bool("allow_short")
    takesAll = try body.bool("now")
  }
}
