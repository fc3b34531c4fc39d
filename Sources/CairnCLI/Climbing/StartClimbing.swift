import Cairn
import CairnStore

extension Command<Surroundings> {
  static var startClimbing: Command {
    Command(
      "climb",
      group: "Sessions",
      summary: "Start to climb.",
      discussion: """
        Nothing has to be said: how ready you are, where and with whom can be added with \
        `cairn edit` at any time, and taken away again with none.
        """,
      reads: true,
      examples: [
        Example("cairn start climb", "at once"),
        Example("cairn start climb --discipline sport --mental 4", "with what you know"),
        Example("cairn start climb --place \"Boulder Hall\" --with Ana", "where and with whom"),
      ],
      options: [.at, .climbingPlace, .mood, .note] + .climbing + [.adjust],
      action: { invocation, surroundings in
        let (started, zone) = (try surroundings.at(invocation), surroundings.zone.name)
        let words = try ClimbingWords(invocation)
        let sitting = try SittingWords(invocation, before: "mood")
        let (adjust, note) = (invocation.flag("adjust"), invocation.value("note"))
        return try await surroundings.withLog { log in
          let row = try await log.write("Start climbing") { writer in
            var detail = Climbing()
            try words.apply(to: &detail)
            let session = try writer.start(detail, at: started, zone: zone, adjust: adjust)
            if let note { try writer.change(session.id, as: NoDetail.self) { $0.note = note } }
            try sitting.apply(to: session.id, in: writer)
            return try writer.row(session.id)
          }
          return surroundings.showOpen(row, "Started")
        }
      }
    )
  }
}

extension Option {
  static var climbingPlace: Option {
    .value("place", "TEXT", "The gym or the crag, or none.", completion: .live("places"))
  }
}

extension Surroundings {
  /// Ends a climbing session with what the climber says of it.
  func stopClimbing(
    _ open: SessionRow,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> ExitCode {
    let (end, zone) = (try given(invocation), zone.name)
    let (short, note) = (invocation.flag("allow-short"), invocation.value("note"))
    let (words, sitting) = (
      try ClimbingWords(invocation), try SittingWords(invocation, after: "mood")
    )
    let (row, ended) = try await log.write("Stop climbing") { writer in
      let ended = try writer.end(open.id, as: Climbing.self, at: end, zone: zone, allowShort: short)
      {
        try words.apply(to: &$0)
      }
      if let note { try writer.change(open.id, as: NoDetail.self) { $0.addNote(note) } }
      try sitting.apply(to: open.id, in: writer)
      return (try writer.row(open.id), ended)
    }
    if ended.isClockAdjusted { sayClockWasSet() }
    return showEnded(row, "Stopped")
  }

  /// Records climbing that has happened.
  func trackClimbing(_ time: Range<Instant>, _ invocation: Invocation) async throws -> ExitCode {
    try invocation.requireKind(of: Climbing.kind)
    let segments = [Segment(start: time.lowerBound, end: time.upperBound)]
    let (words, zone) = (try ClimbingWords(invocation), zone.name)
    let sitting = try SittingWords(invocation, before: "mood-before", after: "mood-after")
    let (adjust, short) = (invocation.flag("adjust"), invocation.flag("allow-short"))
    let note = invocation.value("note")
    return try await withLog { log in
      let row = try await log.write("Track climbing") { writer in
        var detail = Climbing()
        try words.apply(to: &detail)
        let session = try writer.track(
          detail,
          segments,
          zone: zone,
          note: note,
          adjust: adjust,
          allowShort: short
        )
        try sitting.apply(to: session.id, in: writer)
        return try writer.row(session.id)
      }
      return showEnded(row, "Tracked")
    }
  }
}
