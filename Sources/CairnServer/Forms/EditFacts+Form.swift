import Cairn
import CairnActions
import CairnHTML

extension EditFacts {
  /// Parses a form; an unchanged value keeps its source.
  ///
  /// An empty field clears the fact; a missing field changes nothing.
  init(
    of subject: Subject,
    _ form: FormValues,
    _ kinds: [FactKind],
    over known: KnownFacts
  ) throws(CairnError) {
    self.init(of: subject)
    for kind in kinds where form[kind.name] != nil {
      let text = try form.text(kind.name)
      let value = try text.map { word throws(CairnError) in try kind.value(typed: word) }
      if value != known.value(kind) { facts[kind] = .some(value) }
    }
  }
}
