import Cairn
import CairnActions

extension OfflineLog {
  /// Returns the climbs of a session in order.
  func climbs(of session: SessionID) -> [Climb] { climbs(on: .session(session)) }

  /// Returns the attempts at a climb in order, each with its tick.
  func attempts(at climb: Climb) -> [Attempt] {
    let routes = ClimbingRoute.routes(cards(of: climb))
    guard let own = routes.first(where: { $0.contains { $0.id == climb.id } }) else { return [] }
    return ClimbingRoute(own, before: before(climb)).attempts.map { $0.attempt }
      .filter { $0.climb == climb.id }
  }

  /// Returns whether the route was tried or sent on an earlier occasion.
  private func before(_ climb: Climb) -> ClimbingRoute.PriorState {
    guard let key = key(of: climb) else { return .untried }
    let grade = climb.grade?.text
    return isAmong(sent, key, grade) ? .sent : isAmong(tried, key, grade) ? .tried : .untried
  }

  /// Returns whether `routes` contains the key with this grade, or with no grade on either side.
  private func isAmong(_ routes: [String], _ key: String, _ grade: String?) -> Bool {
    let (own, bare) = (Climb.key(key, grade: grade), Climb.key(key, grade: nil))
    return routes.contains {
      grade == nil ? $0.utf8.starts(with: bare.utf8) : $0 == own || $0 == bare
    }
  }

  /// Returns the climbs with the same name, discipline, location and angle in the session, with their attempts.
  private func cards(of climb: Climb) -> [LoggedClimb] {
    guard let session = climb.session,
      let start = sessions.first(where: { $0.id == session })?.timeline.start
    else { return [] }
    let own = key(of: climb)
    return climbs(of: session).filter { $0.id == climb.id || own != nil && key(of: $0) == own }
      .map { card($0, session, start) }
  }

  private func card(_ climb: Climb, _ session: SessionID, _ start: Instant) -> LoggedClimb {
    var card = LoggedClimb(
      id: climb.id,
      day: .first,
      session: (session, start),
      position: climb.position,
      at: climb.at,
      discipline: climb.discipline,
      grade: climb.grade?.text.lowercased() ?? "",
      source: climb.source
    )
    card.attempts = all(Attempt.self).filter { $0.climb == climb.id }
    return card
  }

  /// Returns the key that identifies the route; nil without a name.
  private func key(of climb: Climb) -> String? {
    guard let name = climb.name, let id = climb.session else { return nil }
    let place = (try? session(id, as: NoDetail.self))?.sessionContext.place
    return Climb.key(name: name, discipline: climb.discipline, place: place, angle: climb.angle)
  }
}
