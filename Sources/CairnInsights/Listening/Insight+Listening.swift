extension Insight {
  /// Time without overlaps.
  public static let lived = Insight(
    "lived",
    "Running time in which every moment counts once, however many sessions ran in it; the rest of "
      + "the running time ran beside it."
  )
  /// The completion rate of stories.
  public static let completion = Insight(
    "completion",
    "Stories heard to their end at least once, divided by the stories that were begun."
  )
  /// The positions at which stories are abandoned.
  public static let dropOff = Insight(
    "drop_off",
    "Stories begun and never heard to their end, by the tenth of the audio at which the listener "
      + "stopped last; where no session says the place, its running time stands for it."
  )

  /// All listening insights, in the order of their page.
  public static let ofListening = [lived, completion, dropOff]
}
