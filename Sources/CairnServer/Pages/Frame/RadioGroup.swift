import CairnHTTP

/// One of some choices, each large enough for a thumb; the first says nothing, so that a choice can
/// be taken back.
struct RadioGroup {
  /// A choice: what is sent, what is read, and what is said beside it.
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
  /// Whether the choices are numbers, which stand in rows of five.
  var areNumbers = false

  var html: HTML {
    """
    <fieldset class="picks\(areNumbers ? " numbers" : "")"><legend>\(label)</legend>
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
