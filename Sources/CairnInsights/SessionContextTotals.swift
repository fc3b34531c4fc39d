public import Cairn

/// How sessions were: what people say of them, added up.
public struct TagTotal: Sendable, Equatable {
  /// The place, the reason of pauses, or a pair of moods; empty for a pause without a reason.
  public let value: String
  /// The time of the sessions, or of the pauses.
  public let time: Milliseconds
  /// Sessions, or pauses.
  public let times: Int

  /// Makes a total.
  public init(value: String, time: Milliseconds, times: Int) {
    (self.value, self.time, self.times) = (value, time, times)
  }
}

/// The mean moods before and after.
public struct Moods: Sendable, Equatable {
  /// The mean before in hundredths, 100 to 500, rounded down.
  public let beforeHundredths: Int64
  /// The mean after in hundredths, 100 to 500, rounded down.
  public let afterHundredths: Int64
}

/// The mean moods of sessions, from pairs in the format of `MoodPair`.
///
/// `sessions` is the number of sessions that ended, with and without moods.
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

/// How often sessions were interrupted.
public struct Interruptions: Sendable, Equatable {
  /// Pauses.
  public let pauses: Int
  /// How long they were together.
  public let time: Milliseconds
  /// Running time out of running time and pauses, in hundredths of a percent; nil without any.
  public let focusHundredths: Int64?
  /// By reason, as given; an empty text for those without one.
  public let reasons: [TagTotal]
}

/// Interruptions of `sessions` that ran for `time`, from pauses by reason.
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

/// Time by place; `sessions` is how many ended.
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
