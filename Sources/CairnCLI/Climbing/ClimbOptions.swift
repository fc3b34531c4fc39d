import Cairn
import CairnActions

extension [Option] {
  /// Options that describe one climb.
  static var climb: [Option] {
    [
      Option(ClimbEdit.scale, "The grade scale, if not your usual one.", placeholder: "SCALE"),
      Option(ClimbEdit.discipline, as: "discipline"),
      Option(ClimbEdit.style, placeholder: "STYLE"), Option(ClimbEdit.pitches),
      Option(
        ClimbEdit.angle,
        "The board angle in degrees: 40. Each angle is a route of its own.",
        placeholder: "DEGREES"
      ), Option(ClimbEdit.notes, as: "note"),
      .tag(ClimbEdit.helped, "helped", "What helped: crimp, slab."),
      .tag(ClimbEdit.hindered, "hindered", "What got in the way."),
    ]
  }
}

extension Option {
  /// Removes a tag.
  static var untag: Option { tag(ClimbEdit.unmarked, "untag", "Remove a tag.") }

  fileprivate static func tag(_ field: InputField, _ name: String, _ help: String) -> Option {
    Option(field, as: name, help, placeholder: "TAG", completion: .live("climb-tags"))
  }
}
