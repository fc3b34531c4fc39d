import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnStore

extension ClimbingEdit {
  /// Parses a form: a missing field changes nothing, an empty one clears; throws `request.field`.
  init(_ form: FormValues) throws(CairnError) {
    self.init()
    for scale in ClimbingScale.all where form[scale.name] != nil {
      let number =
        scale == .temperature ? try form.tenths(scale.name) : try form.number(scale.name)
      numbers.append((scale, number))
    }
    if let word = form["discipline"] { discipline = .some(Discipline(name: word)) }
    if let word = form["outdoor"] { isOutdoor = .some(word.isEmpty ? nil : word == "yes") }
    if let word = form["private"] { isPrivate = word != "no" }
    partners = try form.list("partners")
    conditions = form["conditions"] == nil ? nil : try form.text("conditions") ?? ""
  }
}

extension FormValues {
  /// Returns names separated by commas or semicolons; nil if the field is missing.
  func list(_ name: String) throws(CairnError) -> [String]? {
    guard self[name] != nil else { return nil }
    let parts = try text(name)?.split { $0 == "," || $0 == ";" } ?? []
    return parts.map { String($0) }.filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns a number with at most one decimal, in tenths; nil if the field is empty.
  fileprivate func tenths(_ name: String) throws(CairnError) -> Int64? {
    guard let text = try text(name, limit: 40) else { return nil }
    guard let tenths = Int64(tenths: text) else {
      throw CairnError(
        "request.field",
        "“\(text)” is not a temperature.",
        hint: "Write 12 or 12.5."
      )
    }
    return tenths
  }
}
