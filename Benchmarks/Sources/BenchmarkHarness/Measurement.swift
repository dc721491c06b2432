/// What one subject took for one case.
public struct Measurement: Codable, Sendable {
  /// The case's name, parts joined by a slash.
  public let `case`: String
  /// Who did the work.
  public let subject: String
  /// The median of all rounds, in nanoseconds.
  public let medianNanoseconds: Double
  /// The fastest round, in nanoseconds.
  public let minimumNanoseconds: Double
  /// The 99th percentile of all rounds, in nanoseconds; of fewer than a hundred, the slowest.
  public let p99Nanoseconds: Double
  /// What the case counts besides time: moves, bytes, rows.
  public let count: Int
  /// How often the case was measured; this is the best.
  public internal(set) var tries = 1

  private enum CodingKeys: String, CodingKey {
    case `case`, subject, count, tries
    case medianNanoseconds = "median_ns"
    case minimumNanoseconds = "min_ns"
    case p99Nanoseconds = "p99_ns"
  }

  /// Summarises the rounds of one subject.
  ///
  /// - Precondition: There is at least one round.
  public init(case name: String, subject: String, rounds: [Double], count: Int) {
    precondition(!rounds.isEmpty, "Measurement: \(name) of \(subject) has no round")
    let sorted = rounds.sorted()
    self.case = name
    self.subject = subject
    self.count = count
    medianNanoseconds =
      (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    minimumNanoseconds = sorted[0]
    p99Nanoseconds = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
  }
}
