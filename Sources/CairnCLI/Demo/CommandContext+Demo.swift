import Cairn
import CairnSQLite
import CairnStore
import Glibc

extension CommandContext {
  /// Runs the closure with a made-up year in a scratch directory, which is removed afterwards.
  func withDemoLog<Result>(
    _ body: (Log, DataDirectory) async throws -> Result
  ) async throws -> Result {
    let folder = try Self.scratchFolder()
    defer { Files.removeFolder(folder) }
    let directory = try DataDirectory(option: folder, variable: { _ in nil })
    try await fill(directory)
    return try await body(directory.openLog(environment, on: .own), directory)
  }

  private func fill(_ directory: DataDirectory) async throws {
    let clock = DemoClock(now)
    let real = environment
    let demoEnvironment = LogEnvironment(now: { clock.now }, random: real.random, zone: real.zone)
    let log = try await directory.openLog(demoEnvironment)
    try await DemoYear.fill(log, clock, zone: zone, now: now)
    await log.close()
  }

  private static func scratchFolder() throws(CairnError) -> String {
    let directory = Files.temporaryFolder
    var name = Array("\(directory)/cairn-demo.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Files.cannotWrite(directory) }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
