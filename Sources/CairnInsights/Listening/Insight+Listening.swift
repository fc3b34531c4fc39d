extension Insight {
  /// Time without overlaps.
  public static let netTime = Insight(
    "non_overlapping",
    "Running time without overlaps: every moment counts once, even while several sessions ran."
  )
  /// The completion rate of stories.
  public static let completion = Insight(
    "completion",
    "Stories finished at least once, divided by the stories started."
  )
  /// The positions at which stories are abandoned.
  public static let dropOff = Insight(
    "drop_off",
    "Stories started and never finished, by the tenth of the audio at which listening last stopped; "
      + "without a position, running time is used instead."
  )

  /// All listening insights, in the order of their page.
  public static let ofListening = [netTime, completion, dropOff]
}
