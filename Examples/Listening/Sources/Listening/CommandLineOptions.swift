import Foundation

/// The command line: options with a value, flags, and positional words in order.
struct CommandLineOptions {
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

  /// Returns a positional word after the verb; throws if it is missing.
  func word(_ place: Int) throws -> String {
    guard rest.indices.contains(place) else { throw Usage() }
    return rest[place]
  }
}

struct Usage: Error {}
