import Cairn
import CairnHTML
import CairnReports

/// The actions on a book, which depend on its status (spec/reading.md 4.1).
struct BookActions {
  let page: BookPage

  private var book: EntryRow { page.book }

  var html: HTML {
    """
    <div class="actions">
    \(fragment: start)
    \(fragment: HTML(changes.map(change)))
    </div>
    \(fragment: [.reading, .paused].contains(book.status) ? positionForm : nil)
    """
  }

  private var start: HTML {
    """
    <form method="post" action="/start" data-keep="yes" data-act="read">\(fragment: page.frame.key("start"))
    <button class="primary" data-key="s" name="book" value="\(book.id.record.text)">\(startLabel)\
    </button></form>
    """
  }

  private var startLabel: String {
    switch book.status {
    case .reading: "Start timer"
    case .paused: "Continue reading"
    case .read: "Read again"
    case .didNotFinish: "Start over"
    default: "Start reading"
    }
  }

  private var changes: [(status: ReadingStatus, words: String)] {
    switch book.status {
    case .reading: [(.read, "Finished"), (.paused, "Pause"), (.didNotFinish, "Did not finish")]
    case .paused: [(.read, "Finished"), (.didNotFinish, "Did not finish")]
    case .read: []
    case .didNotFinish: [(.toRead, "Move to shelf")]
    case .wishlist: [(.toRead, "I own it now"), (.read, "Mark as read")]
    default: [(.wishlist, "Move to wishlist"), (.read, "Mark as read")]
    }
  }

  private func change(_ to: ReadingStatus, _ words: String) -> HTML {
    """
    <form method="post" action="\(book.path)/status" data-keep="yes">\(fragment: page.frame.key(to.name))
    \(fragment: tab)<button name="status" value="\(to.name)">\(words)</button></form>
    """
  }

  /// A hidden input that returns to the current tab.
  private var tab: HTML? {
    page.isAbout ? "<input type=\"hidden\" name=\"tab\" value=\"about\">" : nil
  }

  private var positionForm: HTML {
    """
    <form class="card place" method="post" action="\(book.path)/place" \
    data-keep="yes" data-act="place" data-about="\(book.id.record.text)">
    \(fragment: page.frame.key("place"))\(fragment: tab)
    <label for="page">Current page</label>
    <div class="inline"><input id="page" name="page" inputmode="numeric" autocomplete="off" \
    value="\(book.displayedPosition?.page(in: book.pages).map { String($0) } ?? "")">
    \(fragment: book.pages.map { "<span class=\"quiet\">of \($0)</span>" })
    <button>Update</button></div>
    </form>
    """
  }
}
