import Foundation

/// The sessions of the app and how they are synced: pull what changed, then push what is new.
actor SyncActor {
  private(set) var sessions: [UUID: Session] = [:]
  private let server: Supabase
  private var lastSync = Date.distantPast

  init(_ server: Supabase) { self.server = server }

  /// Stores a session locally; it is pushed with the next sync.
  func store(_ session: Session) { sessions[session.id] = session }

  /// Returns the running session; nil without one.
  var active: Session? { sessions.values.first { $0.endedAt == nil && $0.deletedAt == nil } }

  /// Syncs both ways; a local change that was not pushed yet stays.
  func sync(now: Date) async throws {
    let since = lastSync == .distantPast ? Date(timeIntervalSince1970: 0) : lastSync - 300
    let remote: [Session] = try await server.rows(of: "sessions", since: since)
    for var session in remote where sessions[session.id]?.needsSync != true {
      session.needsSync = false
      sessions[session.id] = session
    }
    lastSync = now
    for session in sessions.values where session.needsSync {
      var stored = try await server.upsert(session, into: "sessions")
      stored.needsSync = false
      sessions[session.id] = stored
    }
  }
}
