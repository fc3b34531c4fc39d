import Cairn
package import CairnHTML

/// The error and the values of a rejected form that the page no longer contains, so that the input is not lost.
package struct OrphanedFormError {
  package let formError: FormError

  package var html: HTML {
    """
    <section class="card lost" aria-labelledby="stray"><h2 id="stray">That didn’t work</h2>
    \(fragment: alert(formError.error))
    \(fragment: typed.isEmpty ? nil : list)
    \(fragment: link)
    </section>
    """
  }

  private static let fields = [
    ("title", "Title"), ("author", "Author"), ("page", "Page"), ("position", "Current position"),
    ("place", "Place"), ("partners", "Partners"), ("note", "Note"),
  ]

  private var typed: [(String, String)] {
    Self.fields.compactMap { name, words in
      formError.typed[name].flatMap { $0.isEmpty ? nil : (words, $0) }
    }
  }

  private var list: HTML {
    """
    <p>What you entered</p>
    <dl class="facts">\(fragment: HTML(typed.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }))</dl>
    """
  }

  private var link: HTML? {
    guard let session = formError.session, formError.error.code != "session.not_found" else {
      return nil
    }
    return """
      <p><a class="button wide" href="/sessions/\(session.record.text)">View session</a></p>
      """
  }
}
