import Foundation

/// An evening with two phones: sessions are started, ended, synced and deleted.
@main
struct ClimbingApp {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let address = URL(string: arguments[1]) else {
      print("usage: climbing URL EMAIL PASSWORD")
      exit(64)
    }
    var server = Supabase(server: address)
    try await server.signIn(arguments[2], arguments[3])
    try await server.refresh()
    try await climb(with: server, now: Date())
    try await server.signOut()
    print("2 sessions synced, 1 of them deleted")
  }

  private static func climb(with server: Supabase, now: Date) async throws {
    let (phone, other) = (SyncActor(server), SyncActor(server))
    var session = Session(of: server.tokens?.user.id ?? UUID(), at: now - 3_600.7, mental: 4)
    await phone.store(session)
    try await phone.sync(now: now)
    session.change(at: now) { session in
      (session.endedAt, session.rpe, session.notes) = (now - 60.2, 7, "A good evening")
    }
    await phone.store(session)
    await phone.store(shortest(of: session.userID, at: now - 7_200))
    try await phone.sync(now: now)
    try await phone.sync(now: now)
    expect(await phone.active == nil, "the session has ended")
    try await other.sync(now: now)
    try await delete(session, on: other, now: now)
    try await phone.sync(now: now)
    expect(await phone.sessions[session.id]?.deletedAt != nil, "the first phone sees the deletion")
  }

  /// Returns a session of less than a second: as a row, its start and end are the same.
  private static func shortest(of user: UUID, at start: Date) -> Session {
    let second = Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down))
    var session = Session(of: user, at: second + 0.2)
    session.endedAt = second + 0.9
    return session
  }

  /// Checks that another phone has the session with its values, and deletes it there.
  private static func delete(_ session: Session, on phone: SyncActor, now: Date) async throws {
    let sessions = await phone.sessions
    expect(sessions.count == 2, "another phone has both sessions")
    guard var seen = sessions[session.id] else { return }
    expect(seen.rpe == 7 && seen.mentalReadiness == 4, "it has the ratings")
    expect(seen.notes == "A good evening", "it has the notes")
    seen.change(at: now) { $0.deletedAt = now }
    await phone.store(seen)
    try await phone.sync(now: now)
  }

  /// Stops with an error unless a condition holds.
  private static func expect(_ condition: Bool, _ sentence: String) {
    guard !condition else { return }
    FileHandle.standardError.write(Data("It does not hold that \(sentence).\n".utf8))
    exit(1)
  }
}
