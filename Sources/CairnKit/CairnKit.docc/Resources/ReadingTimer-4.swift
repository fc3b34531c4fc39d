import CairnKit
import Foundation

/// A reading timer: each line is a tap of its button, with the title of a book or the page that was reached.
@main struct ReadingTimer {
  let cairn: Cairn

  static func main() async {
    let file = URL(filePath: CommandLine.arguments.dropFirst().first ?? "reading.sqlite")
    do {
      let timer = ReadingTimer(cairn: try await Cairn.open(file))
      while let text = readLine() { try await timer.tap(text) }
      try await timer.showDay()
    } catch {
      print(error.localizedDescription)
    }
  }

  /// Starts a session, or resumes or stops the one that is open.
  func tap(_ text: String) async throws {
    switch try await cairn.reading.current()?.state {
    case .running: show(try await cairn.reading.stop(page: Int(text)))
    case .paused: show(try await cairn.reading.resume())
    case .ended, nil: show(try await cairn.reading.start(book(text)))
    }
  }

  /// Returns a book of the shelf, or a new one.
  private func book(_ title: String) async throws -> Cairn.Book {
    let known = try await cairn.reading.books(matching: title).first { $0.title == title }
    guard let known else { return try await cairn.reading.addBook(title) }
    return known
  }

  private func show(_ session: Cairn.Session) {
    let time = session.elapsed(at: .now).formatted(.time(pattern: .hourMinuteSecond))
    print(session.title ?? "untitled", time, session.pages.map { "\($0) pages" } ?? "")
  }

  private func showDay() async throws {
    let today = try await cairn.insights.today()
    print("sessions today: \(today.totals.sessions), streak: \(today.streak.current)")
  }
}
