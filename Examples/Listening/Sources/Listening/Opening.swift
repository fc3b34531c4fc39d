import Cairn
import CairnClient
import Foundation

func open(
  server: URL,
  folder: URL,
  transport: any Transport,
  dependencies: ClientDependencies
) async throws -> ListeningClient {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return try await ListeningClient(
    outbox: folder.appending(path: "outbox.sqlite").path,
    origin: server.absoluteString,
    transport: transport,
    dependencies: dependencies,
    credentials: try SignIn(folder).load()
  )
}

/// The stored credentials of this program; an app would use the keychain.
struct SignIn {
  private let file: URL

  init(_ folder: URL) { file = folder.appending(path: "sign-in.json") }

  func load() throws -> Credentials? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(Credentials.self, from: Data(contentsOf: file))
  }

  func save(_ credentials: Credentials?) throws {
    guard let credentials else { return try FileManager.default.removeItem(at: file) }
    let owner: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    let data = try JSONEncoder().encode(credentials)
    guard FileManager.default.createFile(atPath: file.path, contents: data, attributes: owner)
    else { throw CocoaError(.fileWriteUnknown) }
  }
}
