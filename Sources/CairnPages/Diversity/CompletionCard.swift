import Cairn
import CairnHTML
import CairnInsights

/// The completeness of facts as a ring with its percentage, and a link to the next question.
struct CompletionCard {
  let found: Diversity
  let view: DiversityView

  private var known: Int64 { found.knownShare ?? 0 }

  var html: HTML {
    """
    <section class="card completion" aria-labelledby="known">
    \(fragment: CompletionRing(hundredths: known).html)
    <div class="stack"><div><h2 id="known">\(percent(known)) of details filled in</h2>
    <p class="quiet">\(view.text(of: found.books.count)).</p></div>
    \(fragment: known < 10_000 ? ask : complete)
    \(fragment: Definition(found.completeness, counting: "book").html)</div></section>
    """
  }

  private var ask: HTML {
    "<p class=\"actions\"><a class=\"button primary\" href=\"/ask\">Answer a question</a></p>"
  }

  private var complete: HTML { "<p>Everything is filled in.</p>" }
}

/// A share as a ring with its percentage inside.
struct CompletionRing {
  let hundredths: Int64

  /// The circumference is 100 units, so that a stroke length is a percentage.
  var html: HTML {
    """
    <svg class="ring" viewBox="0 0 96 96" role="img" aria-label="\(percent(hundredths)) known">
    <circle class="ring-whole" cx="48" cy="48" r="40" fill="none" stroke-width="10"/>
    \(fragment: hundredths > 0 ? part : nil)
    <text x="48" y="54" text-anchor="middle" font-size="18">\(percent(hundredths))</text></svg>
    """
  }

  private var part: HTML {
    """
    <circle class="ring-part" cx="48" cy="48" r="40" fill="none" stroke-width="10" \
    pathLength="100" stroke-dasharray="\(max(1, hundredths / 100)) 100" \
    transform="rotate(-90 48 48)"/>
    """
  }
}
