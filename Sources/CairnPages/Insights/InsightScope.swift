import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The period and the activity of the Insights page, which stay in reach while it scrolls.
struct InsightScope {
  let period: InsightPeriod
  let kind: SessionKind?
  /// Reading, and the other kinds with sessions.
  let modules: [KindModule]

  var html: HTML {
    """
    <div class="scope">
    \(fragment: periods)
    \(fragment: period.cadence == nil ? nil : steps)
    \(fragment: ActivityChips(current: kind?.name ?? "", modules: modules) { period.path($0) }.html)
    </div>
    """
  }

  private var periods: HTML {
    let day = period.isCurrent ? period.today : period.days.upperBound
    let all = InsightPeriod.cadences.map { cadence in
      InsightPeriod(cadence, of: day, today: period.today, weekStart: period.weekStart)
    }
    let ever = InsightPeriod(allOf: nil, today: period.today, weekStart: period.weekStart)
    let links = (all + [ever]).map { one in
      (one.name.capitalizedFirst, one.path(kind), one.name == period.name)
    }
    return Tabs("Period", links).html
  }

  private var steps: HTML {
    """
    <nav class="steps" aria-label="\(period.name.capitalizedFirst)s">\(fragment: step(period.before, "‹", "prev"))\
    <strong><span class="wordy">\(period.title)</span><span class="terse" aria-hidden="true">\(period.shortTitle)\
    </span></strong>\(fragment: step(period.after, "›", "next"))</nav>
    """
  }

  private func step(_ other: InsightPeriod?, _ sign: String, _ relation: String) -> HTML {
    guard let other else { return "<span class=\"round gone\">\(sign)</span>" }
    return """
      <a class="round" rel="\(relation)" href="\(other.path(kind))" aria-label="\(other.title)">\(sign)</a>
      """
  }
}

/// The activities as chips, and Diversity, which is a view of its own.
struct ActivityChips {
  /// The name of the current kind, empty for all, or `diversity`.
  let current: String
  let modules: [KindModule]
  let path: (SessionKind?) -> String

  /// Returns the chips of a page about one activity with an address of its own, which keeps no period.
  static func html(at current: String) -> HTML {
    ActivityChips(current: current, modules: [.reading, .listening, .climbing]) { kind in
      "/insights\(kind.map { "?activity=\($0.name)" } ?? "")"
    }.html
  }

  /// Creates the chips.
  init(current: String, modules: [KindModule], path: @escaping (SessionKind?) -> String) {
    (self.current, self.modules, self.path) = (current, modules, path)
  }

  var html: HTML {
    """
    <nav class="chips run" aria-label="Activity">\(fragment: chip("", "All", path(nil), nil))\
    \(fragment: HTML(modules.map { chip($0.kind.name, $0.title, path($0.kind), Hue($0.kind)) }))\
    \(fragment: chip("diversity", "Diversity", "/insights/diversity", nil))</nav>
    """
  }

  private func chip(_ name: String, _ words: String, _ path: String, _ hue: Hue?) -> HTML {
    """
    <a class="\(hue?.name ?? "")" href="\(path)" aria-current="\(name == current ? "page" : "false")">\
    \(fragment: hue?.icon.html)\(words)</a>
    """
  }
}

extension Hue {
  /// The class of a mark on a chart, also of an activity without a hue.
  static func mark(_ kind: SessionKind) -> String {
    let name = Hue(kind).name
    return name.isEmpty ? "is-other" : name
  }
}
