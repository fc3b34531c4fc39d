import Cairn
package import CairnHTML
package import CairnInsights
import CairnReports

/// A number with its name, and a note below.
package struct Tile {
  private let value: String
  private let name: String
  private let note: String

  package init(_ value: String, _ name: String, _ note: String = "") {
    (self.value, self.name, self.note) = (value, name, note)
  }

  package init(_ number: some BinaryInteger, _ name: String, _ note: String = "") {
    self.init(grouped(number), name, note)
  }

  package var html: HTML {
    """
    <div class="tile"><dt>\(name)</dt><dd>\(value)</dd>\
    \(fragment: note.isEmpty ? nil : "<dd class=\"quiet\">\(note)</dd>")</div>
    """
  }
}

/// The explanation of a figure on demand: its definition, sample size and exclusions.
package struct Definition {
  private let sentences: [String]

  package init(_ sentences: [String]) {
    self.sentences = sentences
  }

  package init<Value>(_ figure: Figure<Value>, counting noun: String = "session", _ more: String...)
  {
    let basis = "Based on \(counted(figure.count, noun))."
    sentences = [figure.definition] + more + [basis] + figure.exclusions.map { $0.sentence }
  }

  package var html: HTML {
    """
    <details class="definition"><summary>How this is calculated</summary>
    \(fragment: HTML(sentences.map { "<p>\($0)</p>" }))
    </details>
    """
  }
}

extension Exclusion {
  /// A sentence such as `3 excluded: no finish date.`.
  var sentence: String { "\(count) excluded: \(reason)." }
}
