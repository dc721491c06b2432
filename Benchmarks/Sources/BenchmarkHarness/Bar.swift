internal import Foundation

/// A figure that must be reached, as the file of bars states it.
struct Bar: Codable {
  /// What a bar compares with: another subject, another case, or both.
  struct Other: Codable {
    let `case`: String?
    let subject: String?
  }

  /// What is compared.
  enum Measure: String, Codable {
    case median = "median_ns"
    case p99 = "p99_ns"
    case count
  }

  /// A kind of run.
  enum Run: String, Codable {
    case quick
    case full
  }

  /// Where the bar comes from.
  let source: String
  let `case`: String
  let subject: String
  let measure: Measure
  /// The most that the measure may be: of the other's, or by itself.
  let atMost: Double
  /// The most that it may be in a quick run, if that differs: what holds at its size, and while others use the machine.
  let quick: Double?
  /// The only kind of run that has the case; nil if both have it.
  let only: Run?
  /// Whose measure the bar is a multiple of; nil for a figure by itself.
  let of: Other?

  static func read(_ file: URL) throws -> [Bar] {
    try JSONDecoder().decode([Bar].self, from: Data(contentsOf: file))
  }

  /// A line that says by how much the bar was missed, nil if it was reached.
  func miss(in measurements: [Measurement], isQuick: Bool) throws -> String? {
    let atMost = limit(isQuick: isQuick)
    guard let own = value(`case`, subject, in: measurements) else {
      return "missed: \(`case`) of \(subject): not measured [\(source)]"
    }
    var reference = 1.0
    var name = ""
    if let of {
      let other = (of.case ?? `case`, of.subject ?? subject)
      guard let found = value(other.0, other.1, in: measurements) else {
        return "missed: \(`case`) of \(subject): no measurement of \(other.1) for \(other.0)"
      }
      reference = found
      name = " × \(other.1)" + (of.case.map { " for \($0)" } ?? "")
    }
    guard own > atMost * reference else { return nil }
    let figure = String(format: "%.3g, at most %.3g", own / reference, atMost)
    return "missed: \(`case`) of \(subject): \(measure.rawValue) \(figure)\(name) [\(source)]"
  }

  /// The greatest part that any of `bars` has been used up to; above 1 if one is missed.
  static func worst(_ bars: [Bar], in measurements: [Measurement], isQuick: Bool) -> Double {
    bars.map { bar in
      guard let own = bar.value(bar.case, bar.subject, in: measurements) else { return 0 }
      let reference =
        bar.of.map {
          bar.value($0.case ?? bar.case, $0.subject ?? bar.subject, in: measurements) ?? 0
        }
        ?? 1
      return own / (bar.limit(isQuick: isQuick) * reference)
    }.max() ?? 0
  }

  private func limit(isQuick: Bool) -> Double { isQuick ? quick ?? atMost : atMost }

  private func value(
    _ name: String, _ subject: String, in measurements: [Measurement]
  ) -> Double? {
    guard let found = measurements.first(where: { $0.case == name && $0.subject == subject }) else {
      return nil
    }
    switch measure {
    case .median: return found.medianNanoseconds
    case .p99: return found.p99Nanoseconds
    case .count: return Double(found.count)
    }
  }
}
