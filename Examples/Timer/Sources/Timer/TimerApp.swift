import CairnKit
import Foundation

/// What an app for reading, climbing and listening does with a log.
struct TimerApp {
  let cairn: Cairn

  func run(_ command: String, _ word: String) async throws {
    switch command {
    case "read": show(try await cairn.reading.start(book(word)))
    case "pause": show(try await cairn.reading.pause())
    case "resume": show(try await cairn.reading.resume())
    case "stop": show(try await cairn.reading.stop(page: Int(word)))
    case "finish": print(try await cairn.reading.finish(book(word)).title, "is read")
    case "climb": show(try await cairn.climbing.start(.bouldering, mentalReadiness: 4))
    case "send": print(try await cairn.climbing.add(grade: word, sent: true).tick ?? .redpoint)
    case "leave": show(try await cairn.climbing.stop(exertion: 7, pump: 3, note: word))
    case "listened": show(try await listened(story(word)))
    case "log": for session in try await cairn.sessions.list(limit: 10) { show(session) }
    case "delete":
      for session in try await cairn.sessions.list(limit: 1) {
        try await cairn.sessions.delete(session)
      }
    case "undo": print("undone:", try await cairn.undo())
    case "sync":
      guard let server = URL(string: word) else { return print("usage: timer LOG sync URL") }
      print(try await cairn.sync(with: server, token: ""))
    case "watch": for try await today in cairn.observe(.today) { show(today) }
    default: show(try await cairn.insights.today())
    }
  }

  private func listened(_ story: Cairn.Story) async throws -> Cairn.Session {
    let lastHour = DateInterval(start: .now - 3_600, end: .now)
    return try await cairn.listening.track(story, during: lastHour, completed: true)
  }

  private func book(_ title: String) async throws -> Cairn.Book {
    let known = try await cairn.reading.books(matching: title).first { $0.title == title }
    guard let known else { return try await cairn.reading.addBook(title) }
    return known
  }

  private func story(_ title: String) async throws -> Cairn.Story {
    let known = try await cairn.listening.stories().first { $0.title == title }
    guard let known else { return try await cairn.listening.addStory(title) }
    return known
  }

  private func show(_ session: Cairn.Session) {
    let time = session.elapsed(at: .now).formatted(.time(pattern: .hourMinute))
    print(session.title ?? "untitled", time, session.pages.map { "\($0) pages" } ?? "")
  }

  private func show(_ today: Cairn.Today) {
    let (open, ended) = (today.open.count, today.totals.sessions)
    print("\(open) open, \(ended) ended, streak \(today.streak.current)")
  }
}
