import Cairn
import Testing

@Suite struct `A bulk deletion` {
  @Test(arguments: [
    (10, 10, false), (11, 11, true), (11, 54, true), (11, 55, false), (20, 100, false),
    (21, 100, true), (0, 0, false), (200_001, 1_000_000, true), (200_000, 1_000_000, false),
  ])
  func `has more than ten records, and more than a fifth of all`(
    gone: Int,
    live: Int,
    isBulk: Bool
  ) {
    #expect(BulkDeletion.isBulk(gone, of: live) == isBulk)
  }

  @Test(arguments: [
    ([], []), ([0], [0]), ([0, 9, 18], [0, 9, 18]), ([0, 10, 19], [10, 19]),
    ([0, 9, 30, 31, 50], [50]),
  ])
  func `continues while gaps are shorter than ten minutes`(minutes: [Int64], run: [Int64]) {
    let times = { (minutes: [Int64]) in minutes.map { Instant.earliest + .minutes($0) } }
    #expect(BulkDeletion.latestRun(of: times(minutes)) == times(run))
  }

  @Test func `summarises its records, largest count first`() {
    let counts = ["entry": 1, "session": 12, "tagMark": 2, "climb": 3, "unheard_of": 1]
    let deletion = BulkDeletion(
      id: RecordID(high: 1, low: 2),
      at: .earliest,
      counts: Dictionary(uniqueKeysWithValues: counts.map { (RecordKind($0), $1) }),
      nodes: [7]
    )
    #expect(deletion.count == 19)
    #expect(deletion.summary == "12 sessions, 3 climbs, 1 book, 3 others")
  }
}
