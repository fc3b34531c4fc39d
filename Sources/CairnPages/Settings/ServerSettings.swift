package import CairnHTML

/// The account on the server, its version, and the keys of the pages.
package struct ServerSettings {
  private let person: Person?
  private let version: String

  /// Creates the settings; `person` is nil on a single-user server.
  package init(person: Person?, version: String) {
    (self.person, self.version) = (person, version)
  }

  package var html: HTML {
    """
    \(fragment: person.map { signOut($0.name) })
    <section class="card keyboard" aria-labelledby="keyboard"><h2 id="keyboard">Keyboard</h2>
    \(fragment: Shortcuts.list)</section>
    <p class="quiet">Cairn \(version)</p>
    """
  }

  private func signOut(_ name: String) -> HTML {
    """
    <section class="card" aria-labelledby="signed-in"><h2 id="signed-in">Account</h2>
    <form class="form" method="post" action="/sign-out">
    <p>Signed in as <bdi>\(name)</bdi>. <a href="/account">Sign-ins, tokens, password, your log</a> · <a href="/people">People</a></p>
    <button class="wide">Sign out</button></form></section>
    """
  }
}
