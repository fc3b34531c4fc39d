public import Foundation

/// A listening session as a server answers it (spec/listening.md 1.3, nine fields).
public struct ListeningSession: Codable, Identifiable, Sendable, Hashable {
  /// The session; the id it was sent with, where the server takes ids.
  public let id: String
  /// Whose it is.
  public let userId: String
  /// What was listened to.
  public let storyId: String
  /// When it began.
  public let startedAt: Date
  /// When it ended; nil when nobody said.
  public let endedAt: Date?
  /// Seconds it was heard, as far as the server believes them; nil when nobody said.
  public let duration: Int?
  /// Whether the story was heard to its end.
  public let completed: Bool
  /// When the server first had it.
  public let createdAt: Date
  /// When the server last changed it.
  public let updatedAt: Date
}
