import Testing

@testable import Simulate

@Suite struct `Histories of devices` {
  /// Each of these has brought a mistake to light.
  ///
  /// A clock two days ahead ended the session of another device in two days; a line of history was passed
  /// over after the server was set back without a word; a device that was wrong by days kept an end of its
  /// own rule; a line cut between the notice that something was lost and the comparison left both apart for a
  /// day; a session that a merge moved was opened again; what came with a file was compared for ever when its
  /// stamp lay ahead, or when something else was compared the same day; a server that was set back took
  /// nothing more when of a reading only the last change had come; the same stamps were written in two ways;
  /// three times a server was set back again while everything was compared; a session was ended beside one
  /// that was deleted on the next page; the end of a rule, stamped a minute ahead, won over what was done
  /// after it; a rule that met a book not yet wholly there refused all that was sent; a merge of
  /// books wrote the end that a rule had given to a session as if the person had, over what another device did
  /// to it; a session that was ended at a pause of a clock two days ahead ran until then when the pause was taken
  /// back, and so did one that had been resumed by a clock a day ahead, when it was resumed by one that is right. The
  /// last three were mistakes of the simulation: a rule may end a session where a clock stands that is ten minutes
  /// ahead, and a disk may fail while it looks at what a person has done, or while a device is started anew.
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
  func `that went wrong once end well`(history: History) async throws {
    let problem = try await history.run(on: Rack())
    #expect(problem == nil)
  }

  @Test func `of each trouble end well`() async throws {
    let rack = try await Rack()
    for trouble in Trouble.allCases {
      let history = History(seed: 1_000_002 + UInt64(trouble.rawValue))
      let problem = try await history.run(on: rack)
      #expect(problem == nil, "\(history)")
    }
  }
}
