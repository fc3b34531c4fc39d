import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// What an answer changed, with the picture as it is now.
///
/// It is what the log was told when the answer was taken, so that an address cannot say otherwise.
struct AnswerResult {
  private let told: JSON
  private let found: Diversity

  /// Nil when the address of the page names no answer.
  init?(_ context: AuthenticatedContext) async throws {
    guard let line = context.target.query["done"].flatMap({ RecordID(text: $0) }),
      let text = try await context.log.answer(of: line),
      let told = try? JSON(parsing: Array(text.utf8)),
      told["before_percent_hundredths"] != nil
    else { return nil }
    self.told = told
    found = try await Diversity(of: context.log)
  }

  private func number(_ name: String) -> Int64 {
    guard case .integer(let number)? = told[name] else { return 0 }
    return number
  }

  var html: HTML {
    let (old, new) = (number("before_percent_hundredths"), number("after_percent_hundredths"))
    let points = number("points")
    return """
      <section class="card completion" aria-labelledby="result">
      \(fragment: CompletionRing(hundredths: new).html)
      <div role="status"><h2 id="result">\(percent(old)) → \(percent(new)) known</h2>
      <p class="quiet">\(points > 0 ? "+\(points) points" : "")</p></div></section>
      \(fragment: RadarCard(chart: found.completenessChart, found: found, id: "completeness", isAlone: true).html)
      """
  }
}
