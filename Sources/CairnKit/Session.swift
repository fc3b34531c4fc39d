import Cairn
import CairnReports
public import Foundation

extension Cairn {
  /// What a person did in a session.
  public enum Activity: String, Sendable, Hashable, Codable, CaseIterable {
    /// Reading a book.
    case reading
    /// Listening to a story.
    case listening
    /// Climbing.
    case climbing

    var kind: SessionKind { SessionKind(rawValue) }
  }

  /// A session: a running one, a paused one, or one that ended.
  public struct Session: Identifiable, Sendable, Hashable, Codable {
    /// Whether the timer runs; nothing runs if there is no open session.
    public enum State: Sendable, Hashable, Codable {
      /// It has run since the last start or resumption.
      case running(since: Date)
      /// It has been paused.
      case paused(since: Date)
      /// It has ended.
      case ended(at: Date)
    }

    /// Its id, the same on every device.
    public let id: UUID
    /// What the person did; nil for an activity that this version does not know.
    public let activity: Activity?
    /// The title of the book or story, or discipline and place.
    public let title: String?
    /// The book that was read.
    public let book: UUID?
    /// The story that was heard.
    public let story: UUID?
    /// When it started.
    public let startedAt: Date
    /// Whether it runs.
    public let state: State
    /// The time until the last pause or the end, without pauses; see ``elapsed(at:)``.
    public let activeTime: Duration
    /// The first page; nil if unknown.
    public let startPage: Int?
    /// The last page; nil if unknown.
    public let endPage: Int?
    /// The number of pages read; nil if unknown.
    public let pages: Int?
    /// Where a listener stopped in the audio; nil if unknown.
    public let position: Duration?
    /// Whether the story was heard to its end.
    public let isCompleted: Bool
    /// The number of climbs, attempts and sends of a climbing session.
    public let climbs, attempts, sends: Int
    /// The note.
    public let note: String?
    /// The place.
    public let place: String?
    /// The tags, in alphabetical order.
    public let tags: [String]

    /// When it ended; nil while it is open.
    public var endedAt: Date? {
      if case .ended(let end) = state { end } else { nil }
    }

    /// The active time at a moment, for a timer on the screen.
    public func elapsed(at now: Date) -> Duration {
      guard case .running(let since) = state else { return activeTime }
      return activeTime + .seconds(max(0, now.timeIntervalSince(since)))
    }
  }
}

extension Cairn.Session {
  init(_ row: SessionRow) {
    id = UUID(row.id.record)
    activity = Cairn.Activity(rawValue: row.kind.name)
    (title, note, place) = (row.title, row.note, row.sessionContext.place)
    (book, story) = (row.entry.map { UUID($0.record) }, row.listening.map { UUID($0.story.record) })
    startedAt = Date(row.startedAt)
    state = State(row.timeline.state)
    activeTime = Duration(row.active)
    (startPage, endPage) = (row.startPosition?.pageNumber, row.endPosition?.pageNumber)
    pages = row.pages.map { Int($0) }
    position = row.listening?.endPosition.map { Duration($0) }
    isCompleted = row.listening?.isCompleted == true
    climbs = Int(row.climbing?.climbs ?? 0)
    attempts = Int(row.climbing?.attempts ?? 0)
    sends = Int(row.climbing?.sends ?? 0)
    tags = row.sessionContext.tags.names
  }
}

extension Cairn.Session.State {
  fileprivate init(_ state: SessionState) {
    switch state {
    case .running(let since): self = .running(since: Date(since))
    case .paused(let since): self = .paused(since: Date(since))
    case .ended(let end): self = .ended(at: Date(end))
    }
  }
}

extension Position {
  fileprivate var pageNumber: Int? { page(in: nil).map { Int($0) } }
}
