/// Returns the base letter of a precomposed lower-case Latin, Greek or Cyrillic letter; nil for every
/// other scalar.
///
/// The standard library does not export its decomposition tables, so this file has its own. Within
/// these scripts, composed and decomposed text therefore folds to the same letters.
func baseLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
  guard (0xDF..<0x1F00).contains(scalar.value) else { return nil }
  let base = baseLetters[Int(scalar.value)]
  return base == 0 ? nil : Unicode.Scalar(base)
}

/// Returns the two letters that people type in place of a letter such as `ß`; nil for other scalars.
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

/// The letters by family: a base letter, followed on the same line by its forms with diacritics.
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
