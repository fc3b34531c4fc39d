import CairnInsights
import Testing

@Suite struct `The insights page` {
  @Test func `lists every insight with the definition in the code`() {
    let rows = Page(path: "docs/insights.md").rows(under: "Insights")
    #expect(rows == Insight.all.map { [$0.name, $0.definition] })
  }
}
