package import Cairn
package import CairnInsights

extension Figure {
  /// Returns `value` with the common members of all figures, documented in `docs/cli.md`.
  package func json(_ value: [(String, JSON)]) -> JSON {
    let reasons = exclusions.map { one in
      JSON.members(("reason", .string(one.reason)), ("count", .integer(Int64(one.count))))
    }
    let rest: [(String, JSON)] = [
      ("definition", .string(definition)), ("n", .integer(Int64(count))),
      ("excluded", .integer(Int64(excluded))), ("left_out", .array(reasons)),
      ("missing", .text(missing)),
    ]
    return .object((value + rest).map { JSON.Member($0.0, $0.1) })
  }
}

extension Figure<Int64> {
  /// A pace in hundredths of a page per hour.
  package var paceJSON: JSON {
    .members(
      ("hundredths", .number(value)),
      ("definition", .string(definition)),
      ("sessions", .integer(Int64(count))),
      ("excluded", .integer(Int64(excluded)))
    )
  }
}

extension Milliseconds {
  /// The length in whole seconds, rounded down.
  package var secondsJSON: JSON { .integer(count / 1_000) }
}

extension Figure<Series.Average> {
  package var json: JSON {
    json([
      ("active_seconds", .number(value.map { $0.time.count / 1_000 })),
      ("pages_hundredths", .number(value?.amountHundredths)),
      ("sessions_hundredths", .number(value?.sessionHundredths)),
    ])
  }
}

extension Figure<Moods> {
  package var json: JSON {
    json([
      ("before_hundredths", .number(value?.beforeHundredths)),
      ("after_hundredths", .number(value?.afterHundredths)),
    ])
  }
}

extension Figure<Interruptions> {
  package var json: JSON {
    json([
      ("pauses", .number(value.map { Int64($0.pauses) })),
      ("paused_seconds", .number(value.map { $0.time.count / 1_000 })),
      ("focus_hundredths", .number(value?.focusHundredths)),
      ("reasons", .array((value?.reasons ?? []).map(\.json))),
    ])
  }
}

extension Figure<[TagTotal]> {
  package var json: JSON { json([("places", .array((value ?? []).map(\.json)))]) }
}

extension TagTotal {
  package var json: JSON {
    .members(
      ("name", .text(value.isEmpty ? nil : value)),
      ("seconds", time.secondsJSON),
      ("times", .integer(Int64(times)))
    )
  }
}
