import Cairn
import CairnHTML
import CairnReports

/// What a person most likely does next, each with one tap, and below it the ways to start anything else.
struct ContinueCard {
  let today: Today

  private var start: StartCard { StartCard(today: today) }
  private var listen: ListenStart { ListenStart(today: today) }
  private var climb: ClimbStart { ClimbStart(today: today) }
  private var isReading: Bool { today.activities.contains(Reading.kind) }
  private var isListening: Bool { today.activities.contains(Listening.kind) }
  private var isClimbing: Bool { today.offers(Climbing.kind) }

  private var items: [QuickStart] {
    (isReading ? today.reading.map(start.item) : [])
      + (isListening ? today.stories.map(listen.item) : []) + (isClimbing ? [climb.item] : [])
  }

  var html: HTML {
    let (items, isElse) = (items, !today.open.isEmpty)
    return """
      <section class="continue" aria-labelledby="continue"><h2 id="continue">\(isElse ? "Something else" : "Continue")</h2>
      \(fragment: isElse ? nil : items.first?.large)
      \(fragment: others(isElse ? items[...] : items.dropFirst()))
      <div class="else">\(fragment: today.offers(Reading.kind) ? start.fold : nil)
      \(fragment: today.offers(Listening.kind) ? listen.fold : nil)
      \(fragment: isClimbing ? climb.fold : nil)</div>
      </section>
      """
  }

  private func others(_ items: ArraySlice<QuickStart>) -> HTML? {
    items.isEmpty ? nil : "<ul class=\"reel\">\(fragment: HTML(items.map { $0.small }))</ul>"
  }
}
