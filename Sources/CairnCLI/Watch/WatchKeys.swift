import Cairn
import CairnReports

/// What the keys of `cairn watch` do: run a command, ask a question first, or edit its answer.
struct WatchKeys: Sendable {
  /// The reaction to a key.
  enum Reaction: Sendable, Equatable {
    case none, quit
    /// The words of a command line without `cairn`.
    case run([String])
  }

  /// The question that is open, or nil.
  private(set) var question: WatchQuestion?
  /// The answer typed so far.
  private(set) var answer = ""
  /// Which of several open sessions the keys apply to.
  private(set) var selection = 0

  /// The names of the keys, for the last line.
  static let help =
    "space pause  s stop  n note  b start  c continue  u undo  tab next  q quit"

  /// Returns the open session that the keys apply to; nil if none is open.
  func selected(of open: [SessionRow]) -> SessionRow? {
    open.isEmpty ? nil : open[selection % open.count]
  }

  /// Takes one key.
  mutating func take(_ key: Key, _ open: [SessionRow]) -> Reaction {
    if key == .interrupt { return .quit }
    return question == nil ? command(key, open) : edit(key)
  }

  private mutating func command(_ key: Key, _ open: [SessionRow]) -> Reaction {
    let row = selected(of: open)
    switch key {
    case .character("q"): return .quit
    case .character("u"): return .run(["undo"])
    case .character("c"): return .run(["continue"])
    case .character("b"): return ask(.subject)
    case .character("\t"):
      selection += 1
      return .none
    case .character(let letter): return row.map { command(letter, of: $0) } ?? .none
    default: return .none
    }
  }

  private mutating func command(_ letter: Character, of row: SessionRow) -> Reaction {
    switch letter {
    case " ", "p": .run(WatchCommands.toggle(row))
    case "s" where row.kind == Reading.kind || row.kind == Listening.kind: ask(.position(row))
    case "s": .run(WatchCommands.stop(row))
    case "n": ask(.note(row))
    default: .none
    }
  }

  private mutating func ask(_ question: WatchQuestion) -> Reaction {
    (self.question, answer) = (question, "")
    return .none
  }

  private mutating func edit(_ key: Key) -> Reaction {
    switch key {
    case .character(let character): answer.append(character)
    case .backspace: answer = String(answer.dropLast())
    case .escape, .interrupt: question = nil
    case .enter:
      defer { question = nil }
      return question?.words(answer).map(Reaction.run) ?? .none
    }
    return .none
  }
}
