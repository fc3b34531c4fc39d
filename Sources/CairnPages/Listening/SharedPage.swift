import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The public page of a share link, without links to other pages.
package struct SharedPage {
  private let shared: SharedListening
  private let theme: Theme
  private let assets: PageAssets
  /// The path of the page.
  private let path: String

  /// Creates the page.
  package init(shared: SharedListening, theme: Theme, assets: PageAssets, path: String) {
    (self.shared, self.theme, self.assets, self.path) = (shared, theme, assets, path)
  }

  private var card: SharedCard { shared.card }

  package var html: HTML {
    Layout(
      title: "Listening",
      theme: theme,
      assets: assets,
      showsNavigation: false,
      isUnlisted: true
    ).html(
      """
      <header class="head"><h1>Listening</h1><p class="quiet">\(card.period)</p></header>
      <section aria-label="Totals"><dl class="tiles four">
      \(fragment: HTML(card.figures.map { Tile($0.value, $0.name).html }))</dl></section>
      \(fragment: chart)
      \(fragment: card.lines.isEmpty ? nil : milestones)
      \(fragment: shared.titles.isEmpty ? nil : titles)
      <p class="more"><a class="button" href="\(path)/listening.svg" download="cairn-listening.svg">Save as image</a></p>
      """
    )
  }

  private var chart: HTML {
    var chart = ChartCard(chart: card.chart, measure: .minutes, id: "activity")
    chart.definition = ["The seconds of all sessions on each day, added up and rounded to minutes."]
    return chart.html
  }

  private var milestones: HTML {
    """
    <section aria-labelledby="milestones"><h2 id="milestones">Milestones</h2>
    <ul class="rows card">\(fragment: HTML(card.lines.map { "<li class=\"row\">\($0)</li>" }))</ul></section>
    """
  }

  private var titles: HTML {
    """
    <section aria-labelledby="stories"><h2 id="stories">Stories finished</h2>
    <ul class="rows card">\(fragment: HTML(shared.titles.map { "<li class=\"row\"><bdi>\($0)</bdi></li>" }))</ul></section>
    """
  }
}
