import Cairn
import CairnActions

/// A story of the demo and the part of it that is played.
struct DemoStory {
  let title: String
  let author: String
  /// Length of the audio, in minutes.
  let minutes: Int64
  let series: String?
  /// The percentage that is played before listening stops.
  let percent: Int64

  init(
    _ title: String,
    _ author: String,
    _ minutes: Int64,
    series: String? = nil,
    percent: Int64 = 100
  ) {
    (self.title, self.author, self.minutes) = (title, author, minutes)
    (self.series, self.percent) = (series, percent)
  }

  /// Returns the story to add to the log.
  func new(isFavorite: Bool) -> NewStory {
    var new = NewStory(title: title)
    (new.author, new.series) = (author, series)
    new.duration = .minutes(minutes)
    new.isFavorite = isFavorite
    return new
  }

  /// Audiobooks played one after another; the last one is unfinished.
  static let long = [
    DemoStory("Alice's Adventures in Wonderland", "Lewis Carroll", 165),
    DemoStory("The Secret Garden", "Frances Hodgson Burnett", 450),
    DemoStory("The Call of the Wild", "Jack London", 195),
    DemoStory("The Adventures of Sherlock Holmes", "Arthur Conan Doyle", 650, series: "Holmes"),
    DemoStory("The Republic", "Plato", 680, percent: 14),
    DemoStory("A Christmas Carol", "Charles Dickens", 170),
    DemoStory("Pride and Prejudice", "Jane Austen", 690),
    DemoStory("Heart of Darkness", "Joseph Conrad", 245),
    DemoStory("Around the World in Eighty Days", "Jules Verne", 460),
    DemoStory("The Memoirs of Sherlock Holmes", "Arthur Conan Doyle", 560, series: "Holmes"),
    DemoStory("On the Origin of Species", "Charles Darwin", 1_380, percent: 43),
    DemoStory("Persuasion", "Jane Austen", 500),
    DemoStory("The Invisible Man", "H. G. Wells", 290),
    DemoStory("The Wonderful Wizard of Oz", "L. Frank Baum", 230),
    DemoStory("Vanity Fair", "William Makepeace Thackeray", 1_920),
    DemoStory("Don Quixote", "Miguel de Cervantes", 2_160),
  ]

  /// Short tales played repeatedly in the evening.
  static let tales = [
    ("The Frog Prince", 9), ("Rapunzel", 11), ("The Golden Goose", 12), ("Little Red Cap", 8),
    ("Hansel and Gretel", 16), ("The Bremen Town Musicians", 10), ("Rumpelstiltskin", 7),
    ("Mother Holle", 9), ("Snow White", 17), ("The Star Money", 5),
    ("The Wolf and the Seven Kids", 8), ("Briar Rose", 9), ("Jorinde and Joringel", 7),
    ("The Six Swans", 13), ("King Thrushbeard", 12), ("Iron John", 18),
  ].map { DemoStory($0.0, "Jacob and Wilhelm Grimm", Int64($0.1), series: "Grimms' Fairy Tales") }
}
