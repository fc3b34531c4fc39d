public import Cairn
public import CairnSQL

/// The files that people of all accounts of a PostgreSQL database sent to be imported.
///
/// A call that returned is durable. One person's are seen under no other person's name: each transaction says whose
/// files it is about, and the policies of the tables show no others (`AccountSchema.people`).
public struct UploadedFiles: Sendable {
  private let database: any SQLDatabase

  /// How many are kept of one person, and how long one is, whatever became of it.
  public static let (most, time) = (8, Milliseconds(30 * 86_400_000))

  /// Those beside the accounts of a database, whose tables are those of ``Accounts``.
  public static func shared(in database: any SQLDatabase) -> UploadedFiles {
    UploadedFiles(database: database)
  }

  /// Keeps a file, in the place of the oldest where there are too many; one that is there stays as it is.
  ///
  /// `options` is what was said of it, in the words of whoever keeps it. It is written part by part, so that it holds up
  /// nobody; one that did not come whole is told to nobody, and gives way to the same sent again.
  public func keep(_ file: UploadedFile, options: String, _ bytes: [UInt8]) async throws {
    let owner = file.owner
    guard let bringer = try await write(as: owner, { try UploadedFileTable.begin(file, options, in: $0) })
    else { return }
    for (number, start) in stride(from: 0, to: bytes.count, by: UploadedFileTable.block).enumerated() {
      let part = bytes[start..<min(start + UploadedFileTable.block, bytes.count)]
      let isOurs = try await write(as: owner) {
        try UploadedFileTable.insert(part, at: number, of: file.id, by: bringer, in: $0)
      }
      guard isOurs else { return }
    }
    try await write(as: owner) {
      try UploadedFileTable.end(file, by: bringer, in: $0)
      try UploadedFileTable.trim(owner, most: Self.most, in: $0)
    }
    // The file is there; what others sent long ago goes with the next one where that fails.
    try? await forget(before: file.madeAt - Self.time)
  }

  /// Removes what all people sent before a moment.
  private func forget(before moment: Instant) async throws {
    let owners = try await translated {
      try await database.read { try UploadedFileTable.owners(before: moment, in: $0) }
    }
    for owner in owners {
      try await write(as: owner) { try UploadedFileTable.delete(before: moment, of: owner, in: $0) }
    }
  }

  /// One of a person; nil where there is none.
  public func find(_ id: RecordID, of owner: String) async throws -> UploadedFile? {
    try await read(as: owner) { try UploadedFileTable.find(id, of: owner, in: $0) }
  }

  /// Those of a person, newest first.
  public func all(of owner: String) async throws -> [UploadedFile] {
    try await read(as: owner) { try UploadedFileTable.all(of: owner, in: $0) }
  }

  /// A part of the bytes of a file, by its number from 0 on; nil after the last, and once it was taken in.
  public func block(_ number: Int, of id: RecordID, of owner: String) async throws -> [UInt8]? {
    try await read(as: owner) { try UploadedFileTable.block(number, of: id, in: $0) }
  }

  /// What was said of a file.
  public func options(of id: RecordID, of owner: String) async throws -> String? {
    try await read(as: owner) { try UploadedFileTable.options(of: id, in: $0) }
  }

  /// Keeps what is told and was said of a file that is not being taken in and was not; whether it is such a one still.
  public func update(_ file: UploadedFile, options: String) async throws -> Bool {
    try await write(as: file.owner) {
      try UploadedFileTable.update(file, options, from: .resting, in: $0)
    }
  }

  /// Lets a runner take a file in, unless another does that or has done it; whether it may.
  ///
  /// It has to say at least once a minute that it goes on (``note(_:of:_:of:by:)``), or another may.
  public func claim(
    _ id: RecordID,
    of owner: String,
    by runner: RecordID
  ) async throws -> Bool {
    try await write(as: owner) { try UploadedFileTable.claim(id, by: runner, in: $0) }
  }

  /// Says that a runner goes on, and how far it is.
  public func note(
    _ done: Int,
    of total: Int?,
    _ id: RecordID,
    of owner: String,
    by runner: RecordID
  ) async throws {
    try await write(as: owner) {
      try UploadedFileTable.note(done, of: total, id, by: runner, in: $0)
    }
  }

  /// Keeps what came of a file that a runner took in; nothing where another does that since.
  public func settle(_ file: UploadedFile, by runner: RecordID) async throws {
    _ = try await write(as: file.owner) {
      try UploadedFileTable.update(file, from: .applying(by: runner), in: $0)
    }
  }

  /// Keeps that what a file brought was taken back.
  public func takeBack(_ file: UploadedFile) async throws {
    _ = try await write(as: file.owner) {
      try UploadedFileTable.update(file, from: .applied, in: $0)
    }
  }

  /// Forgets a file of a person; what it brought stays.
  public func remove(_ id: RecordID, of owner: String) async throws {
    try await write(as: owner) { try UploadedFileTable.delete(id, in: $0) }
  }

  /// Forgets all of a person.
  public func removeAll(of owner: String) async throws {
    try await write(as: owner) { try UploadedFileTable.deleteAll(of: owner, in: $0) }
  }

  private func read<T: Sendable>(
    as person: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.read(as: person, body) }
  }

  private func write<T: Sendable>(
    as person: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.write(as: person, body) }
  }

  private func translated<T>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch let error as StorageError { throw CairnError(error) }
  }
}
