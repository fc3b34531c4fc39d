import CairnKit
import Foundation

@main struct Main {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard let file = words.first else { return print("usage: timer LOG [COMMAND [WORD]]") }
    do {
      let app = TimerApp(cairn: try await Cairn.open(URL(filePath: file)))
      try await app.run(words.dropFirst().first ?? "today", words.dropFirst(2).first ?? "")
    } catch {
      print(error.localizedDescription)
      exit(1)
    }
  }
}
