import Cairn
import CairnStore
import CairnTestKit
import CairnReports
import CairnSync

/// The invariants of a world once all failures have ended (spec/sync.md 3.11).
struct InvariantCheck {
  private let world: World

  init(_ world: World) { self.world = world }

  /// Returns the first violated invariant as text; nil if all hold.
  func problem() async throws -> String? {
    var world = world
    world.repair()
    world.pass(.minutes(2))
    try await world.settle()
    if let problem = try await difference(world) { return problem }
    if let falseAgreement = world.falseAgreement {
      return "device \(falseAgreement) said that it agrees, and held something else"
    }
    if let problem = broken(world, try await Content(of: world.server.log)) { return problem }
    if let problem = try await wrongSessions(world) { return problem }
    if let problem = try await unsound(world) { return problem }
    return try await lastEdit(&world)
  }

  /// Checks that each device agrees with the server, has nothing left to send, and has the same content.
  private func difference(_ world: World) async throws -> String? {
    for (number, device) in world.devices.enumerated() {
      let state = try await device.log.syncState()
      guard state.refusals.isEmpty else { return "device \(number): something was refused" }
      guard state.queued == 0 else { return "device \(number): \(state.queued) wait for ever" }
      guard state.cursor?.problem == nil, state.cursor?.agreedAt == device.clock.now else {
        return try await "device \(number) does not agree: \(state.cursor?.problem ?? "no word")\n"
          + difference(device, world.server)
      }
      if try await world.agrees(device) { continue }
      return try await "device \(number) differs:\n" + difference(device, world.server)
    }
    return nil
  }

  /// Returns the first lines that only one of the two has.
  private func difference(_ one: Station, _ other: Station) async throws -> String {
    let mine = Set(try await Content(of: one.log).lines)
    let theirs = Set(try await Content(of: other.log).lines)
    let only = mine.subtracting(theirs).sorted().prefix(2).map { "  + \($0)" }
    let missing = theirs.subtracting(mine).sorted().prefix(2).map { "  - \($0)" }
    return (only + missing).joined(separator: "\n")
  }

  /// Checks the invariants of the server's content.
  private func broken(_ world: World, _ content: Content) -> String? {
    let limit = world.server.clock.now + Milliseconds(60_000)
    if let latest = content.latestStamp, latest > limit {
      return "a stamp of \(latest.text) lies in the future"
    }
    let lost = content.missingCount(world.acknowledged)
    if lost > 0 { return "\(lost) acknowledged mutations are lost" }
    // Clocks of devices without time synchronization may differ by 15 minutes.
    if let end = content.latestAutomaticEnd(limit), end > world.server.clock.now + .minutes(15) {
      return "a rule ended a session at \(end.text)"
    }
    // A lost device may not have sent the record that its name belongs to.
    let namesWithoutDevice = world.takesBack ? 0 : content.namesWithoutDevice
    if namesWithoutDevice > 0 {
      return "\(namesWithoutDevice) devices have a name that is no one's"
    }
    let (sessionsOfMergedBooks, forgotten) = (
      world.takesBack ? 0 : content.sessionsOfMergedBooks, content.forgotten
    )
    if sessionsOfMergedBooks > 0 {
      return "\(sessionsOfMergedBooks) sessions belong to a book that was merged"
    }
    let ended = world.takesBack ? 0 : content.wronglyEnded
    if ended > 0 { return "\(ended) sessions were ended by a rule though none was claimed later" }
    if content.unreadable > 0 { return "\(content.unreadable) sessions cannot be read" }
    if content.reopened > 0 { return "\(content.reopened) sessions that had ended are open again" }
    if forgotten > 0 { return "\(forgotten) values of a newer version are lost" }
    if let name = content.staleValues.first {
      return "\(name.field) of \(name.id.text) is older than what was set last"
    }
    guard world.takesBack || world.comparisons == 0 else {
      return "everything was compared anew, though nothing was set back"
    }
    return nil
  }

  /// Checks that no deleted session exists, and that at most one of a kind runs.
  private func wrongSessions(_ world: World) async throws -> String? {
    let unreported = try await Content(of: world.server.log).sessionsWithUnknownClimbs
      .subtracting(world.server.log.openConflicts().map(\.conflict.about))
    guard world.takesBack || unreported.isEmpty else {
      return "\(unreported.count) merges hide climbs, and no conflict says so"
    }
    let sessions = try await world.server.log.sessions(SessionFilter())
    let back = world.takesBack ? [] : world.deleted.intersection(sessions.map(\.id))
    guard back.isEmpty else { return "\(back.count) deleted sessions came back" }
    let running = sessions.filter { $0.endedAt == nil }.map(\.kind)
    return running.count > Set(running).count ? "two sessions of a kind run at once" : nil
  }

  /// Checks the sums against the records.
  ///
  /// Covers the server and one device, which computed them in different orders.
  private func unsound(_ world: World) async throws -> String? {
    for (name, station) in [("server", world.server), ("device 0", world.devices[0])] {
      let report = try await station.log.checkProjections(repair: false)
      let bad = report.tables.filter { !$0.isIdentical }.map(\.name)
      guard bad.isEmpty else { return "\(name): \(bad.joined(separator: ", ")) are not right" }
    }
    return nil
  }

  /// Checks that an edit on a device with all data wins, whatever its clock shows.
  private func lastEdit(_ world: inout World) async throws -> String? {
    guard let book = try await world.server.log.books().first else { return nil }
    let (device, stands) = (world.speaker, (book.rating ?? 0) % 20 + 1)
    try await Person(world.devices[device], SharedChance(seed: 0), .all).rate(book.id, stands)
    try await world.sync(device, nil)
    try await world.settle()
    let kept = try await world.server.log.books().first { $0.id == book.id }
    guard kept?.rating == stands else { return "what device \(device) said last is lost" }
    return try await difference(world)
  }
}
