import Cairn

/// A view as one value, to be compared.
struct Shape: Equatable {
  struct Session: Equatable {
    let id: RecordID
    let kind: String
    let subject: RecordID?
    let segments: [Segment]
    let state: ExplicitTimes.State
    let note: String?
    let moodBefore: Int64?
    let moodAfter: Int64?
    let pages: Int64?
  }

  struct Reading: Equatable {
    let id: RecordID
    let place: Int64
    let outcome: String?
  }

  struct Attempt: Equatable {
    let id: RecordID
    let tick: String?
    let isCounted: Bool
  }

  struct Climb: Equatable {
    let id: RecordID
    let session: RecordID
    let name: String?
    let attempts: [Attempt]
  }

  struct Book: Equatable {
    let id: RecordID
    var members: [RecordID]
  }

  let sessions: [Session]
  let readings: [Reading]
  let climbs: [Climb]
  let books: [Book]

  init(_ view: LogView) {
    sessions = view.sessions.map(Session.init).sorted { $0.id < $1.id }
    readings = Self.readings(view)
    climbs = view.climbs.map { Climb($0, view) }
    books = Self.books(view)
  }
}

extension Shape.Session {
  init(_ session: MergedSession) {
    (id, kind, subject) = (session.id, session.kind, session.subject)
    (segments, state, note) = (session.segments, session.state, session.note)
    (moodBefore, moodAfter, pages) = (session.moodBefore, session.moodAfter, session.pages)
  }
}

extension Shape.Climb {
  init(_ climb: MergedClimb, _ view: LogView) {
    (id, name, session) = (climb.id, climb.name, view.sessions[climb.session].id)
    attempts = climb.attempts.map {
      Shape.Attempt(id: $0.id, tick: $0.tick, isCounted: $0.isCounted)
    }
  }
}

extension Shape {
  private static func readings(_ view: LogView) -> [Reading] {
    let used = view.usedReadings
    var readings: [Reading] = []
    for (index, reading) in view.readings.enumerated() {
      guard let reading, used[index] || reading.outcome != nil || reading.place != 0 else {
        continue
      }
      let id = view.content.readings[index].id
      readings.append(Reading(id: id, place: reading.place, outcome: reading.outcome))
    }
    return readings
  }

  private static func books(_ view: LogView) -> [Book] {
    var books: [Book] = []
    for subject in view.content.subjects where subject.isShown {
      let root = view.subject(subject.id)
      if let index = books.firstIndex(where: { $0.id == root }) {
        books[index].members.append(subject.id)
      } else {
        books.append(Book(id: root, members: [subject.id]))
      }
    }
    return books.sorted { $0.id < $1.id }
  }
}

extension LogView {
  fileprivate var usedReadings: [Bool] {
    var used = Array(repeating: false, count: readings.count)
    for session in sessions {
      for member in session.members {
        if let reading = reading(of: member) { used[reading] = true }
      }
    }
    return used
  }
}
