import Cairn
import CairnActions
import CairnInsights
import CairnStore
import CairnTestKit
import CairnReports

/// The acts as values, as an app runs them.
struct LibraryInterface: ScratchInterface {
  let scratch: ScratchLog
  private static let zone = "Europe/Berlin"

  func carryOut(_ wish: Wish) async throws -> Outcome {
    do {
      try await log.write("Act") { try Self.run(wish, in: $0) }
      return .done
    } catch let error as CairnError {
      return .refused(code: error.code, message: shown(error).message)
    }
  }

  /// Returns the error with its times as a page shows them.
  private func shown(_ error: CairnError) -> CairnError {
    let zone = scratch.environment.zone(Self.zone) ?? .utc
    return WallClock(zone: zone, now: scratch.clock.now).withLocalTimes(error)
  }

  private static func run(_ wish: Wish, in writer: LogWriter) throws {
    switch wish {
    case .read(let title):
      let book = BookChoice(NewBook(title: title))
      _ = try StartReading(book, SessionStart(zone: zone)).run(in: writer)
    case .climb(let discipline, let place, let note):
      var start = StartClimbing(SessionStart(zone: zone))
      start.climbing.discipline = discipline.map { Discipline(name: $0) }
      start.start.sessionContext.place = place
      start.start.note = note
      _ = try start.run(in: writer)
    case .listen(let title):
      let story = StoryChoice(NewStory(title: title))
      _ = try StartListening(story, SessionStart(zone: zone)).run(in: writer)
    case .position(let page):
      guard let open = try writer.openSession(Reading.kind), let book = open.entry else { return }
      try UpdatePosition(.page(page), in: book, zone: zone).run(in: writer)
    default: try runInSession(wish, writer)
    }
  }

  private static func runInSession(_ wish: Wish, _ writer: LogWriter) throws {
    switch wish {
    case .pause(let kind):
      if let open = try writer.openSession(kind) { try PauseSession(open.id).run(in: writer) }
    case .resume(let kind):
      if let open = try writer.openSession(kind) { try ResumeSession(open.id).run(in: writer) }
    case .discard(let kind):
      if let open = try writer.openSession(kind) { try DiscardSession(open.id).run(in: writer) }
    case .stop(let kind, let page, let note):
      guard let open = try writer.openSession(kind) else { return }
      var stop = StopSession(open.id, zone: zone)
      stop.position = page.map { .page($0) }
      stop.note = note.map { .replace($0) }
      try stop.run(in: writer)
    case .addClimb(let name, let grade, let isSent):
      guard let open = try writer.openSession(Climbing.kind) else { return }
      var new = NewClimb()
      (new.name, new.grade, new.isSent) = (name, grade.map { GradeInput($0) }, isSent)
      try AddClimb(new, to: open.id).run(in: writer)
    case .attempt(let result):
      guard let open = try writer.openSession(Climbing.kind),
        let climb = try writer.climbs(in: open.id).last
      else { return }
      try LogAttempt(result, to: climb.id).run(in: writer)
    default: break
    }
  }
}
