import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The books finished in a period, and those read the longest.
struct BooksCard {
  let insights: PeriodInsights
  /// The finished books that are shown, with their authors.
  let covers: [EntryRow]
  /// The books with the most time, in order.
  let mostRead: [BookTotalRow]

  /// A phone has room for two rows of covers.
  package static let mostCovers = 14

  private var books: FinishedBooks { insights.books }
  private var count: Int { insights.finished.count }

  var html: HTML? {
    guard count > 0 || !mostRead.isEmpty else { return nil }
    return FigureCard(
      title: "Books",
      id: "books",
      definition: definition,
      table: table,
      figure: """
        \(fragment: insights.kind == nil ? figures : nil)
        \(fragment: count == 0 ? nil : shelf)
        \(fragment: mostRead.isEmpty ? nil : most)
        """
    ).html
  }

  private var definition: [String] {
    let reasons = insights.activity.amount(of: .books, in: insights.period.days).exclusions
    return [Insight.books, .pages, .pace, .ratings].map { $0.definition }
      + (reasons + insights.pace.exclusions).map { $0.sentence }
  }

  private var figures: HTML {
    let stars = books.ratings.value.map { (($0.averageHundredths + 5) / 10).tenthsText }
    return """
      <dl class="plain">
      \(fragment: Tile(count, count == 1 ? "book finished" : "books finished").html)
      \(fragment: Tile(insights.pages, "pages").html)
      \(fragment: Tile(insights.pace.value.map { $0.wholeText } ?? "–", "pages an hour").html)
      \(fragment: stars.map { Tile($0, "stars").html })
      </dl>
      """
  }

  private var shelf: HTML {
    """
    <ul class="covers">\(fragment: HTML(covers.map(cover)))</ul>
    \(fragment: count > covers.count ? rest : nil)
    """
  }

  private func cover(_ book: EntryRow) -> HTML {
    """
    <li><a class="cover" href="\(book.path)" aria-label="\(book.title)">\(fragment: GeneratedCover(book).small)</a></li>
    """
  }

  private var rest: HTML {
    """
    <p class="quiet"><a href="/shelf?status=read&amp;sort=finished">All finished books</a></p>
    """
  }

  private var most: HTML {
    "<ul class=\"rows\">\(fragment: HTML(mostRead.map(row)))</ul>"
  }

  private func row(_ row: BookTotalRow) -> HTML {
    """
    <li class="row"><div><a class="whole" href="/books/\(row.entry.record.text)"><strong><bdi>\(row.name)</bdi></strong></a>
    <span class="quiet">\(Measure.pages.counted(row.sums.amount))</span></div>
    <span class="figure">\(row.sums.time.length)</span></li>

    """
  }

  private static let mostRows = 100

  private var table: HTML? {
    guard count > 0 else { return nil }
    let stars = books.ratings.value.map { ratings in
      FigureTable(
        caption: "Ratings",
        columns: ["Stars", "Books"],
        rows: zip(1...5, ratings.stars).reversed().map {
          FigureTable.Row(name: String(repeating: "★", count: $0), cells: ["\($1)"])
        }
      ).html
    }
    return "\(fragment: finished)\(fragment: stars)"
  }

  private var finished: HTML {
    let rows = insights.finished.prefix(Self.mostRows).map { row in
      FigureTable.Row(
        name: row.title,
        path: "/books/\(row.entry.record.text)",
        cells: [
          row.finished.flatMap { PartialDay(text: $0) }.map(CalendarText.date) ?? "",
          row.pages.map { grouped($0) } ?? "–", row.rating.map { ($0 * 25).hundredthsText } ?? "–",
        ]
      )
    }
    return FigureTable(
      caption: "Finished books",
      columns: ["Book", "Finished", "Pages", "Stars"],
      rows: Array(rows)
    ).html
  }
}

/// The stories heard the longest in a period.
struct StoriesCard {
  let stories: [StoryTotalRow]

  var html: HTML? {
    guard !stories.isEmpty else { return nil }
    return """
      <section class="card" aria-labelledby="stories"><h2 id="stories">Most listened</h2>
      <ul class="rows">\(fragment: HTML(stories.map(row)))</ul>
      <p><a href="/listening">Stories, streak and milestones</a></p></section>
      """
  }

  private func row(_ row: StoryTotalRow) -> HTML {
    """
    <li class="row"><div><a class="whole" href="/stories/\(row.story.record.text)">\
    <strong><bdi>\(row.title ?? "(deleted)")</bdi></strong></a>
    <span class="quiet">\(Measure.sessions.counted(Int64(row.sums.sessions)))</span></div>
    <span class="figure">\(row.sums.time.length)</span></li>

    """
  }
}
