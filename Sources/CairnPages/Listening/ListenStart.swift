import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The card that starts a listening session: a recent story with one tap, or any title.
package struct ListenStart {
  package let today: Today

  private var formError: FormError? { today.formError.at(.listenStart) }

  package var html: HTML {
    """
    <section class="card is-listen" aria-labelledby="listen"><h2 id="listen">Listen</h2>
    \(fragment: fold)</section>
    """
  }

  /// The form, folded.
  var fold: HTML {
    """
    <details class="sheet inner is-listen"\(flag: "open", formError != nil)>\
    <summary>Listen to something\(today.stories.isEmpty ? "" : " else")</summary>
    \(fragment: formError.map { alert($0.error, id: "listen-problem") })
    \(fragment: sheet)</details>
    """
  }

  /// Returns a story that is started with one tap.
  func item(_ story: StoryRow) -> QuickStart {
    let cover = GeneratedCover(title: story.title, author: story.author ?? "")
    return QuickStart(
      hue: .listening,
      activity: "Listening",
      title: story.title,
      path: story.path,
      by: story.group.map { .isolated([$0]) },
      progress: ListeningBar(story)?.html,
      picture: "<span class=\"cover square\">\(fragment: cover.square)</span>",
      icon: "<span class=\"cover square\">\(fragment: cover.square)</span>",
      action: (
        "/listening/start", "listen", FormKey(today.key, "listen-\(story.shortID.text)").html
      ),
      button: ("Listen to \(story.title)", "story", story.id.record.text)
    )
  }

  private var sheet: HTML {
    let typed = { name in formError?.typed[name] ?? "" }
    return """
      <form method="post" action="/listening/start" data-keep="yes" data-act="listen">\(fragment: FormKey(today.key, "listen").html)
      <div class="field"><label for="listenTitle">What are you listening to?</label>
      <input id="listenTitle" name="title" list="stories" autocomplete="off" maxlength="500" required \
      value="\(typed("title"))" aria-describedby="\(formError == nil ? "" : "listen-problem")">
      <datalist id="stories">\(fragment: HTML(today.storyTitles.map { "<option value=\"\($0)\"></option>" }))</datalist></div>
      \(fragment: Field.text("author", "Author (optional)", typed("author")))
      <div class="pair">\(fragment: Field.text("from", "Start position", typed("from"), hint: "1:02:03"))
      \(fragment: SpeedField.html(typed("speed")))</div>
      <button class="wide\(today.stories.isEmpty ? " primary" : "")">Start listening</button></form>
      """
  }
}

/// A progress bar of the position in a story.
package struct ListeningBar {
  private let position: Milliseconds
  private let duration: Milliseconds

  /// Returns nil if the position or duration is unknown.
  package init?(_ story: StoryRow) {
    guard let duration = story.duration, let position = story.position else { return nil }
    (self.position, self.duration) = (min(position, duration), duration)
  }

  package var html: HTML {
    """
    <span class="progress"><progress max="\(duration.wholeSeconds)" value="\(position.wholeSeconds)" \
    aria-label="At \(position.clockText) of \(duration.clockText)"></progress>
    <span class="quiet">\(position.clockText)</span></span>
    """
  }
}

/// A select of playback speeds, which includes an unusual current one.
package enum SpeedField {
  private static let presets: [Int64] = [50, 75, 100, 110, 125, 150, 175, 200, 250, 300]

  package static func html(_ chosen: String) -> HTML {
    var known = presets.map { ($0.hundredthsText, SessionSummaryText.speed($0)) }
    if !chosen.isEmpty, !known.contains(where: { $0.0 == chosen }) {
      known.append((chosen, chosen))
    }
    return Field.choice("speed", "Speed", [("", "Not set")] + known, chosen)
  }
}

extension StoryRow {
  package var path: String { "/stories/\(id.record.text)" }
}
