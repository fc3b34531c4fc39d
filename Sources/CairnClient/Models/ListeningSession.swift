public import Foundation

/// A listening session in a server response (spec/listening.md 1.3, nine fields).
public struct ListeningSession: Codable, Identifiable, Sendable, Hashable {
  /// The session's ID; the client's ID if the server accepts client IDs.
  public let id: String
  /// The user's ID.
  public let userId: String
  /// The story's ID.
  public let storyId: String
  /// The start.
  public let startedAt: Date
  /// The end; nil if unknown.
  public let endedAt: Date?
  /// The listening time in seconds, as accepted by the server; nil if unknown.
  public let duration: Int?
  /// Whether playback reached the end of the story.
  public let completed: Bool
  /// The time at which the server created it.
  public let createdAt: Date
  /// The time of the server's last change.
  public let updatedAt: Date
}
