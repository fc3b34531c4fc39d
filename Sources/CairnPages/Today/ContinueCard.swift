import Cairn
import CairnHTML
import CairnReports

/// What a person most likely does next, each with one tap, and below it the ways to start anything else.
struct ContinueCard {
  let today: Today

  private var start: StartCard { StartCard(today: today) }
  private var listen: ListenStart { ListenStart(today: today) }
  private var climb: ClimbStart { ClimbStart(today: today) }
  private var isReading: Bool { today.isOpen(Reading.kind) }
  private var isListening: Bool { today.isOpen(Listening.kind) }
  private var isClimbing: Bool { today.isOpen(Climbing.kind) }

  var html: HTML {
    """
    <section class="card continue" aria-labelledby="continue"><h2 id="continue">\(isReading ? "Something else" : "Continue")</h2>
    <ul class="rows">
    \(fragment: HTML(today.reading.map(start.row)))
    \(fragment: HTML(today.stories.map(listen.row)))
    \(fragment: isClimbing ? nil : climb.row)
    </ul>
    <div class="else">\(fragment: isReading ? nil : start.fold)
    \(fragment: isListening ? nil : listen.fold)
    \(fragment: isClimbing ? nil : climb.fold)</div>
    </section>
    """
  }
}
