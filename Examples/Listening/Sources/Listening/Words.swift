import Foundation

/// The words of the command line: options with a value, options without, and the rest in order.
struct Words {
  private var options: [String: String] = [:]
  private var flags: Set<String> = []
  private(set) var rest: [String] = []

  init(_ words: [String]) {
    var words = words[...]
    while let word = words.popFirst() {
      if ["--server", "--folder", "--clock", "--kill", "--patience"].contains(word) {
        options[word] = words.popFirst()
      } else if word.hasPrefix("--") {
        flags.insert(word)
      } else {
        rest.append(word)
      }
    }
  }

  subscript(option: String) -> String? { options[option] }
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The word at a place behind the verb; throws when it is missing.
  func word(_ place: Int) throws -> String {
    guard rest.indices.contains(place) else { throw Usage() }
    return rest[place]
  }
}

struct Usage: Error {}
