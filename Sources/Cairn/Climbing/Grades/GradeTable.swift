/// The grades of each scale, easiest first, with scores for comparing them with other scales.
///
/// The data is from OpenBeta's sandbag (`src/data/routes.csv` and `boulder.csv`, MIT, see
/// `NOTICE.md`), which gives each grade a range of scores from 0 to 107. The number after `=` is the
/// last score of a grade; its first score follows the last one of the row before. `/` is a row
/// between two grades. A dot marks a grade that is accepted but not offered. Cairn adds the grades
/// without `=`: people climb them, but the table has no row for them.
enum GradeTable {
  static let v = GradeLadder(
    """
    .b-=11 b=23 .b+=35 0-=39 0=43 0+=47 1=52 2=57 3=62 4=67 5=70 6=73 7=76 8=79 9=81 10=83 11=85
    12=87 13=89 14=91 15=93 16=95 17=97 .18=99 .19=101 .20=103 .21=105 .22=107
    """,
    of: .v
  )

  static let font = GradeLadder(lettered + " .9a+=99 .9b=101 .9b+=103 .9c=105 .9c+=107", of: .font)

  static let yds = GradeLadder(
    """
    0=11 1=17 2=21 3=25 4=30 5=35 6=40 7=45 8=51 9=56 9+ 10a=61 10b=63 10c=65 10d=66
    11a=68 11b=70 11c=72 11d=74 12a=75 12b=77 12c=79 12d=81 13a=83 13b=85 13c=87 13d=89
    14a=91 14b=93 14c=95 14d=97 15a=99 15b=101 15c=103 15d=105 .16a=107
    """,
    of: .yds
  )

  static let french = GradeLadder(lettered + " 9a+=99 9b=101 9b+=103 9c=105 .9c+=107", of: .french)

  static let uiaa = GradeLadder(
    """
    1=11 2=23 3- 3=35 3+ 4- 4=37 4+=41 5-=45 5=49 5+=53 6-=55 6=57 6+=61 7-=63 7=65 7+=67
    /=69 8-=71 8=73 8+=75 /=77 9-=79 9=81 9+=83 10-=85 10=87 10+=89 /=91 11-=93 11=97
    /=99 11+=101 /=103 12-=105 12=107
    """,
    of: .uiaa
  )

  static let ewbank = GradeLadder(
    """
    1=4 2=9 3=10 4=11 5=14 6=17 7=21 8=23 9=25 10=30 11=32 12=35 13=40 14=43 15=45 16=51 17=56
    18=61 19=63 20=66 21=68 22=70 23=73 24=75 25=77 26=79 27=81 28=83 29=85 30=87 31=89 32=91
    33=93 34=95 35=97 36=99 37=101 38=103 39=105 .40=107
    """,
    of: .ewbank
  )

  static let saxon = GradeLadder(
    """
    1=11 2=23 3=35 4=39 5=45 6=47 7a=53 7b=57 7c=61 8a=63 8b=65 8c=67 9a=71 9b=73 9c=75
    10a=79 10b=81 10c=85 11a 11b=87 11c=91 12a=93 12b=95 12c=97 13a=99 13b=103 13c=107
    """,
    of: .saxon
  )

  /// The grades with equal scores in French (routes) and Font (boulders), as in the table.
  private static let lettered =
    """
    1a=1 .1a+=3 1b=5 .1b+=7 1c=9 .1c+=11 2a=13 .2a+=15 2b=17 .2b+=19 2c=21 .2c+=23
    3a=25 .3a+=27 3b=29 .3b+=31 3c=33 .3c+=35 4a=37 .4a+=39 4b=41 .4b+=43 4c=45 .4c+=47
    5a=49 .5a+=51 5b=53 .5b+=55 5c=57 .5c+=59 6a=61 6a+=63 6b=65 6b+=67 6c=69 6c+=71
    7a=73 7a+=75 7b=77 7b+=79 7c=81 7c+=83 8a=85 8a+=87 8b=89 8b+=91 8c=93 8c+=95
    9a=97
    """
}

extension GradeScale {
  /// The grades of this scale with their scores.
  var ladder: GradeLadder {
    switch self {
    case .v: GradeTable.v
    case .font: GradeTable.font
    case .yds: GradeTable.yds
    case .french: GradeTable.french
    case .uiaa: GradeTable.uiaa
    case .ewbank: GradeTable.ewbank
    case .saxon: GradeTable.saxon
    }
  }
}
