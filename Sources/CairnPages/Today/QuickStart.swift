import CairnHTML

/// What a person may do next, started with one tap: the first one as a large card, others as small ones.
struct QuickStart {
  let hue: Hue
  /// What starts: `Reading`.
  let activity: String
  let title: String
  /// The address of the book or story; nil without one.
  var path: String?
  /// The author, the series or the place.
  var by: HTML?
  var progress: HTML?
  /// The picture on the large card.
  let picture: HTML
  /// The picture on a small card.
  let icon: HTML
  /// The address of the form, its act offline, and its hidden inputs.
  let action: (path: String, name: String, inputs: HTML)
  /// The name of the button, and the field that it submits.
  let button: (label: String, field: String, value: String)

  var large: HTML {
    """
    <article class="card feature \(hue.name)">\(fragment: picture)<div><p class="eyebrow">\(activity)</p>
    <h3>\(fragment: name)</h3>\(fragment: by.map { "<p class=\"quiet\">\(fragment: $0)</p>" })
    \(fragment: progress)\(fragment: form("primary wide", "Start"))</div></article>
    """
  }

  var small: HTML {
    """
    <li class="card next \(hue.name)">\(fragment: icon)<div><p class="eyebrow">\(activity)</p>
    <h3>\(fragment: name)</h3></div>\(fragment: progress ?? by.map { "<p class=\"quiet\">\(fragment: $0)</p>" })
    \(fragment: form("round", ""))</li>
    """
  }

  private var name: HTML {
    path.map { "<a href=\"\($0)\"><bdi>\(title)</bdi></a>" } ?? "<bdi>\(title)</bdi>"
  }

  private func form(_ style: String, _ words: String) -> HTML {
    """
    <form method="post" action="\(action.path)" data-keep="yes" data-act="\(action.name)">\(fragment: action.inputs)
    <button class="\(style)" data-key="\(button.field == "book" ? "s" : "")" name="\(button.field)" \
    value="\(button.value)" aria-label="\(button.label)">\(fragment: Icon.play.html)\(words)</button></form>
    """
  }
}
