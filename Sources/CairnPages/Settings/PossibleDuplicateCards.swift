import Cairn
import CairnHTML
import CairnReports

/// Possible duplicates recorded independently on two devices, on the Conflicts page.
struct PossibleDuplicateCards {
  let overlap: PossibleDuplicates
  let zones: SessionZones
  let frame: PageFrame

  var html: HTML {
    HTML((overlap.overlaps.isEmpty ? [] : [sessions]) + (overlap.books.isEmpty ? [] : [books]))
  }

  private var sessions: HTML {
    """
    <section class="stack" aria-labelledby="twice"><h2 id="twice">Overlapping sessions</h2>
    <p class="quiet">Two devices logged these sessions before they synced, and both count. Delete one, or \
    change its time.</p>
    \(fragment: HTML(overlap.overlaps.map(pair)))</section>
    """
  }

  private func pair(_ one: SessionOverlap) -> HTML {
    let rows = [one.other, one.session].map { row in
      self.row(row.path, row.subject, "\(CalendarText.day(row.day)) · \(zones.timeRange(row))")
    }
    return "<ul class=\"rows card\">\(fragment: HTML(rows))</ul>"
  }

  private var books: HTML {
    """
    <section class="stack" aria-labelledby="duplicates"><h2 id="duplicates">Possible duplicates</h2>
    <p class="quiet">Two devices added a book with the same title. Merging keeps the sessions and reads of \
    both. If they are different books, edit the title or author of one.</p>
    \(fragment: HTML(overlap.books.map(duplicates)))</section>
    """
  }

  private func duplicates(_ one: DuplicateBooks) -> HTML {
    let rows = [one.first, one.second].map { row(book: $0) }
    return """
      <div class="card stack"><ul class="rows">\(fragment: HTML(rows))</ul>
      <form method="post" action="\(one.first.path)/merge">\(fragment: frame.key("merge-\(one.second.id.record.text)"))
      <input type="hidden" name="other" value="\(one.second.id.record.text)">
      <button aria-label="Merge “\(one.first.title)”">Merge</button></form></div>
      """
  }

  private func row(book: EntryRow) -> HTML {
    let added = book.added.map { "added \($0)" }
    let words = [book.authors, book.status.label, added].compactMap { $0 }
    return row(book.path, book.title, words.joined(separator: " · "))
  }

  private func row(_ path: String, _ title: String, _ words: String) -> HTML {
    """
    <li class="row"><div><a class="whole" href="\(path)"><strong><bdi>\(title)</bdi></strong></a>
    <span class="quiet"><bdi>\(words)</bdi></span></div></li>

    """
  }
}
