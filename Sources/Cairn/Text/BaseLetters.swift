/// The letter without its marks, for lower-case Latin, Greek and Cyrillic letters that have one code
/// point with the mark; nil for every other scalar.
///
/// The standard library keeps its decomposition tables to itself, so the letters stand here. Within
/// these scripts a text then folds to the same letters whether its marks were composed or not.
func baseLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
  guard (0xDF..<0x1F00).contains(scalar.value) else { return nil }
  let base = baseLetters[Int(scalar.value)]
  return base == 0 ? nil : Unicode.Scalar(base)
}

/// What stands for a letter that is two letters to everyone who types it without the right keyboard.
func letterPair(_ scalar: Unicode.Scalar) -> String? {
  switch scalar {
  case "ß": "ss"
  case "æ", "ǣ", "ǽ": "ae"
  case "œ": "oe"
  case "þ": "th"
  case "ĳ": "ij"
  case "\u{FB00}": "ff"
  case "\u{FB01}": "fi"
  case "\u{FB02}": "fl"
  default: nil
  }
}

private let baseLetters: [UInt16] = {
  var table = [UInt16](repeating: 0, count: 0x1F00)
  var base: UInt16 = 0
  for scalar in families.unicodeScalars {
    if scalar == "\n" {
      base = 0
    } else if base == 0 {
      base = UInt16(scalar.value)
    } else {
      table[Int(scalar.value)] = base
    }
  }
  return table
}()

/// A letter and, behind it on the same line, the letters that are this one with marks.
private let families = """
  aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ
  bḃḅḇƀ
  cçćĉċčḉ
  dďḋḍḏḑḓđð
  eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ
  fḟ
  gĝğġģǧǵḡ
  hĥȟḣḥḧḩḫẖħ
  iìíîïĩīĭįǐȉȋḭḯỉịı
  jĵǰ
  kķǩḱḳḵ
  lĺļľḷḹḻḽłŀ
  mḿṁṃ
  nñńņňǹṅṇṉṋ
  oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿ
  pṕṗ
  rŕŗřȑȓṙṛṝṟ
  sśŝşšșṡṣṥṧṩſẛ
  tţťțṫṭṯṱẗŧ
  uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự
  vṽṿ
  wŵẁẃẅẇẉẘ
  xẋẍ
  yýÿŷȳẏẙỳỵỷỹ
  zźżžẑẓẕ
  ʒǯ
  ¨΅
  ϒϓϔ
  æǣǽ
  αά
  εέ
  ηή
  ιΐίϊ
  οό
  σς
  υΰϋύ
  ωώ
  аӑӓ
  гѓ
  еѐёӗ
  жӂӝ
  зӟ
  ийѝӣӥ
  кќ
  оӧ
  уўӯӱӳ
  чӵ
  ыӹ
  эӭ
  ії
  ѵѷ
  әӛ
  өӫ
  """
