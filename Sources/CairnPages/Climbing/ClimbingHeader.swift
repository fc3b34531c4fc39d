package import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// The header of a running climbing session: elapsed time, readiness and counts.
package struct ClimbingHeader {
  package let row: SessionRow
  package let detail: Climbing
  package let now: Instant
  package let clock: WallClock

  private var timer: TimerState { TimerState(row.timeline) }
  package var isRunning: Bool { timer.name == "running" }

  /// The timer state, title and elapsed time.
  package var header: HTML {
    let elapsed = timer.elapsed(at: now)
    return """
      <p class="state \(timer.name)">\(isRunning ? "Climbing" : "Paused")</p>
      <h2 id="climbing"><bdi>\(row.subject)</bdi></h2>
      <p class="elapsed"><time role="timer" datetime="PT\(elapsed.count / 1_000)S" \
      data-elapsed="\(elapsed.count)" data-state="\(timer.name)">\(elapsed.timerText)</time></p>
      <p class="quiet">Started \(clock.text(row.startedAt))</p>
      """
  }

  /// Returns the header of the session's own page; without `toggle` it cannot be paused.
  ///
  /// `rested` is the time since the last attempt.
  func compact(toggle: HTML?, rested: Milliseconds?) -> HTML {
    """
    <header class="gym-top"><a class="round" href="/" aria-label="Keep it running and go to Today">\
    \(fragment: Icon.down.html)</a>
    <div><h1><bdi>\(row.subject)</bdi></h1>
    <p class="quiet"><span class="state \(timer.name)">\(isRunning ? "Climbing" : "Paused")</span> \(fragment: time)</p></div>
    \(fragment: toggle.map { pause($0) })
    <a class="button" href="#end">Finish</a></header>
    <div class="gym-facts">\(fragment: rested.map(rest))\(fragment: pills)</div>
    """
  }

  private var time: HTML {
    let elapsed = timer.elapsed(at: now)
    return """
      <time role="timer" datetime="PT\(elapsed.count / 1_000)S" data-elapsed="\(elapsed.count)" \
      data-state="\(timer.name)">\(elapsed.timerText)</time>
      """
  }

  /// A clock that counts on from the last attempt.
  private func rest(_ time: Milliseconds) -> HTML {
    """
    <p class="rested"><span>Rest</span> <time data-elapsed="\(time.count)" data-state="\(timer.name)">\(time.timerText)</time></p>
    """
  }

  private func pause(_ key: HTML) -> HTML {
    let (word, label) = isRunning ? ("pause", "Pause") : ("resume", "Resume")
    return """
      <form method="post" action="\(row.path)/\(word)" data-keep="yes" \
      data-act="\(word)" data-about="\(row.id.record.text)">\(fragment: key)
      <input type="hidden" name="back" value="\(row.path)">
      <button class="round" aria-label="\(label)">\(fragment: (isRunning ? Icon.pause : .play).html)</button></form>
      """
  }

  /// Short statistics, each a value with its label.
  package var pills: HTML {
    let (climbs, attempts) = (row.climbing?.climbs ?? 0, row.climbing?.attempts ?? 0)
    let felt = [ClimbingScale.mental, .physical].compactMap { scale in
      detail[scale].map {
        (scale.name.capitalizedFirst, "\($0)/5")
      }
    }
    let all =
      felt + [
        (climbs == 1 ? "climb" : "climbs", "\(climbs)"),
        (attempts == 1 ? "attempt" : "attempts", "\(attempts)"),
      ]
    return """
      <ul class="pills" aria-label="So far">\(fragment: HTML(all.map(pill)))</ul>
      """
  }

  private func pill(_ label: String, _ value: String) -> HTML {
    let isCount = label.first?.isLowercase ?? false
    return isCount
      ? "<li><strong>\(value)</strong> \(label)</li>"
      : "<li>\(label) <strong>\(value)</strong></li>"
  }
}
