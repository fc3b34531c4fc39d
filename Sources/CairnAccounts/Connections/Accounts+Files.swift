package import Cairn
import CairnSQL
import CairnStore

extension Accounts {
  /// Returns the files and folders of a connection, by path.
  package func files(
    of connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws -> [ConnectedFile] {
    try await read(as: account) { try ConnectedFileTable.all(of: connection, in: $0) }
  }

  /// Returns the content of a file; nil if there is none.
  package func bytes(
    of path: String,
    _ connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws -> [UInt8]? {
    try await read(as: account) { try ConnectedFileTable.bytes(of: path, connection, in: $0) }
  }

  /// Throws what ``put(_:at:if:of:_:)`` would throw for a file of `size` bytes.
  package func requireRoom(
    for size: Int,
    at path: String,
    if condition: WriteCondition,
    of connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws {
    let file = newFile(path, size: Int64(size))
    try await read(as: account) { _ = try file.replaced(of: connection, if: condition, in: $0) }
  }

  /// Returns the bytes of all files of an account but the one at a path of a connection.
  package func storedBytes(
    besides path: String,
    of connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws -> Int64 {
    try await read(as: account) {
      try ConnectedFileTable.bytes(of: account, besides: path, connection, in: $0)
    }
  }

  /// Stores a file; returns it, and whether it is new.
  ///
  /// Throws `connection.changed_since`, `connection.no_folder`, `connection.file_exists` for a folder, and
  /// `connection.full`.
  package func put(
    _ bytes: [UInt8],
    at path: String,
    if condition: WriteCondition,
    of connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws -> (file: ConnectedFile, isNew: Bool) {
    let file = newFile(path, size: Int64(bytes.count))
    let isNew = try await write(as: account) { database in
      let old = try file.replaced(of: connection, if: condition, in: database)
      try ConnectedFileTable.upsert(file, bytes, of: connection, in: database)
      return old == nil
    }
    return (file, isNew)
  }

  /// Creates a folder; throws `connection.file_exists`, `connection.no_folder` and `connection.full`.
  package func makeFolder(
    _ path: String,
    of connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws {
    let folder = newFile(path, size: nil)
    try await write(as: account) { database in
      let all = try ConnectedFileTable.all(of: connection, in: database)
      guard !all.contains(where: { $0.path == path }) else { throw CairnError.fileExists(path) }
      try folder.require(roomAmong: all)
      try ConnectedFileTable.upsert(folder, nil, of: connection, in: database)
    }
  }

  /// Deletes a file, or a folder with everything in it; throws `connection.file_not_found`.
  package func deleteFile(
    _ path: String,
    of connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws {
    try await write(as: account) { database in
      let all = try ConnectedFileTable.all(of: connection, in: database)
      guard all.contains(where: { $0.path == path }) else { throw CairnError.noFile(path) }
      try ConnectedFileTable.delete(path, of: connection, in: database)
    }
  }

  private func newFile(_ path: String, size: Int64?) -> ConnectedFile {
    let now = environment.now()
    let tag = "\"\(environment.newID(at: now).text)\""
    return ConnectedFile(path: path, size: size, tag: tag, changedAt: now)
  }
}

extension ConnectedFile {
  /// Returns the version that this one replaces, or nil; throws the errors of ``Accounts/put(_:at:if:of:_:)``.
  fileprivate func replaced(
    of connection: Identifier<Connection>,
    if condition: WriteCondition,
    in database: any SQLConnection
  ) throws -> ConnectedFile? {
    let all = try ConnectedFileTable.all(of: connection, in: database)
    let old = all.first { $0.path == path }
    try condition.check(old)
    if old?.isFolder == true { throw CairnError.fileExists(path) }
    try require(roomAmong: all)
    return old
  }

  /// Throws `connection.no_folder` without a folder for it, and `connection.full` if it exceeds the limits.
  fileprivate func require(roomAmong all: [ConnectedFile]) throws(CairnError) {
    if let parent, !all.contains(where: { $0.path == parent && $0.isFolder }) {
      throw CairnError(
        "connection.no_folder",
        "There is no folder “\(parent)”.",
        hint: "Create it first."
      )
    }
    let others = all.filter { $0.path != path }
    let total = others.reduce(size ?? 0) { $0 + ($1.size ?? 0) }
    let isSmall = (size ?? 0) <= Self.sizeLimit && total <= Self.totalLimit
    guard isSmall, others.count < Self.limit else { throw .connectionFull }
  }
}

extension CairnError {
  /// The error for an unknown file of a connection.
  package static func noFile(_ path: String) -> CairnError {
    CairnError(
      "connection.file_not_found",
      "There is no file “\(path)”.",
      hint: "List the folder to see what is there."
    )
  }

  fileprivate static func fileExists(_ path: String) -> CairnError {
    CairnError(
      "connection.file_exists",
      "“\(path)” already exists.",
      hint: "Choose another name, or delete it first."
    )
  }

  fileprivate static var connectionFull: CairnError {
    CairnError(
      "connection.full",
      "A device can keep \(ConnectedFile.limit) files of at most \(ConnectedFile.sizeLimit >> 20) MB, together "
        + "\(ConnectedFile.totalLimit >> 20) MB.",
      hint: "Delete files there that the device no longer needs."
    )
  }
}
