import Cairn
import CairnAccounts

/// The connection of a request from a device, with access to what is kept for it.
struct Device: Sendable {
  let connection: Connection
  private let account: Identifier<Account>
  private let accounts: Accounts

  /// Finds the connection; throws `connection.paused`, and `account.not_signed_in` if it was removed.
  init(_ context: any AuthenticatedRequest) async throws {
    accounts = try context.accountService().accounts
    guard let identity = context.identity else { throw CairnError.notSignedIn }
    account = identity.account.id
    do {
      connection = try await accounts.connection(contacting: identity)
    } catch let error as CairnError where error.code == "connection.not_found" {
      throw CairnError.notSignedIn
    }
  }

  /// Returns what the account's devices reported of a document last; nil for an unknown one.
  func document(_ name: String) async throws -> ConnectedDocument? {
    try await accounts.document(name, of: account)
  }

  /// Returns the progress of a document that the device itself reported last; nil before the first report.
  func progress(in name: String) async throws -> ConnectedDocument.Progress? {
    try await accounts.progress(in: name, by: connection.id, account)
  }

  /// Keeps what the device reports of documents.
  func store(_ documents: [ConnectedDocument]) async throws {
    try await accounts.store(documents, of: connection.id, account)
  }

  /// Returns the names of the documents whose book is known.
  func matchedDocuments() async throws -> Set<String> {
    let all = try await accounts.documents(of: account).map { $0.document }
    return Set(all.filter { $0.entry != nil }.map(\.document))
  }

  /// Adds to the number of sessions that came, and keeps why a file or a part of it was refused.
  func report(sessions: Int, problem: String?) async throws {
    try await accounts.report(sessions: sessions, problem: problem, of: connection.id, account)
  }
}

/// The files that the device keeps on the server.
extension Device {
  /// Returns its files and folders, by path.
  func files() async throws -> [ConnectedFile] {
    try await accounts.files(of: connection.id, account)
  }

  /// Returns the content of a file; nil if there is none.
  func bytes(of path: WebDAVPath) async throws -> [UInt8]? {
    try await accounts.bytes(of: path.text, connection.id, account)
  }

  /// Stores a file; returns it, and whether it is new.
  func put(
    _ bytes: [UInt8],
    at path: WebDAVPath,
    if condition: WriteCondition
  ) async throws -> (file: ConnectedFile, isNew: Bool) {
    try await accounts.put(bytes, at: path.text, if: condition, of: connection.id, account)
  }

  /// Throws what would refuse a file of `size` bytes.
  func requireRoom(
    for size: Int,
    at path: WebDAVPath,
    if condition: WriteCondition
  ) async throws {
    try await accounts.requireRoom(
      for: size,
      at: path.text,
      if: condition,
      of: connection.id,
      account
    )
  }

  /// Returns the bytes of all files of all devices of the account but the one at a path.
  func storedBytes(besides path: WebDAVPath) async throws -> Int64 {
    try await accounts.storedBytes(besides: path.text, of: connection.id, account)
  }

  /// Creates a folder.
  func makeFolder(_ path: WebDAVPath) async throws {
    try await accounts.makeFolder(path.text, of: connection.id, account)
  }

  /// Deletes a file, or a folder with everything in it.
  func delete(_ path: WebDAVPath) async throws {
    try await accounts.deleteFile(path.text, of: connection.id, account)
  }

  /// Returns the content of each statistics file of the account but the one at a path of this device, one by one.
  func otherStatistics(
    than path: WebDAVPath
  ) async throws -> [@Sendable () async throws -> [UInt8]?] {
    var all: [@Sendable () async throws -> [UInt8]?] = []
    for other in try await accounts.connections(of: account) {
      for file in try await accounts.files(of: other.id, account)
      where !file.isFolder && WebDAVPath.isStatistics(file.path)
        && (other.id != connection.id || file.path != path.text)
      {
        all.append { [accounts, account] in
          try await accounts.bytes(of: file.path, other.id, account)
        }
      }
    }
    return all
  }
}
