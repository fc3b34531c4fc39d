public import Cairn

/// The totals of climbing.
public struct ClimbingOverview: Sendable, Equatable {
  /// The number of climbs.
  public let climbs: Int
  /// The number of climbs with a send.
  public let sent: Int
  /// The number of completed sessions.
  public let sessions: Int
  /// The total time of the sessions.
  public let time: Milliseconds
  /// The number of days with a session or a climb.
  public let days: Int
  /// The sums of all attempts.
  public let sums: AttemptSums
  /// The sums of attempts logged here; logbooks of other apps rarely contain falls.
  public let logged: AttemptSums
  /// The number of distinct partners.
  public let partners: Int
  /// Sends per attempt with a known result, without imports, in hundredths of a percent.
  public let sendRate: Figure<Int64>

  init(_ history: ClimbingHistory, before: Int, ahead: Int) {
    climbs = history.climbs.count
    sent = history.climbs.count { $0.sums.sends > 0 }
    sessions = history.sessions.count
    time = history.days.reduce(.zero) { $0 + $1.time }
    days = history.climbedDays.count
    sums = history.climbs.sums { $0.sums }
    logged = history.climbs.lazy.filter { !$0.isImported }.sums { $0.sums }
    partners = Set(Set(history.sessions.flatMap { $0.partners }).map { folded($0) }).count
    sendRate = Figure(
      .climbing,
      value: logged.sendRate,
      count: Int(logged.known),
      excluded: [
        .unknownResult(logged.unknown), .imported(history.climbs.count { $0.isImported }),
        Exclusion("climbs before 1900", before), Exclusion("climbs after today", ahead),
      ],
      missing: "no attempt with a known result"
    )
  }

  /// Whether there is no climbing at all.
  public var isEmpty: Bool { climbs == 0 && sessions == 0 && days == 0 }
}

/// The climbs of one discipline.
public struct DisciplineShare: Sendable, Equatable {
  /// The discipline; nil if unknown.
  public let discipline: Discipline?
  /// The number of climbs.
  public let climbs: Int
  /// The sums of their attempts.
  public let sums: AttemptSums
  /// The share of all climbs in hundredths of a percent, rounded down.
  public let shareHundredths: Int64

  /// Returns the disciplines, that with the most climbs first.
  static func all(_ history: ClimbingHistory) -> Figure<[DisciplineShare]> {
    let groups = DisciplineSums.all(history.climbs)
    let whole = Int64(max(1, history.climbs.count))
    let shares = groups.map { group in
      DisciplineShare(
        discipline: group.discipline,
        climbs: group.climbs,
        sums: group.sums,
        shareHundredths: ratio(Int64(group.climbs), times: 10_000, by: whole)
      )
    }.sorted {
      $0.climbs != $1.climbs
        ? $0.climbs > $1.climbs
        : Ladder($0.discipline, .v).sortKey < Ladder($1.discipline, .v).sortKey
    }
    let unknown = groups.first { $0.discipline == nil }?.climbs ?? 0
    return Figure(
      .disciplines,
      value: shares.isEmpty ? nil : shares,
      count: history.climbs.count - unknown,
      excluded: [Exclusion("no discipline, in a separate row", unknown)],
      missing: "no climbs"
    )
  }
}

/// Send and flash rates of climbs logged here.
public struct ClimbingRates: Sendable, Equatable {
  /// One discipline.
  public struct Row: Sendable, Equatable {
    /// The discipline; nil if unknown.
    public let discipline: Discipline?
    /// The number of climbs with an attempt.
    public let climbs: Int
    /// The sums of their attempts.
    public let sums: AttemptSums
  }

  /// Sends per attempt with a known result, in hundredths of a percent.
  public let sendRate: Figure<Int64>
  /// Onsights and flashes per send, in hundredths of a percent.
  public let flashRate: Figure<Int64>
  /// The disciplines, in their standard order.
  public let rows: [Row]

  init(_ history: ClimbingHistory) {
    let own = history.climbs.count { !$0.isImported }
    let groups = DisciplineSums.all(
      history.climbs.lazy.filter { !$0.isImported && $0.sums.attempts > 0 }
    )
    let tried = groups.reduce(0) { $0 + $1.climbs }
    let sums = groups.sums { $0.sums }
    let imported = Exclusion.imported(history.climbs.count - own)
    let untried = Exclusion("no attempt", own - tried)
    sendRate = Figure(
      .rates,
      value: sums.sendRate,
      count: Int(sums.known),
      excluded: [imported, untried, .unknownResult(sums.unknown)],
      missing: "no attempt with a known result"
    )
    flashRate = Figure(
      .rates,
      value: sums.flashRate,
      count: Int(sums.sends),
      excluded: [imported],
      missing: "no send"
    )
    rows = groups.map {
      Row(discipline: $0.discipline, climbs: $0.climbs, sums: $0.sums)
    }.sorted { Ladder($0.discipline, .v).sortKey < Ladder($1.discipline, .v).sortKey }
  }
}

/// The sums of one discipline's climbs.
private struct DisciplineSums {
  let discipline: Discipline?
  var climbs = 0
  var sums = AttemptSums()

  /// Sums climbs by discipline; a linear search beats hashing for so few disciplines.
  static func all(_ climbs: some Sequence<ClimbFact>) -> [DisciplineSums] {
    climbs.reduce(into: []) { groups, climb in
      let known = groups.firstIndex { $0.discipline == climb.discipline }
      if known == nil { groups.append(DisciplineSums(discipline: climb.discipline)) }
      let index = known ?? groups.count - 1
      groups[index].climbs += 1
      groups[index].sums += climb.sums
    }
  }
}
