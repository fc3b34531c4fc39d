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

  var html: HTML {
    """
    <section class="card continue" aria-labelledby="continue"><h2 id="continue">\(today.isOpen(Reading.kind) ? "Something else" : "Continue")</h2>
    <ul class="rows">
    \(fragment: HTML(isReading ? today.reading.map(start.row) : []))
    \(fragment: HTML(isListening ? today.stories.map(listen.row) : []))
    \(fragment: isClimbing ? climb.row : nil)
    </ul>
    <div class="else">\(fragment: today.offers(Reading.kind) ? start.fold : nil)
    \(fragment: today.offers(Listening.kind) ? listen.fold : nil)
    \(fragment: isClimbing ? climb.fold : nil)</div>
    </section>
    """
  }
}
