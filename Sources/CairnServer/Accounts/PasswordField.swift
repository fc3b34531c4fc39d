import CairnHTTP

/// A field of a form that takes a password.
enum PasswordField {
  /// For the one there is.
  static func current(_ name: String, _ label: String) -> HTML {
    """
    <div class="field">
    <label for="\(name)">\(label)</label>
    <input id="\(name)" name="\(name)" type="password" autocomplete="current-password" required \
    maxlength="128">
    </div>
    """
  }

  /// For one that is chosen.
  static func new(_ name: String, _ label: String) -> HTML {
    """
    <div class="field">
    <label for="\(name)">\(label)</label>
    <input id="\(name)" name="\(name)" type="password" autocomplete="new-password" required \
    minlength="8" maxlength="128" aria-describedby="\(name)-rule">
    <span class="quiet" id="\(name)-rule">At least 8 characters; several words are good.</span>
    </div>
    """
  }
}
