extension RecordID {
  public init(derivedFrom parts: [String]) { self.init(high: 1, low: 2) }
}
