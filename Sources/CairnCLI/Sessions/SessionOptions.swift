import Cairn
import CairnActions

// The options of the fields of sessions, with what only the command line has.

extension [Option] {
  /// The position in a book.
  static var position: [Option] {
    PositionInput.fields.options.map { $0.name == "percent" ? $0.showing("P") : $0 }
  }

  /// The details of listening at any time.
  static var listening: [Option] {
    ListeningEdit.fields.options.map { $0.name == "speed" ? $0.showing("TIMES") : $0 }
  }

  /// The details of climbing at any time.
  static var climbing: [Option] {
    ClimbingEdit.fields.options.flatMap { option -> [Option] in
      switch option.name {
      case "partners": [.with, .without]
      case "temperature": [option.showing("DEGREES")]
      case "humidity": [option.showing("PERCENT")]
      default: [option]
      }
    }
  }
}

extension Option {
  static var startPage: Option { Option(StartReading.page) }
  static var pageCount: Option { Option(StartReading.pageCount) }
  static var pagesRead: Option { Option(TrackReading.pages) }
  static var adjust: Option { Option(SessionStart.adjust) }
  static var allowShort: Option { Option(StopSession.allowShort) }
  static var note: Option { Option(SessionStart.note) }
  static var reason: Option { Option(EditSession.reason) }
  static var moodBefore: Option { Option(SessionContextEdit.moodBefore) }
  static var moodAfter: Option { Option(SessionContextEdit.moodAfter) }
  static var moodAtStart: Option { mood(SessionContextEdit.moodBefore) }
  static var moodAtEnd: Option { mood(SessionContextEdit.moodAfter) }
  static var place: Option { Option(SessionContextEdit.place, completion: .live("places")) }
  static var allTags: Option {
    let completion = CompletionSource.live("session-tags")
    return Option(SessionContextEdit.tags, "All its tags, or none.", completion: completion)
  }
  static var climbingLocation: Option {
    Option(SessionContextEdit.place, "The gym or crag, or none.", completion: .live("places"))
  }
  static var discipline: Option { Option(ClimbingEdit.discipline) }
  static var audioStart: Option { Option(ListeningEdit.start) }
  static var speed: Option { Option(ListeningEdit.speed).showing("TIMES") }

  fileprivate static var with: Option {
    let partners = ClimbingEdit.partners
    return Option(partners, as: "with", "A partner, or none.", completion: .live("partners"))
  }
  fileprivate static var without: Option {
    let removed = ClimbingEdit.removedPartners
    return Option(removed, as: "without", "A partner to remove.", completion: .live("partners"))
  }

  private static func mood(_ field: InputField) -> Option {
    Option(field, as: "mood", "Your mood now, from 1 (low) to 5 (high), or none.")
  }

  /// Returns the option with another placeholder in help.
  fileprivate func showing(_ placeholder: String) -> Option {
    var option = self
    option.placeholder = placeholder
    return option
  }
}
