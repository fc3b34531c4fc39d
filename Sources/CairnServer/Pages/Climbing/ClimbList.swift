import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// Climbs in their order, each with what was tried on it and a way to log one more attempt.
struct ClimbList {
  let climbs: [ClimbRow]
  let frame: PageFrame
  /// Whether attempts are logged with one tap.
  var isRunning = false

  var html: HTML { "<ol class=\"climbs\">\(fragment: HTML(climbs.indices.map(card)))</ol>" }

  private func card(_ place: Int) -> HTML {
    let row = climbs[place]
    return """
      <li class="card climb" id="c-\(row.shortID.text)">
      <h3><a href="\(row.path)"><bdi>\(row.climb.name ?? unnamed(place))</bdi></a>\
      \(fragment: row.climb.grade.map { " <span class=\"grade\">\($0.text)</span>" })</h3>
      \(fragment: row.send.map(sent))
      \(fragment: row.attempts.isEmpty ? nil : AttemptMarks(attempts: row.attempts).html)
      \(fragment: row.marks.isEmpty ? nil : TagWords(marks: row.marks).html)
      \(fragment: row.climb.notes.map { "<p class=\"note\">\($0)</p>" })
      \(fragment: isRunning ? buttons(row, title(place)) : nil)
      </li>

      """
  }

  private func unnamed(_ place: Int) -> String {
    let kind = climbs[place].climb.discipline.map { ", \($0.label)" } ?? ""
    return "Climb \(place + 1)\(kind)"
  }

  /// What no other climb of the list is called: with its place where it has no name, or that of
  /// another one.
  private func title(_ place: Int) -> String {
    let climb = climbs[place].climb
    let isAlone = climbs.count { $0.climb.title == climb.title } == 1
    if climb.name != nil, isAlone { return climb.title }
    let more = climb.name != nil || climb.grade != nil ? ", \(climb.title)" : ""
    return "climb \(place + 1)\(more)"
  }

  private func sent(_ send: Attempt) -> HTML {
    """
    <p class="sent">\(send.words)</p>
    """
  }

  private func buttons(_ row: ClimbRow, _ title: String) -> HTML {
    """
    <form class="tries" method="post" action="\(row.path)/attempts" data-keep="yes" \
    data-act="attempt" data-about="\(row.climb.id.record.text)">
    \(fragment: frame.key("attempt-\(row.shortID.text)"))
    <button name="result" value="try" aria-label="✗ Fell: \(title)">✗ Fell</button>
    <button name="result" value="send" class="primary" aria-label="✓ Sent: \(title)">✓ Sent</button>
    </form>
    """
  }
}

/// What helped on a climb and what hindered, in words.
struct TagWords {
  let marks: [TagMark]

  var html: HTML {
    let groups: [(TagImpact, String)] = [(.helped, "Helped: "), (.hindered, "Hindered: ")]
    let words = groups.compactMap { impact, word in
      let names = marks.filter { $0.impact == impact }.map(\.tag.name)
      return names.isEmpty ? nil : word + names.joined(separator: ", ")
    }
    return "<p class=\"quiet\">\(words.joined(separator: ". ")).</p>"
  }
}

/// Attempts as signs, each of its own shape, with words for those who do not see them.
struct AttemptMarks {
  let attempts: [Attempt]

  var html: HTML {
    """
    <ul class="marks" aria-label="\(attempts.count) attempt\(attempts.count == 1 ? "" : "s")">\
    \(fragment: HTML(attempts.map(mark)))</ul>
    """
  }

  private func mark(_ attempt: Attempt) -> HTML {
    let (kind, sign) =
      switch attempt.result {
      case .sent?: ("sent", "✓")
      case .fell?: ("fell", "✗")
      default: ("unknown", "?")
      }
    return """
      <li class="mark \(kind)"><span aria-hidden="true">\(sign)</span>\
      <span class="hidden">\(attempt.words)</span></li>
      """
  }
}

extension ClimbRow {
  /// Its page.
  var path: String { "/climbs/\(climb.id.record.text)" }
}

extension ClimbingSums {
  /// `3 climbs, 2 sent`.
  var words: String { SessionSummaryText.climbed(climbs, sent: sends) }
}
