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
    } catch {
      print(error.localizedDescription)
    }
  }

  /// Starts a session of a book.
  func tap(_ text: String) async throws {
    try await cairn.reading.start(book(text))
  }

  /// Returns a book of the shelf, or a new one.
  private func book(_ title: String) async throws -> Cairn.Book {
    let known = try await cairn.reading.books(matching: title).first { $0.title == title }
    guard let known else { return try await cairn.reading.addBook(title) }
    return known
  }
}
