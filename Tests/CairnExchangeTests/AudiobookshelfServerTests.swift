import Cairn
import Synchronization
import Testing

@testable import CairnExchange

/// An in-process Audiobookshelf server whose list may change during a read.
final class ServerDouble: Sendable {
  private let state: Mutex<(sessions: [JSON], asked: [WebRequest], isMoving: Bool)>
  private let status: Int
  private let progress: [JSON]

  init(_ sessions: [JSON], progress: [JSON] = [], status: Int = 200, isMoving: Bool = false) {
    state = Mutex((sessions, [], isMoving))
    (self.status, self.progress) = (status, progress)
  }

  var asked: [WebRequest] { state.withLock { $0.asked } }

  func answer(_ request: WebRequest) -> WebResponse {
    state.withLock { state in
      state.asked.append(request)
      guard status == 200 else { return WebResponse(status: status, body: []) }
      guard let page = request.url.split(separator: "&page=").dropFirst().first.flatMap({ Int($0) })
      else {
        let me = JSON.members(("mediaProgress", .array(progress)))
        return WebResponse(status: 200, body: Array(me.text.utf8))
      }
      let answer = Self.page(page, of: state.sessions)
      // A running session is updated: the last one moves to the top.
      if state.isMoving, page == 0, let last = state.sessions.popLast() {
        state.sessions.insert(last.with("updatedAt", .integer(start + 90_000_000)), at: 0)
        state.isMoving = false
      }
      return answer
    }
  }

  private static func page(_ number: Int, of all: [JSON]) -> WebResponse {
    let rows = Array(all.dropFirst(number * 100).prefix(100))
    let answer = JSON.members(
      ("total", .integer(Int64(all.count))),
      ("numPages", .integer(Int64((all.count + 99) / 100))),
      ("page", .integer(Int64(number))),
      ("sessions", .array(rows))
    )
    return WebResponse(status: 200, body: Array(answer.text.utf8))
  }
}

@Suite struct `An Audiobookshelf server` {
  private func read(_ double: ServerDouble, _ address: String = "https://books.example/abs/")
    async throws -> AudiobookshelfHistory
  {
    try await AudiobookshelfServer(address, key: "secret") { double.answer($0) }.history()
  }

  private func sessions(_ count: Int) -> [JSON] {
    (0..<count).map { entry("s\($0)", at: Int64(count - $0) * 100, seconds: 60) }
  }

  @Test(arguments: [0, 1, 100, 101, 250])
  func `is read page by page`(count: Int) async throws {
    #expect(try await read(ServerDouble(sessions(count))).sessions.count == count)
  }

  @Test func `is read again if it changes in between`() async throws {
    let double = ServerDouble(sessions(250), isMoving: true)
    #expect(try await read(double).sessions.count == 250)
    #expect(double.asked.count > 5)
  }

  @Test func `receives requests below its path, with the key in no URL`() async throws {
    let double = ServerDouble(sessions(1))
    _ = try await read(double)
    #expect(
      double.asked.map(\.url) == [
        "https://books.example/abs/api/me",
        "https://books.example/abs/api/me/listening-sessions?itemsPerPage=100&page=0",
      ]
    )
    #expect(double.asked.allSatisfy { $0.bearer == "secret" && !$0.url.contains("secret") })
  }

  @Test func `reports finished books`() async throws {
    let finished = JSON.members(
      ("isFinished", .bool(true)),
      ("mediaItemId", .string("book")),
      ("finishedAt", .integer(start + 1_000_000))
    )
    let history = try await read(ServerDouble(sessions(2), progress: [finished])).history
    #expect(history.stories.flatMap(\.sessions).filter(\.isCompleted).map(\.key) == [["s0"]])
  }

  @Test(arguments: [
    (401, "remote.unauthorized"), (403, "remote.unauthorized"), (302, "remote.unexpected_status"),
    (500, "remote.unexpected_status"),
  ])
  func `that rejects a request changes nothing`(status: Int, code: String) async throws {
    let error = await #expect(throws: CairnError.self) {
      try await read(ServerDouble([], status: status))
    }
    #expect(error?.code == code)
  }

  @Test(arguments: [
    "{}", "[1]", "<html>", "", #"{"sessions":1}"#, #"{"sessions":[],"numPages":99999999}"#,
  ])
  func `is not recognised by another response`(body: String) async throws {
    let error = await #expect(throws: CairnError.self) {
      try await AudiobookshelfServer("http://x", key: "k") { request in
        let isMe = request.url.hasSuffix("/me")
        return WebResponse(status: 200, body: Array((isMe ? "{}" : body).utf8))
      }.history()
    }
    #expect(error?.code == "remote.invalid_response")
  }

  @Test(arguments: [
    "https://", "ftp://books", "https://me:secret@books", "https://books?token=1", "http://a b",
    "http://a\nb", "https://books#x",
  ])
  func `needs a valid address`(address: String) {
    let error = #expect(throws: CairnError.self) {
      try AudiobookshelfServer(address, key: "k") { _ in WebResponse(status: 200, body: []) }
    }
    #expect(error?.code == "remote.invalid_url")
  }
}
