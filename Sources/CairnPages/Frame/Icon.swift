import CairnHTML

/// A symbol of the document's sprite: a stroke in the colour of the text around it.
struct Icon {
  private let name: String

  static let book = Icon("book")
  static let headphones = Icon("headphones")
  static let mountain = Icon("mountain")
  static let clock = Icon("clock")
  static let plus = Icon("plus")
  static let play = Icon("play")
  static let pause = Icon("pause")
  static let check = Icon("check")
  static let down = Icon("down")
  static let again = Icon("again")
  static let bolt = Icon("bolt")
  static let cross = Icon("cross")

  private init(_ name: String) {
    self.name = name
  }

  var html: HTML {
    """
    <svg class="i" aria-hidden="true"><use href="#i-\(name)"/></svg>
    """
  }

  /// The symbols, once per document, so that a list repeats only their names.
  static let sprite: HTML = """
    <svg class="hidden" aria-hidden="true" focusable="false">\
    <symbol id="i-book" viewBox="0 0 24 24"><path d="M12 6.6C10.4 5.3 8 4.8 4 4.8v13.4c4 0 6.4.5 8 1.8 1.6-1.3 \
    4-1.8 8-1.8V4.8c-4 0-6.4.5-8 1.8zM12 6.6V20"/></symbol>\
    <symbol id="i-headphones" viewBox="0 0 24 24"><path d="M4 16v-3a8 8 0 0 1 16 0v3"/>\
    <rect x="3.6" y="14" width="4.4" height="6.4" rx="2"/><rect x="16" y="14" width="4.4" height="6.4" rx="2"/></symbol>\
    <symbol id="i-mountain" viewBox="0 0 24 24"><path d="M3 19 9.6 7.4l3.7 6.3 2.2-3.6L21 19z"/></symbol>\
    <symbol id="i-clock" viewBox="0 0 24 24"><circle cx="12" cy="12" r="8.4"/><path d="M12 7.4V12l3.2 2"/></symbol>\
    <symbol id="i-plus" viewBox="0 0 24 24"><path d="M12 5v14M5 12h14"/></symbol>\
    <symbol id="i-play" viewBox="0 0 24 24"><path d="M8 5.2v13.6L19 12z" fill="currentColor"/></symbol>\
    <symbol id="i-pause" viewBox="0 0 24 24"><path d="M8.5 5.5v13M15.5 5.5v13" stroke-width="3"/></symbol>\
    <symbol id="i-check" viewBox="0 0 24 24"><path d="m5 12.6 4.6 4.6L19.4 7"/></symbol>\
    <symbol id="i-down" viewBox="0 0 24 24"><path d="m5 9 7 7 7-7"/></symbol>\
    <symbol id="i-again" viewBox="0 0 24 24"><path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4.6v4.8h-4.8"/></symbol>\
    <symbol id="i-bolt" viewBox="0 0 24 24"><path d="M13 3 5.5 13.4h5.2L10 21l8-10.8h-5.6z"/></symbol>\
    <symbol id="i-cross" viewBox="0 0 24 24"><path d="m6 6 12 12M18 6 6 18"/></symbol></svg>
    """
}
