public import Cairn

/// The total of one context value over sessions: a place, a pause reason or a pair of moods.
public struct TagTotal: Sendable, Equatable {
  /// The place, the pause reason or the pair of moods; empty for a pause without a reason.
  public let value: String
  /// The time of the sessions or pauses.
  public let time: Milliseconds
  /// The number of sessions or pauses.
  public let times: Int

  /// Creates a total.
  public init(value: String, time: Milliseconds, times: Int) {
    (self.value, self.time, self.times) = (value, time, times)
  }
}

/// The mean moods before and after sessions.
public struct Moods: Sendable, Equatable {
  /// The mean before in hundredths, 100 to 500, rounded down.
  public let beforeHundredths: Int64
  /// The mean after in hundredths, 100 to 500, rounded down.
  public let afterHundredths: Int64
}

/// Returns the mean moods of sessions from pairs in the format of `MoodPair`.
///
/// `sessions` is the number of completed sessions, with and without moods.
public func moods(_ pairs: [TagTotal], sessions: Int) -> Figure<Moods> {
  var (before, after, both, some) = (0 as Int64, 0 as Int64, 0, 0)
  for total in pairs {
    let pair = MoodPair(text: total.value)
    some += total.times
    guard let from = pair.before, let to = pair.after else { continue }
    before += from * Int64(total.times)
    after += to * Int64(total.times)
    both += total.times
  }
  let count = Int64(max(1, both))
  let means = Moods(
    beforeHundredths: ratio(before, times: 100, by: count),
    afterHundredths: ratio(after, times: 100, by: count)
  )
  let excluded = [Exclusion("no mood", sessions - some), Exclusion("one mood only", some - both)]
  return Figure(.mood, value: both > 0 ? means : nil, count: both, excluded: excluded)
}

/// The interruptions of sessions.
public struct Interruptions: Sendable, Equatable {
  /// The number of pauses.
  public let pauses: Int
  /// The total time of the pauses.
  public let time: Milliseconds
  /// Session time per session time and pauses, in hundredths of a percent; nil without either.
  public let focusHundredths: Int64?
  /// The totals by reason; the empty text groups pauses without one.
  public let reasons: [TagTotal]
}

/// Returns the interruptions of `sessions` with a total of `time`, from pauses by reason.
public func interruptions(
  _ reasons: [TagTotal],
  sessions: Int,
  time: Milliseconds
) -> Figure<Interruptions> {
  let pauses = reasons.reduce(0) { $0 + $1.times }
  let away = reasons.reduce(Milliseconds.zero) { $0 + $1.time }
  let whole = time + away
  let value = Interruptions(
    pauses: pauses,
    time: away,
    focusHundredths: whole > .zero ? ratio(time.count, times: 10_000, by: whole.count) : nil,
    reasons: reasons
  )
  return Figure(.interruptions, value: sessions > 0 ? value : nil, count: sessions)
}

/// Returns the time by place; `sessions` is the number of completed sessions.
public func places(_ places: [TagTotal], sessions: Int) -> Figure<[TagTotal]> {
  let known = places.reduce(0) { $0 + $1.times }
  let value = places.isEmpty ? nil : places
  return Figure(
    .places,
    value: value,
    count: known,
    excluded: [Exclusion("no place", sessions - known)]
  )
}
