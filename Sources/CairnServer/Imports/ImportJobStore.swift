import Cairn
import CairnStore

/// Where the files wait that people sent to be imported, with what is told of each.
///
/// All of a person's is known under that person's name alone.
protocol ImportJobStore: Sendable {
  /// What is known of a file; nil where there is none.
  func find(_ id: RecordID, of owner: String) async throws -> ImportJobState?

  /// Those of a person, newest first.
  func all(of owner: String) async throws -> [ImportJobState]

  /// Keeps a file, in the place of the oldest that rest where there are too many; one that is there stays as it is.
  func keep(
    _ job: ImportJobState,
    _ work: ImportJob,
    _ bytes: [UInt8],
    of owner: String
  ) async throws

  /// A file that was not taken in, to be read in the folder of the person's log; nil for any other.
  func work(_ id: RecordID, of owner: String, in folder: any LogFolder) async throws -> ImportJob?

  /// Keeps what was said of a file since, unless it is taken in meanwhile; whether it is kept.
  func replace(_ job: ImportJobState, _ work: ImportJob, of owner: String) async throws -> Bool

  /// Lets one take a file in, unless another does that or has done it; under what it notes and settles it, nil where
  /// it may not.
  func claim(_ id: RecordID, of owner: String) async throws -> RecordID?

  /// Hears how many items are done.
  func note(_ done: Int, of total: Int?, _ id: RecordID, by runner: RecordID) async

  /// Hears that nothing more is done; what came of it comes next, or another may do it after a while.
  func rest(_ id: RecordID, by runner: RecordID) async

  /// Keeps what came of a file, unless another took it over.
  func settle(_ job: ImportJobState, of owner: String, by runner: RecordID) async throws

  /// Keeps that what a file brought was taken back.
  func takeBack(_ job: ImportJobState, of owner: String) async throws

  /// Forgets a file that is not being taken in; what it brought stays.
  func remove(_ id: RecordID, of owner: String) async throws

  /// Forgets all of a person.
  func removeAll(of owner: String) async throws

  /// Lets go of all that nobody else knows; for the end of the process.
  func close() async
}
