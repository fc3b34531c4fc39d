import CairnHTML

/// A password input of a form.
enum PasswordField {
  /// Returns an input for the current password.
  static func current(_ name: String, _ label: String) -> HTML {
    """
    <div class="field">
    <label for="\(name)">\(label)</label>
    <input id="\(name)" name="\(name)" type="password" autocomplete="current-password" required \
    maxlength="128">
    </div>
    """
  }

  /// Returns an input for a new password.
  static func new(_ name: String, _ label: String) -> HTML {
    """
    <div class="field">
    <label for="\(name)">\(label)</label>
    <input id="\(name)" name="\(name)" type="password" autocomplete="new-password" required \
    minlength="8" maxlength="128" aria-describedby="\(name)-rule">
    <span class="quiet" id="\(name)-rule">At least 8 characters. Several words work well.</span>
    </div>
    """
  }
}
