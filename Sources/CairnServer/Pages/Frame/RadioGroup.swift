import CairnHTTP

/// A group of radio buttons, each large enough for a thumb; an empty choice clears the value.
struct RadioGroup {
  /// A choice: its form value, its label and an optional remark.
  struct Pick {
    let value: String
    let words: String
    let more: String

    init(_ value: String, _ words: String, _ more: String = "") {
      (self.value, self.words, self.more) = (value, words, more)
    }
  }

  let name: String
  let label: String
  let picks: [Pick]
  let chosen: String
  /// Whether the choices are numbers, laid out in rows of five.
  var isNumeric = false

  var html: HTML {
    """
    <fieldset class="picks\(isNumeric ? " numbers" : "")"><legend>\(label)</legend>
    <div>\(fragment: HTML(picks.map(button)))</div></fieldset>
    """
  }

  private func button(_ pick: Pick) -> HTML {
    """
    <label class="pick\(pick.value.isEmpty ? " unset" : "")"><input type="radio" name="\(name)" \
    value="\(pick.value)"\(flag: "checked", pick.value == chosen)><span>\(pick.words)\
    \(fragment: pick.more.isEmpty ? nil : " <small>\(pick.more)</small>")</span></label>

    """
  }
}
