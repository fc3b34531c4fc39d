package import Cairn
import CairnSQL
import CairnStore

extension Accounts {
  /// Returns the last reported progress of a document by any connection of an account, and its book.
  ///
  /// Nil if no connection has named the document.
  package func document(
    _ name: String,
    of account: Identifier<Account>
  ) async throws -> ConnectedDocument? {
    let known = try await read(as: account) {
      try ConnectedDocumentTable.named(name, of: account, in: $0)
    }
    guard var latest = known.first(where: { $0.progress != nil }) ?? known.first else { return nil }
    latest.entry = latest.entry ?? known.compactMap(\.entry).first
    return latest
  }

  /// Returns the progress of a document that a connection reported last; nil before the first report.
  package func progress(
    in name: String,
    by connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws -> ConnectedDocument.Progress? {
    try await read(as: account) {
      try ConnectedDocumentTable.all(
        of: account,
        "AND document = \(name) AND connection = \(connection)",
        in: $0
      )
      .first?.document.progress
    }
  }

  /// Returns the documents of an account with their connections, latest first.
  package func documents(
    of account: Identifier<Account>
  ) async throws -> [(connection: Identifier<Connection>, document: ConnectedDocument)] {
    try await read(as: account) { try ConnectedDocumentTable.all(of: account, in: $0) }
  }

  /// Stores documents that a connection names; a value that one lacks keeps what is stored, except for the book.
  package func store(
    _ documents: [ConnectedDocument],
    of connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws {
    let now = environment.now()
    try await write(as: account) { database in
      for document in documents {
        try ConnectedDocumentTable.upsert(document, of: connection, at: now, in: database)
      }
      try ConnectedDocumentTable.deleteOldest(of: connection, in: database)
    }
  }

  /// Sets the book of a document, nil for none; throws `connection.document_not_found`.
  package func match(
    _ name: String,
    _ entry: Identifier<Entry>?,
    of account: Identifier<Account>
  ) async throws -> ConnectedDocument {
    try await write(as: account) { database in
      try ConnectedDocumentTable.match(name, entry, of: account, in: database)
      guard
        let document = try ConnectedDocumentTable.named(name, of: account, in: database).first
      else { throw CairnError.noDocument(name) }
      return document
    }
  }
}

extension CairnError {
  fileprivate static func noDocument(_ name: String) -> CairnError {
    CairnError(
      "connection.document_not_found",
      "No device has reported a document “\(name)”.",
      hint: "Check the list under Settings → Connections."
    )
  }
}
