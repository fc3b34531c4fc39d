import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// What follows the last page of a book: its rating, a line about it, and what reading it took.
package struct FinishPage {
  private let frame: PageFrame
  private let book: EntryRow
  private let totals: EntryTotals
  private let paces: Paces
  /// The number of books finished in the year, this one included.
  private let ordinal: Int
  private let formError: FormError?

  /// Creates the page of a finished book.
  package init(
    frame: PageFrame,
    book: EntryRow,
    totals: EntryTotals,
    paces: Paces,
    ordinal: Int,
    formError: FormError?
  ) {
    (self.frame, self.book, self.totals) = (frame, book, totals)
    (self.paces, self.ordinal, self.formError) = (paces, ordinal, formError)
  }

  package var html: HTML {
    frame.page(
      "You finished \(book.title)",
      in: .library,
      hue: .reading,
      showing: frame.open,
      isBare: true,
      """
      <div class="finish">
      <p><a class="round" href="/" aria-label="Close">✕</a></p>
      <div class="moment"><span class="cover">\(fragment: GeneratedCover(book).large)</span>\(fragment: heap)</div>
      <div><p class="eyebrow">Your \(ordinal.ordinal) book this year</p>
      <h1>You finished <em><bdi>\(book.title)</bdi></em></h1></div>
      \(fragment: rating)
      </div>
      """
    )
  }

  private var rating: HTML {
    """
    <form class="card rate" method="post" action="\(book.path)/rate" data-keep="yes">
    \(fragment: frame.key("rate"))
    \(fragment: OriginalValues.html(["review"], formError?.typed) { _ in book.review ?? "" })
    \(fragment: formError.map { alert($0.error) })
    <div class="stars-in" role="group" aria-label="Rating">\(fragment: HTML((1...5).map(star)))</div>
    <label class="hidden" for="review">One line, for you</label>
    <textarea id="review" name="review" rows="2" placeholder="One line, for you">\n\
    \(formError?.typed["review"] ?? book.review ?? "")</textarea>
    \(fragment: facts)
    <button class="wide primary" name="done" value="yes">Save</button>
    </form>
    """
  }

  private func star(_ count: Int) -> HTML {
    let isFilled = Int64(count) * 4 <= (book.rating ?? 0) + 2
    return """
      <button name="stars" value="\(count)" class="star\(isFilled ? " filled" : "")" \
      aria-pressed="\(book.rating == Int64(count) * 4 ? "true" : "false")" \
      aria-label="\(counted(count, "star"))">★</button>
      """
  }

  private var facts: HTML {
    let pace = paces.all.value.map {
      "<div><dd>\($0.wholeText)</dd><dt>pages an hour</dt></div>" as HTML
    }
    let days = book.days.map { days -> HTML in
      "<div><dd>\(max(1, days))</dd><dt>\(days == 1 ? "day" : "days")</dt></div>"
    }
    return """
      <dl class="took"><div><dd>\(totals.time.length)</dd>\
      <dt>in \(counted(totals.sessions, "session"))</dt></div>\
      \(fragment: pace)\(fragment: days)</dl>
      """
  }

  /// The books of the year as a heap of stones, the one just finished on top.
  private var heap: HTML {
    let stones = Self.places(min(ordinal, 15)).enumerated().map { index, place -> HTML in
      let isLast = index == min(ordinal, 15) - 1
      return Stone(
        centre: place.centre,
        base: place.base,
        width: 380,
        height: 240,
        seed: UInt32(index + 1) &* 2_654_435_761
      ).html(isLast ? "f-gold drop" : "f-read")
    }
    return """
      <svg class="heap" viewBox="0 0 2000 1500" role="img" aria-label="\(counted(ordinal, "book")) this year">\
      \(fragment: HTML(stones))</svg>
      """
  }

  /// Returns where the stones lie: rows of five, four, three, two and one.
  private static func places(_ count: Int) -> [(centre: Int, base: Int)] {
    let all = (0..<5).flatMap { row in
      (0..<(5 - row)).map { (centre: 260 + row * 185 + $0 * 370, base: 1_480 - row * 250) }
    }
    return Array(all.prefix(count))
  }
}

extension Int {
  /// `1st`, `2nd`, `3rd`, `11th`.
  fileprivate var ordinal: String {
    let isTeen = (11...13).contains(self % 100)
    let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][self % 10] ?? "th"
    return "\(grouped(self))\(ending)"
  }
}
