import Cairn
import CairnKit
import CairnStore
import CairnTestKit
import Foundation

/// An app with a log in a file of its own, whose clock a test moves.
struct Scene {
  let cairn: Cairn
  private let file: URL
  private let clock: ManualClock
  private let environment: LogEnvironment

  /// Runs the closure on Monday, 2026-01-05, at 19:00 in Berlin.
  static func run<Result>(_ body: (Scene) async throws -> Result) async throws -> Result {
    try await withScratchFolder { folder in
      let clock = ManualClock(at: .scratchStart)
      let environment = LogEnvironment(clock: clock, seed: 1)
      let scene = try await Scene(URL(filePath: folder + "/log.sqlite"), clock, environment)
      return try await body(scene)
    }
  }

  private init(_ file: URL, _ clock: ManualClock, _ environment: LogEnvironment) async throws {
    (self.file, self.clock, self.environment) = (file, clock, environment)
    cairn = try await Cairn.open(file, environment) { "Europe/Berlin" }
  }

  var now: Date { Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1_000) }

  func wait(minutes: Int64) { clock.advance(by: .minutes(minutes)) }

  /// Opens the same file again, as a widget or the next launch does.
  func reopened() async throws -> Cairn {
    try await Scene(file, clock, environment).cairn
  }
}

/// Returns the failure of a call; nil if it succeeds.
func failure(of body: () async throws -> Void) async -> Cairn.Failure? {
  do { try await body() } catch { return error as? Cairn.Failure }
  return nil
}
