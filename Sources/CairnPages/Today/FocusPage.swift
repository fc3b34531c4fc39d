package import CairnHTML
package import CairnReports

/// An open session alone on the screen: its clock, where you are, pause and stop.
package struct FocusPage {
  private let today: Today
  private let row: SessionRow

  /// Creates the page of one of the open sessions.
  package init(_ today: Today, _ row: SessionRow) {
    (self.today, self.row) = (today, row)
  }

  package var html: HTML {
    today.frame.page(
      row.subject,
      in: .today,
      hue: Hue(row.kind),
      showing: today.open,
      isBare: true,
      """
      <div class="focus" data-awake>
      <p><a class="round" href="/" aria-label="Keep it running and go to Today">\(fragment: Icon.down.html)</a></p>
      <h1 class="hidden"><bdi>\(row.subject)</bdi></h1>
      \(fragment: TodayPage(today).timer(row))
      </div>
      """
    )
  }
}
