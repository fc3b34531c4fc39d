import Foundation

/// A climbing session as the app keeps it; it has ended if `endedAt` is set.
struct Session: Codable, Identifiable, Sendable {
  let id: UUID
  var userID: UUID
  var discipline = "bouldering"
  var startedAt: Date
  var endedAt: Date?
  var mentalReadiness: Int?
  var physicalReadiness: Int?
  var rpe: Int?
  var pumpLevel: Int?
  var notes: String?
  var isPrivate = true
  var createdAt: Date
  var updatedAt: Date
  var deletedAt: Date?
  /// Whether the server does not have the latest change yet; it is not part of the row.
  var needsSync = true

  enum CodingKeys: String, CodingKey {
    case id, discipline, rpe, notes
    case userID = "user_id"
    case startedAt = "started_at"
    case endedAt = "ended_at"
    case mentalReadiness = "mental_readiness"
    case physicalReadiness = "physical_readiness"
    case pumpLevel = "pump_level"
    case isPrivate = "is_private"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case deletedAt = "deleted_at"
  }
}

extension Session {
  /// Starts a session.
  init(of user: UUID, at now: Date, mental: Int? = nil, physical: Int? = nil) {
    (id, userID, startedAt, createdAt, updatedAt) = (UUID(), user, now, now, now)
    (mentalReadiness, physicalReadiness) = (mental, physical)
  }

  /// Applies a change, which is to be synced.
  mutating func change(at now: Date, _ body: (inout Session) -> Void) {
    body(&self)
    (updatedAt, needsSync) = (now, true)
  }
}
