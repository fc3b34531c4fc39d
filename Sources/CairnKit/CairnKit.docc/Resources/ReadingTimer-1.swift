import CairnKit
import Foundation

/// A reading timer: each line is a tap of its button, with the title of a book or the page that was reached.
@main struct ReadingTimer {
  let cairn: Cairn

  static func main() async {
    let file = URL(filePath: CommandLine.arguments.dropFirst().first ?? "reading.sqlite")
    do {
      _ = ReadingTimer(cairn: try await Cairn.open(file))
    } catch {
      print(error.localizedDescription)
    }
  }
}
