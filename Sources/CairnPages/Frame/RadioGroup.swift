package import CairnHTML

/// A group of radio buttons, each large enough for a thumb; an empty choice clears the value.
package struct RadioGroup {
  /// A choice: its form value, its label and an optional remark.
  package struct Pick {
    package let value: String
    package let label: String
    package let more: String

    package init(_ value: String, _ label: String, _ more: String = "") {
      (self.value, self.label, self.more) = (value, label, more)
    }
  }

  package let name: String
  package let label: String
  package let picks: [Pick]
  package let chosen: String
  /// Whether the choices are numbers, laid out in rows of five.
  package var isNumeric = false

  /// Creates the group.
  package init(
    name: String,
    label: String,
    picks: [Pick],
    chosen: String,
    isNumeric: Bool = false
  ) {
    (self.name, self.label, self.picks) = (name, label, picks)
    (self.chosen, self.isNumeric) = (chosen, isNumeric)
  }

  package var html: HTML {
    """
    <fieldset class="picks\(isNumeric ? " numbers" : "")"><legend>\(label)</legend>
    <div>\(fragment: HTML(picks.map(button)))</div></fieldset>
    """
  }

  private func button(_ pick: Pick) -> HTML {
    """
    <label class="pick\(pick.value.isEmpty ? " unset" : "")"><input type="radio" name="\(name)" \
    value="\(pick.value)"\(flag: "checked", pick.value == chosen)><span>\(pick.label)\
    \(fragment: pick.more.isEmpty ? nil : " <small>\(pick.more)</small>")</span></label>

    """
  }
}
