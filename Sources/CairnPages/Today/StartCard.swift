import Cairn
package import CairnHTML
import CairnReports

/// The card that starts a reading session: a current book with one tap, or any title.
package struct StartCard {
  package let today: Today

  private var formError: FormError? { today.formError.at(.start) }
  private var isUnclear: Bool { formError?.error.code == "reading.book_not_found" }

  /// The card of a library without a book in progress.
  package var html: HTML {
    """
    <section class="card is-read" aria-labelledby="start">
    <h2 id="start">What are you reading?</h2>
    \(fragment: another)
    </section>
    """
  }

  /// The form, folded, beside books to continue.
  var fold: HTML {
    """
    <details class="sheet inner is-read"\(flag: "open", formError != nil)><summary>Start another book</summary>
    \(fragment: another)</details>
    """
  }

  /// Returns a book that is started with one tap.
  func item(_ book: EntryRow) -> QuickStart {
    let cover = GeneratedCover(book)
    return QuickStart(
      hue: .reading,
      activity: "Reading",
      title: book.title,
      path: book.path,
      by: book.writers,
      progress: ProgressBar(book)?.html,
      picture: "<span class=\"cover\">\(fragment: cover.large)</span>",
      icon: "<span class=\"cover\">\(fragment: cover.small)</span>",
      action: ("/start", "read", FormKey(today.key, "start-\(book.shortID.text)").html),
      button: ("Start reading \(book.title)", "book", book.id.record.text)
    )
  }

  private var another: HTML {
    """
    <form class="another" method="post" action="/start" data-keep="yes" data-act="read">
    \(fragment: FormKey(today.key, "start").html)
    <div class="field">
    <label for="title">Title</label>
    <input id="title" data-key="n" name="title" list="titles" autocomplete="off" maxlength="500" required \
    value="\(formError?.typed["title"] ?? "")" aria-invalid="\(formError == nil ? "false" : "true")" \
    aria-describedby="\(formError == nil ? "" : "problem")"\(flag: "autofocus", formError != nil)>
    <datalist id="titles">\(fragment: HTML(today.titles.map(option)))</datalist>
    \(fragment: formError.map { alert($0.error) })
    \(fragment: isUnclear ? isNew : nil)
    </div>
    <button class="wide\(today.reading.isEmpty ? " primary" : "")">Start reading</button>
    </form>
    \(fragment: today.titles.isEmpty ? importLink : nil)
    """
  }

  private var importLink: HTML {
    """
    <p class="more"><a href="/import">Import books</a> <span class="quiet">from Goodreads, \
    StoryGraph, a Kindle or any list</span></p>
    """
  }

  private var isNew: HTML {
    """
    <label class="check"><input type="checkbox" name="new" value="yes"> This is a new book</label>
    """
  }

  private func option(_ title: String) -> HTML {
    """
    <option value="\(title)"></option>
    """
  }
}
