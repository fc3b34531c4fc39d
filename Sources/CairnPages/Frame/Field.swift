package import CairnHTML

/// Form fields: a label with an input below.
package enum Field {
  package static func text(_ name: String, _ label: String, _ value: String, hint: String = "")
    -> HTML
  {
    """
    <div class="field"><label for="\(name)">\(label)</label>
    <input id="\(name)" name="\(name)" autocomplete="off" value="\(value)" placeholder="\(hint)"></div>
    """
  }

  package static func number(_ name: String, _ label: String, _ value: String) -> HTML {
    """
    <div class="field"><label for="\(name)">\(label)</label>
    <input id="\(name)" name="\(name)" inputmode="numeric" autocomplete="off" value="\(value)"></div>
    """
  }

  package static func moment(_ name: String, _ label: String, _ value: String) -> HTML {
    """
    <div class="field"><label for="\(name)">\(label)</label>
    <input id="\(name)" name="\(name)" type="datetime-local" value="\(value)" required></div>
    """
  }
}

extension Field {
  package static func choice(
    _ name: String,
    _ label: String,
    _ all: [(String, String)],
    _ chosen: String
  ) -> HTML {
    let options = all.map { value, words -> HTML in
      """
      <option value="\(value)"\(flag: "selected", value == chosen)>\(words)</option>
      """
    }
    return """
      <div class="field"><label for="\(name)">\(label)</label>
      <select id="\(name)" name="\(name)">\(fragment: HTML(options))</select></div>
      """
  }

  package static func long(_ name: String, _ label: String, _ value: String) -> HTML {
    """
    <div class="field"><label for="\(name)">\(label)</label>
    <textarea id="\(name)" name="\(name)" rows="3">\n\(value)</textarea></div>
    """
  }
}
