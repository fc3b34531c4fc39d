import Cairn

/// Running: how far, how hard, and on what.
enum Running: FieldedKind {
  static let module = KindModule(
    "running",
    verb: "run",
    past: "ran",
    fields: [
      .number("metres", option: "distance", "Distance", in: 0...1_000_000, decimals: 3, unit: "km")
        .amount,
      .number("effort", option: "effort", "Effort", in: 1...10),
      .choice("surface", option: "surface", "Surface", of: ["road", "trail", "track"]),
    ]
  )
}
