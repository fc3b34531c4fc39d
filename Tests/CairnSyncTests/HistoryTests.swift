import Testing

@testable import Simulate

@Suite struct `Histories of devices` {
  /// Each history revealed a bug.
  ///
  /// A clock two days ahead ended another device's session two days later. A history entry was skipped after an
  /// unannounced restore of the server. A device with a clock wrong by days kept its own automatic end. A connection
  /// lost between the detection of data loss and the comparison left both sides different for a day. A session moved by
  /// a merge was reopened. Imported records with a future stamp, or compared next to others on the same day, were
  /// compared forever. A restored server rejected everything after only the last change of a read-through had arrived.
  /// The same stamps had two encodings. The server was restored again during three comparisons. A session was ended
  /// although the next page deleted its rival. An automatic end stamped a minute ahead overrode later edits. A
  /// partially synced book made an automatic mutation reject the whole push. A book merge rewrote an automatic end as
  /// the person's, over another device's edit. Undoing a pause made two days ahead, or resuming after a resume made a
  /// day ahead, extended a session until then. The last three were bugs of the simulation: an automatic end may use a
  /// clock ten minutes ahead, and a disk may fail while it checks the person's work or while a device restarts.
  @Test(arguments: [
    History(seed: 9, steps: [0, 1, 6, 19]),
    History(seed: 1309, steps: [5, 8, 17, 18, 19, 29, 31, 41, 46]),
    History(seed: 10151, steps: [0, 5, 13, 16, 19, 21, 35, 42, 43]),
    History(seed: 1358, steps: [3, 5, 8, 10, 13, 14, 15, 20, 24, 27, 28, 29, 32, 36]),
    History(seed: 1_000_055, steps: [2, 3, 12, 14, 17]),
    History(seed: 1_000_033, steps: [3]),
    History(seed: 10_004_270, steps: [0, 4, 11]),
    History(seed: 30_002_167, steps: [6, 8, 9, 10, 11, 12, 13, 14, 23, 24, 28, 29]),
    History(seed: 30_004_357, steps: [6, 15, 16, 18, 19, 20, 21]),
    History(seed: 1_795_505_899, steps: [0, 1, 2, 4, 10, 19, 20]),
    History(seed: 50_000_857),
    History(seed: 1_795_613_701),
    History(
      seed: 1_796_011_956,
      steps: [2, 3, 4, 5, 7, 8, 13, 20, 22, 26, 39, 43, 44]
    ),
    History(seed: 1_796_003_397, steps: [28, 33, 36, 37, 45, 46, 47, 48]),
    History(seed: 1_797_018_283, steps: [5, 11, 13, 14, 23, 24, 25, 26, 29, 35, 36]),
    History(seed: 1_850_112_119, steps: [0, 1, 4, 10, 14, 16, 35, 43, 44]),
    History(
      seed: 1_890_780_998,
      steps: [2, 6, 7, 9, 13, 14, 15, 21, 22, 26, 27, 35, 46, 48]
    ),
    History(seed: 1_890_328_095, steps: [4, 7, 12, 18, 21, 22, 23, 25, 26, 33, 35, 50]),
    History(seed: 9896, steps: [0, 1, 4, 9, 12, 32]),
    History(seed: 1_890_863_339, steps: [4, 9, 23, 30, 37]),
    History(seed: 1_890_202_301, steps: [23, 33, 36, 39]),
  ])
  func `with a known failure converge`(history: History) async throws {
    let problem = try await history.run(on: Rack())
    #expect(problem == nil)
  }

  @Test func `with each kind of failure converge`() async throws {
    let rack = try await Rack()
    for trouble in FailureKind.allCases {
      let history = History(seed: 1_000_002 + UInt64(trouble.rawValue))
      let problem = try await history.run(on: rack)
      #expect(problem == nil, "\(history)")
    }
  }
}
