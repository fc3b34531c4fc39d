package import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The climbs of a session with their attempts: in order, or newest first with buttons while it runs.
package struct ClimbList {
  package let climbs: [ClimbRow]
  package let frame: PageFrame
  /// Whether one tap logs an attempt, because the session is running.
  package var isRunning = false
  /// The number of climbs shown while it runs, the newest; nil for all.
  var window: Int?

  /// Creates the list.
  package init(climbs: [ClimbRow], frame: PageFrame, isRunning: Bool = false, window: Int? = nil) {
    (self.climbs, self.frame, self.isRunning, self.window) = (climbs, frame, isRunning, window)
  }

  package var html: HTML {
    isRunning
      ? "<ol class=\"climbs card\" reversed>\(fragment: HTML(newest.map(card)))</ol>"
      : "<ol class=\"climbs\">\(fragment: HTML(climbs.indices.map(card)))</ol>"
  }

  private var newest: [Int] { climbs.indices.suffix(window ?? climbs.count).reversed() }

  private func card(_ index: Int) -> HTML {
    let row = climbs[index]
    return """
      <li class="\(isRunning ? "" : "card ")climb" id="c-\(row.shortID.text)">
      <h3><a href="\(row.path)"><bdi>\(row.climb.name ?? unnamed(index))</bdi></a>\
      \(fragment: row.climb.grade.map { " <span class=\"grade\">\($0.text)</span>" })</h3>
      <div class="tried">\(fragment: row.attempts.isEmpty ? nil : AttemptMarks(attempts: row.attempts).html)\
      \(fragment: row.send.map(sent))</div>
      \(fragment: row.marks.isEmpty ? nil : TagSummary(marks: row.marks).html)
      \(fragment: row.climb.notes.map { "<p class=\"note\">\($0)</p>" })
      \(fragment: isRunning ? buttons(row, title(index)) : nil)
      </li>

      """
  }

  private func unnamed(_ index: Int) -> String {
    let kind = climbs[index].climb.discipline.map { ", \($0.label)" } ?? ""
    return "Climb \(index + 1)\(kind)"
  }

  /// A unique label within the list: with the climb's number if it has no name or shares it.
  private func title(_ index: Int) -> String {
    let climb = climbs[index].climb
    let isAlone = climbs.count { $0.climb.title == climb.title } == 1
    if climb.name != nil, isAlone { return climb.title }
    let more = climb.name != nil || climb.grade != nil ? ", \(climb.title)" : ""
    return "climb \(index + 1)\(more)"
  }

  private func sent(_ send: Attempt) -> HTML {
    """
    <p class="sent">\(send.label)</p>
    """
  }

  private func buttons(_ row: ClimbRow, _ title: String) -> HTML {
    """
    <form class="tries" method="post" action="\(row.path)/attempts" data-keep="yes" \
    data-act="attempt" data-about="\(row.climb.id.record.text)">
    \(fragment: frame.key("attempt-\(row.shortID.text)"))
    <button class="round" name="result" value="try" aria-label="✗ Fell: \(title)">\(fragment: Icon.cross.html)</button>
    <button class="round" name="result" value="send" aria-label="✓ Sent: \(title)">\(fragment: Icon.check.html)</button>
    </form>
    """
  }
}

/// A sentence with the tags that helped and those that hindered.
package struct TagSummary {
  package let marks: [TagMark]

  /// Creates the summary.
  package init(marks: [TagMark]) {
    self.marks = marks
  }

  package var html: HTML {
    let groups: [(TagImpact, String)] = [(.helped, "Helped: "), (.hindered, "Hindered: ")]
    let words = groups.compactMap { impact, word in
      let names = marks.filter { $0.impact == impact }.map { $0.tag.name }
      return names.isEmpty ? nil : word + names.joined(separator: ", ")
    }
    return "<p class=\"quiet\">\(words.joined(separator: ". ")).</p>"
  }
}

/// Attempts as symbols with distinct shapes, and a text for screen readers.
package struct AttemptMarks {
  package let attempts: [Attempt]

  /// Creates the marks.
  package init(attempts: [Attempt]) {
    self.attempts = attempts
  }

  package var html: HTML {
    """
    <ul class="marks" aria-label="\(counted(attempts.count, "attempt"))">\
    \(fragment: HTML(attempts.map(mark)))</ul>
    """
  }

  private func mark(_ attempt: Attempt) -> HTML {
    let (kind, sign) =
      switch attempt.result {
      case .sent? where attempt.tick?.isFirstAttempt == true: ("sent first", "✓")
      case .sent?: ("sent", "✓")
      case .fell?: ("fell", "✗")
      default: ("unknown", "?")
      }
    return """
      <li class="mark \(kind)"><span aria-hidden="true">\(sign)</span>\
      <span class="hidden">\(attempt.label)</span></li>
      """
  }
}

extension ClimbRow {
  package var path: String { "/climbs/\(climb.id.record.text)" }
}

extension ClimbingSums {
  /// `3 climbs, 2 sent`.
  package var text: String { SessionSummaryText.climbed(climbs, sent: sends) }
}
