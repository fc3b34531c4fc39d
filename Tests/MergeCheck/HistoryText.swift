import Cairn

extension RandomHistory {
  /// The entries, what each one knew of, and what it set, to be read after a failure.
  var text: String { entries.map { text($0) }.joined(separator: "\n") }

  private func text(_ mutation: Mutation) -> String {
    let known = entries.filter { $0.id != mutation.id && mutation.knows($0) }
    let undone = mutation.undoes.map { " of \($0.shortName)" } ?? ""
    let names = known.map { $0.id.shortName }.joined(separator: " ")
    let title = "\(mutation.id.shortName) \(mutation.title)\(undone), knows: \(names)"
    return ([title] + mutation.changes.flatMap { text($0) }).joined(separator: "\n")
  }

  private func text(_ change: Change) -> [String] {
    change.set.members.map { name, value in
      let stamp = change.stamps[name].map { " under " + $0.text } ?? ""
      return "  \(change.id.shortName) \(name) = \(value)\(stamp)"
    }
  }
}
