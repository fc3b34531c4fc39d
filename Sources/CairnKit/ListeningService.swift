import Cairn
import CairnActions
import CairnReports
import CairnStore
public import Foundation

extension Cairn {
  /// An audiobook, a podcast episode or another story.
  public struct Story: Identifiable, Sendable, Hashable, Codable {
    /// Its id, the same on every device.
    public let id: UUID
    /// The title.
    public let title: String
    /// The author; nil if unknown.
    public let author: String?
    /// The length of the audio; nil if unknown.
    public let length: Duration?
    /// Where the last session stopped; nil if unknown.
    public let position: Duration?
    /// The number of times it was heard.
    public let plays: Int
  }
}

/// Stories and the sessions of listening to them.
public struct ListeningService: Sendable {
  let cairn: Cairn

  /// Returns the stories, last added first.
  public func stories() async throws(Cairn.Failure) -> [Cairn.Story] {
    try await cairn.read { try await $0.stories().map(Cairn.Story.init) }
  }

  /// Adds a story; throws `story.title_missing`.
  @discardableResult
  public func addStory(
    _ title: String,
    by author: String? = nil,
    length: Duration? = nil
  ) async throws(Cairn.Failure) -> Cairn.Story {
    var new = NewStory(title: title)
    (new.author, new.duration) = (author, length?.milliseconds)
    return try await cairn.write { [new] writer in
      Cairn.Story(try writer.storyRow(AddStory(new).run(in: writer).id))
    }
  }

  /// The open listening session, running or paused; nil if there is none.
  public func current() async throws(Cairn.Failure) -> Cairn.Session? {
    try await cairn.sessions.open(.listening)
  }

  /// Starts to listen to a story where the last session stopped.
  ///
  /// Throws `session.already_running` if a listening session is open.
  @discardableResult
  public func start(
    _ story: Cairn.Story,
    at time: Date? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    let start = StartListening(StoryChoice(story.story), cairn.start(at: time, note: nil))
    return try await cairn.write { Cairn.Session(try $0.row(start.run(in: $0))) }
  }

  /// Pauses the open session; throws `session.none_open` and `session.not_running`.
  @discardableResult
  public func pause() async throws(Cairn.Failure) -> Cairn.Session {
    try await cairn.sessions.pause(cairn.sessions.requireOpen(.listening))
  }

  /// Resumes the open session; throws `session.none_open` and `session.not_paused`.
  @discardableResult
  public func resume() async throws(Cairn.Failure) -> Cairn.Session {
    try await cairn.sessions.resume(cairn.sessions.requireOpen(.listening))
  }

  /// Stops the open session at a position in the audio; throws `session.none_open` and `listening.beyond_end`.
  @discardableResult
  public func stop(
    position: Duration? = nil,
    completed: Bool = false,
    at time: Date? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    try await cairn.sessions.stop(.listening, at: time, note: nil) { stop in
      if let position { stop.listening.position = position.milliseconds }
      stop.listening.isCompleted = completed
    }
  }

  /// Adds a past session, such as one that a player measured; throws `session.overlap`.
  @discardableResult
  public func track(
    _ story: Cairn.Story,
    during interval: DateInterval,
    completed: Bool = false
  ) async throws(Cairn.Failure) -> Cairn.Session {
    var track = TrackListening(StoryChoice(story.story), cairn.past(interval, note: nil))
    track.listening.isCompleted = completed
    return try await cairn.write { [track] in Cairn.Session(try $0.row(track.run(in: $0))) }
  }
}

extension Cairn.Story {
  init(_ row: StoryRow) {
    (id, title, author) = (UUID(row.id.record), row.title, row.author)
    (length, position) = (row.duration.map { Duration($0) }, row.position.map { Duration($0) })
    plays = Int(row.plays)
  }

  fileprivate var story: Identifier<Story> { Identifier(id.record) }
}
