public import Cairn

/// A client of an Audiobookshelf server that reads one person's sessions.
public struct AudiobookshelfServer: Sendable {
  private let address: String
  private let key: String
  private let transport: WebTransport

  /// The number of sessions per request, and the maximum response size in bytes.
  static let (pageSize, responseLimit) = (100, 32 << 20)
  /// The maximum number of reads of the list if it changes during a read.
  static let maximumReads = 5

  /// Creates a client for a server; throws `remote.invalid_url`.
  ///
  /// `key` is the person's API key or access token. The address may have a path below which the
  /// server runs.
  public init(
    _ address: String,
    key: String,
    transport: @escaping WebTransport
  ) throws(CairnError) {
    guard let plain = Self.plain(address) else { throw Self.noAddress(address) }
    (self.address, self.key, self.transport) = (plain, key, transport)
  }

  /// Whether a text looks like the address of a server.
  public static func isAddress(_ text: String) -> Bool {
    ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Reads all sessions and the finished items.
  ///
  /// The list is sorted by last update, so a running session moves the others. The client therefore
  /// reads the list again until its first page is stable. Throws the errors of the transport,
  /// `remote.unauthorized`, `remote.unexpected_status` and `remote.response`.
  public func history() async throws -> AudiobookshelfHistory {
    var history = AudiobookshelfHistory()
    for progress in try await me() { history.add(progress: progress) }
    for _ in 0..<Self.maximumReads {
      let first = try await page(0)
      let (_, pages) = try add(first, to: &history)
      for number in 1..<max(1, pages) { _ = try add(try await page(number), to: &history) }
      guard pages > 1, try await page(0) != first else { break }
    }
    return history
  }

  private func add(_ response: [UInt8], to history: inout AudiobookshelfHistory) throws -> (
    total: Int64, pages: Int
  ) {
    do throws(CairnError) {
      let (total, pages) = try history.add(page: response)
      guard (0...Int64(AudiobookshelfHistory.sessionLimit)).contains(total),
        (0...Int64(AudiobookshelfHistory.sessionLimit / Self.pageSize)).contains(pages)
      else { throw Self.noResponse }
      return (total, Int(pages))
    } catch {
      throw Self.noResponse
    }
  }

  private func page(_ number: Int) async throws -> [UInt8] {
    try await get("/api/me/listening-sessions?itemsPerPage=\(Self.pageSize)&page=\(number)")
  }

  /// Reads the person's progress per item.
  private func me() async throws -> [JSON] {
    let bytes = try await get("/api/me")
    guard let response = try? JSON(parsing: bytes), case .object = response else {
      throw Self.noResponse
    }
    return response["mediaProgress"]?.values ?? []
  }

  private func get(_ path: String) async throws -> [UInt8] {
    let request = WebRequest(url: address + path, bearer: key, limit: Self.responseLimit)
    let response = try await transport(request)
    guard response.body.count <= Self.responseLimit else { throw Self.noResponse }
    switch response.status {
    case 200: return response.body
    case 401, 403: throw Self.denied
    default: throw Self.status(response.status)
    }
  }
}

extension AudiobookshelfServer {
  /// Returns the address without trailing slashes; nil if invalid or with user, query or fragment.
  private static func plain(_ address: String) -> String? {
    let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && address.utf8.count <= 2_000
    guard isPlain, isAddress(address), !address.contains(where: { "@?#\"\\<>".contains($0) }) else {
      return nil
    }
    var address = address
    while address.hasSuffix("/") { address.removeLast() }
    return address.utf8.count > "https://".utf8.count - 1 ? address : nil
  }

  private static func noAddress(_ text: String) -> CairnError {
    CairnError(
      "remote.invalid_url",
      "“\(text.prefix(80))” is not a server URL.",
      hint: "Give a URL such as https://books.example.org, without a user name or a question mark."
    )
  }

  private static let denied = CairnError(
    "remote.unauthorized",
    "Audiobookshelf rejected the API key.",
    hint: "Create a new API key in its settings, for your own user. Nothing was changed."
  )

  private static func status(_ status: Int) -> CairnError {
    CairnError(
      "remote.unexpected_status",
      "The server responded with status \(status).",
      hint: "Check the URL, or try again later. Nothing was changed."
    )
  }

  private static let noResponse = CairnError(
    "remote.invalid_response",
    "The response is not from Audiobookshelf.",
    hint: "Check the URL. Nothing was changed."
  )
}
