import Cairn
import Testing

@Suite struct `The words of a text` {
  @Test(arguments: [
    ("Ender's Game", ["enders", "game"]), ("Ender’s Game", ["enders", "game"]),
    ("Catch-22", ["catch", "22"]), ("one,two;three.four", ["one", "two", "three", "four"]),
    ("3:10 to Yuma", ["3", "10", "to", "yuma"]), ("The the THE", ["the"]),
    ("Les Misérables", ["les", "miserables"]), ("(read) [2x]", ["read", "2x"]),
    ("", []), ("  \n ", []), ("?", ["?"]), ("100% Wolf", ["100", "wolf"]),
    ("吾輩は猫", ["吾", "輩", "は", "猫"]), ("Война и мир", ["воина", "и", "мир"]),
    ("a\u{0}b/c\\d", ["ab", "c", "d"]),
  ])
  func `are folded and without duplicates`(text: String, words: [String]) {
    #expect(searchWords(text) == words)
  }
}
