import Cairn
import CairnHTML

/// The form fields of facts with their known values; empty means unknown.
struct FactFields {
  let facts: KnownFacts
  /// The values of a rejected form.
  let typed: FormValues?
  /// The label of the empty choice: `unknown`, or `same as author`.
  let empty: String

  func field(_ kind: FactKind) -> HTML {
    switch kind {
    case _ where kind.isChosen: choice(kind)
    case .accessibility: text(kind, hint: "features with commas between, or none")
    case .originalLanguage: text(kind, hint: "English, de, other")
    case .birthYear, .deathYear: Field.number(kind.name, title(kind), value(kind))
    default: text(kind, hint: "")
    }
  }

  /// Returns hidden inputs with the original values of the given kinds.
  func shown(_ kinds: [FactKind]) -> HTML {
    HTML(kinds.map { kind in OriginalValues.html([kind.name], typed) { _ in own(kind) } })
  }

  private func title(_ kind: FactKind) -> String { kind.title }

  private func value(_ kind: FactKind) -> String { typed?[kind.name] ?? own(kind) }

  /// Returns the known value as form input; a custom language keeps its `other` prefix.
  private func own(_ kind: FactKind) -> String {
    guard let known = facts.value(kind) else { return "" }
    return kind.isChosen || known.hasPrefix("other") ? known : kind.label(of: known)
  }

  private func text(_ kind: FactKind, hint: String) -> HTML {
    Field.text(kind.name, title(kind), value(kind), hint: hint)
  }

  private func choice(_ kind: FactKind) -> HTML {
    let chosen = value(kind)
    let all = [("", empty)] + kind.choices.map { ($0.value, $0.label) }
    let options = all.map { value, label -> HTML in
      "<option value=\"\(value)\"\(flag: "selected", value == chosen)>\(label)</option>"
    }
    return """
      <div class="field"><label for="\(kind.name)">\(title(kind))</label>
      <select id="\(kind.name)" name="\(kind.name)">\(fragment: HTML(options))</select></div>
      """
  }
}

extension Fact {
  /// The source of the fact; nil if it is the person.
  var sourceLabel: String? {
    switch source {
    case .me: nil
    case .imported: DiversityText.imported
    case .inferred: DiversityText.inferred
    default: source.name
    }
  }
}

extension FactKind {
  /// Whether the value comes from a list instead of free text.
  fileprivate var isChosen: Bool { [.region, .gender, .ownVoices].contains(self) }
}
