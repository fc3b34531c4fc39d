import Cairn
import CairnHTML
import CairnPages

/// Asks for name and password.
struct SignInPage {
  let theme: Theme
  let next: LocalRedirect
  var name = ""
  var error: CairnError?

  var html: HTML {
    Layout(title: "Sign in", theme: theme, assets: .served, showsNavigation: false).html(
      """
      <section class="card" aria-labelledby="sign-in">
      <h1 id="sign-in">Sign in</h1>
      <form class="stop" method="post" action="/sign-in">
      <input type="hidden" name="next" value="\(next.text)">
      \(fragment: error.map { alert($0) })
      <div class="field">
      <label for="name">Name</label>
      <input id="name" name="name" autocomplete="username" autocapitalize="none" required \
      maxlength="64" value="\(name)"\(flag: "autofocus", name.isEmpty)>
      </div>
      <div class="field">
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" \
      required maxlength="128" aria-invalid="\(error == nil ? "false" : "true")" \
      aria-describedby="\(error == nil ? "" : "problem")"\(flag: "autofocus", !name.isEmpty)>
      </div>
      <button class="wide primary">Sign in</button>
      </form>
      </section>
      """
    )
  }
}
