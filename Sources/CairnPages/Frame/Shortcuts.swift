package import CairnHTML

/// The keyboard shortcuts, listed with `?`.
package enum Shortcuts {
  package static let all: [(keys: [String], meaning: String)] =
    Section.all.map { (["g", $0.letter], "Go to \($0.name)") } + [
      (["s"], "Start or stop"), (["p"], "Pause or resume"), (["n"], "Start another book"),
      (["/"], "Search the library"), (["?"], "Show shortcuts"),
    ]

  /// The list as a closed dialog.
  package static var dialog: HTML {
    """
    <dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keyboard shortcuts</h2>
    \(fragment: list)
    <form method="dialog"><button class="wide">Close</button></form>
    </dialog>
    """
  }

  package static var list: HTML {
    """
    <dl class="keys">
    \(fragment: HTML(all.map { row($0.keys, $0.meaning) }))
    </dl>
    """
  }

  private static func row(_ keys: [String], _ meaning: String) -> HTML {
    """
    <div><dt>\(fragment: HTML(keys.map { "<kbd>\($0)</kbd> " }))</dt><dd>\(meaning)</dd></div>
    """
  }
}
