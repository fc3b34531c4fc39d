import Cairn
import CairnHTTP
import CairnStore

/// The page of a climb, and what the forms about climbs do.
enum ClimbForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await ClimbPage(visit).html)
  }

  /// Adds a climb to the session of the path.
  static let add: Handler = { visit in
    let form = try visit.form()
    let (key, id) = (visit.key(in: form), try visit.sessionID())
    do {
      let new = try NewClimb(form)
      let short = try await visit.log.write("Add a climb", once: key) { writer in
        try writer.requireClimbing(id)
        return try writer.addClimb(new, to: id).shortID.text
      }
      return visit.done(key, at: "/sessions/\(id.record.text)", to: "c-\(short)")
    } catch let error as CairnError where error.code != "session.not_found" {
      let mishap = Mishap(visit, place: .climb, error: error, typed: form)
      return try await SessionPages.refusal(visit, mishap)
    }
  }

  /// Logs one more attempt.
  static let attempt: Handler = { visit in
    let form = try visit.form()
    let (key, row) = (visit.key(in: form), try await visit.climb())
    let word = AttemptWord(name: form["result"] ?? "")
    _ = try await visit.log.write("Log an attempt", once: key) { writer in
      try writer.addAttempt(word.result, word.tick, to: row.climb.id).shortID.text
    }
    let own = row.climb.session.map { "/sessions/\($0.record.text)" } ?? row.path
    let place = form["back"].map { LocalPlace($0).text } ?? own
    return visit.done(key, at: place, to: "c-\(row.shortID.text)")
  }

  static let edit: Handler = { visit in
    let marked = try await visit.climb().marks
    return try await change(visit, .climb) { form in
      let edit = try ClimbEdit(form, marked: marked)
      return { writer, id in _ = try edit.apply(to: id, in: writer) }
    }
  }

  static let delete: Handler = { visit in
    let place = placeWithout(try await visit.log.climb(visit.climbID()))
    return try await change(visit, .climb, at: place) { _ in
      { writer, id in try writer.deleteClimb(id) }
    }
  }

  /// Where a climb stood that is gone: its session, or its day.
  private static func placeWithout(_ row: ClimbRow?) -> String {
    guard let row else { return "/logbook" }
    guard let session = row.climb.session else { return row.day.logbookPath }
    return "/sessions/\(session.record.text)"
  }

  static let changeAttempt: Handler = { visit in
    let attempt = try visit.attemptID()
    return try await change(visit, .attempt) { form in
      let word = AttemptWord(name: form["result"] ?? "")
      return { writer, id in
        let old = AttemptWord(try writer.climbRow(id).attempt(attempt))
        // What the page showed was not said by the person.
        let tick: Tick?? = word == old ? nil : .some(word.tick)
        try writer.changeAttempt(attempt, to: word.result, tick)
      }
    }
  }

  static let deleteAttempt: Handler = { visit in
    let attempt = try visit.attemptID()
    return try await change(visit, .attempt) { _ in
      { writer, id in
        _ = try writer.climbRow(id).attempt(attempt)
        try writer.deleteAttempt(attempt)
      }
    }
  }

  private typealias Rule = @Sendable (LogWriter, Identifier<Climb>) throws -> Void

  /// Does to the climb of the path what a form asks for, and leads back to its page, or elsewhere.
  private static func change(
    _ visit: Visit,
    _ place: Mishap.Place,
    at path: String? = nil,
    _ rule: (FormValues) throws -> Rule
  ) async throws -> HTTPResponse {
    let (form, id) = (try visit.form(), try visit.climbID())
    let key = visit.key(in: form)
    do {
      let rule = try rule(form)
      _ = try await visit.log.write("Change a climb", once: key) { writer in
        try rule(writer, id)
        return ""
      }
      return visit.done(key, at: path ?? "/climbs/\(id.record.text)")
    } catch let error as CairnError where !error.code.hasSuffix(".not_found") {
      let mishap = Mishap(visit, place: place, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await ClimbPage(visit, mishap).html)
    }
  }
}

extension Visit {
  /// Leads to a place on a page that says what was done, with the way to take it back.
  fileprivate func done(_ key: RequestKey?, at path: String, to mark: String) -> HTTPResponse {
    .seeOther(
      (key.map { ReturnPath.with("done", $0.mutation.text, path) } ?? path) + "#\(mark)"
    )
  }
}

/// The page of a session, as its kind and state want it.
enum SessionPages {
  /// The page that shows a refusal.
  static func refusal(_ visit: Visit, _ mishap: Mishap) async throws -> HTTPResponse {
    HTTPResponse(Problem(mishap.error).status, page: try await html(visit, mishap))
  }

  static func html(_ visit: Visit, _ mishap: Mishap? = nil) async throws -> HTML {
    let row = try await visit.session()
    return row.endedAt == nil && row.kind == Climbing.kind
      ? try await ClimbingPage(visit, mishap).html : try await SessionPage(visit, mishap).html
  }
}
