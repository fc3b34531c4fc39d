import Cairn
import CairnHTML

/// Check boxes for the activities that Today offers.
struct ActivityPicks {
  let modules: [KindModule]
  let chosen: ChosenActivities
  /// The values of a rejected form.
  let typed: FormValues?

  var html: HTML {
    """
    <fieldset class="activities"><legend>What do you want to keep track of?</legend>
    <div>\(fragment: HTML(modules.map(pick)))</div></fieldset>
    """
  }

  private func pick(_ module: KindModule) -> HTML {
    let (hue, name) = (Hue(module.kind), "activity:" + module.kind.name)
    let isChosen = typed.map { $0[name] == "yes" } ?? chosen.contains(module.kind)
    return """
      <label class="pick \(hue.name)"><input type="checkbox" name="\(name)" value="yes"\
      \(flag: "checked", isChosen)>\
      <span>\(fragment: hue.badge)<strong>\(module.title)</strong></span></label>

      """
  }
}
