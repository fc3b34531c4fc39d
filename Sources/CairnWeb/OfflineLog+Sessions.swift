import Cairn
import CairnActions
import CairnInsights

extension OfflineLog {
  /// All known sessions without their details, newest start first.
  var sessions: [Session<NoDetail>] {
    all(Session<NoDetail>.self)
      .ordered { SortKey($0.timeline.start.milliseconds, $0.id.record) }.reversed()
  }

  /// Returns the title of a session for a list, else its kind; a discipline is capitalised.
  func subject(of session: Session<NoDetail>) -> String {
    let words = titleOf(session) ?? session.kind.name
    guard session.kind == Climbing.kind else { return words }
    return words.capitalizedFirst
  }

  /// Returns the title of the book or story, or the discipline and location; nil if it is unknown.
  func titleOf(_ session: Session<NoDetail>) -> String? {
    switch session.kind {
    case Reading.kind:
      return reading(session).flatMap { title(of: $0.detail.entry) }
    case Climbing.kind:
      let climbing = (try? find(Session<Climbing>.self, session.id.record))?.detail
      return Climbing.title(climbing?.discipline, at: session.sessionContext.place)
    default:
      let story = (try? find(Session<Listening>.self, session.id.record))?.detail.story
      return story.flatMap { id in (try? find(Story.self, id.record))?.title }
    }
  }

  /// Returns the session with its reading details; nil for another kind.
  func reading(_ session: Session<NoDetail>) -> Session<Reading>? {
    guard session.kind == Reading.kind else { return nil }
    return try? find(Session<Reading>.self, session.id.record)
  }

  /// Returns the title of a book; nil if it is unknown.
  func title(of id: Identifier<Entry>) -> String? {
    guard let entry = try? find(Entry.self, id.record) else { return nil }
    return (try? find(Work.self, entry.work.record))?.title
  }

  /// Returns the clock of a session's zone.
  func clock(_ session: Session<NoDetail>) -> WallClock {
    WallClock(zone: zones.rules(session.zone), now: now, style: clockStyle)
  }

  /// Returns the forgotten timer of a session; nil if it was not forgotten.
  func forgotten(_ session: Session<NoDetail>) -> ForgottenTimer? {
    try? forgottenTimer(OfflineSession(session: session, title: nil), endingAt: nil)
  }
}
