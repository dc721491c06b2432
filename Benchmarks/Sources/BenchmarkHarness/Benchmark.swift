public import Foundation

/// A benchmark's run: measures cases, prints a table, and writes and checks what it measured.
public final class Benchmark {
  /// The options of this run.
  public let options: Options
  /// What was measured so far.
  public private(set) var measurements: [Measurement] = []

  private let bars: URL?

  /// Starts a run.
  ///
  /// With `--check`, a case that misses a bar is measured up to two more times, as
  /// other programs disturb a run, and the best is kept; the output and the JSON say so.
  ///
  /// - Parameters:
  ///   - options: What is run.
  ///   - bars: The file of the bars.
  public init(options: Options, bars: URL? = nil) {
    self.options = options
    self.bars = bars
    Self.show(Self.row(["case", "subject", "median", "min", "p99", "count", "ratio"]))
  }

  /// Measures the subjects of a case, one round of each in turn, so that noise hits all alike.
  ///
  /// The first round warms up and is not counted. The table's ratio is to the first subject's median.
  ///
  /// - Parameters:
  ///   - name: The case's name, parts joined by a slash; a part that is a number is its size.
  ///   - rounds: How many rounds are counted; with `--quick` a third, at least three.
  ///   - seconds: After how long no further round begins, once three were counted.
  ///   - subjects: Who does the work; the first is what the others are compared with.
  /// - Throws: What a subject throws.
  public func measure(
    _ name: String, rounds: Int = 15, seconds: Double = 10, _ subjects: [Subject]
  ) throws {
    try take(name) { try self.rounds(of: name, rounds, seconds, subjects) }
  }

  /// Adds what `run` measures for a case, the best of up to three times if it misses a bar.
  ///
  /// - Parameters:
  ///   - name: The case's name.
  ///   - run: Measures all subjects of the case once.
  /// - Throws: What `run` throws.
  public func take(_ name: String, _ run: () throws -> [Measurement]) throws {
    guard name.hasPrefix(options.filter) else { return }
    var best = try run()
    let bars = try reachableBars(of: name)
    var tries = 1
    func worst(_ found: [Measurement]) -> Double {
      Bar.worst(bars, in: found + measurements, isQuick: options.isQuick)
    }
    while tries < 3, worst(best) > 1 {
      tries += 1
      let again = try run()
      if worst(again) < worst(best) { best = again }
    }
    for (place, measurement) in best.enumerated() {
      var measurement = measurement
      measurement.tries = tries
      add(measurement, first: place == 0)
    }
    if tries > 1 { Self.show("(measured \(tries) times, as a bar was missed; the best is shown)") }
  }

  /// Whether a case, or cases that begin with this, are to run.
  public func isWanted(_ name: String) -> Bool {
    name.hasPrefix(options.filter) || options.filter.hasPrefix(name)
  }

  private func rounds(
    of name: String, _ rounds: Int, _ seconds: Double, _ subjects: [Subject]
  ) throws -> [Measurement] {
    let rounds = options.isQuick ? max(3, rounds / 3) : rounds
    let limit = options.isQuick ? seconds / 5 : seconds
    let start = ContinuousClock.now
    var times = [[Double]](repeating: [], count: subjects.count)
    var counts = [Int](repeating: 0, count: subjects.count)
    for round in 0...rounds {
      for (place, subject) in subjects.enumerated() {
        let result = try subject.round()
        counts[place] = result.count
        if round > 0 { times[place].append(result.nanoseconds) }
      }
      if round >= 3, (ContinuousClock.now - start).nanoseconds > limit * 1e9 { break }
    }
    return subjects.indices.map { place in
      Measurement(
        case: name, subject: subjects[place].name, rounds: times[place], count: counts[place])
    }
  }

  /// The bars of a case that compare it with nothing, with itself, or with a case measured before.
  private func reachableBars(of name: String) throws -> [Bar] {
    guard options.checks, let bars else { return [] }
    return try Bar.read(bars).filter { bar in
      guard let other = bar.of?.case, other != name else { return bar.case == name }
      return bar.case == name && measurements.contains { $0.case == other }
    }
  }

  /// Adds a measurement that was taken elsewhere, and prints its row.
  public func add(_ measurement: Measurement, first: Bool = true) {
    measurements.append(measurement)
    let base = measurements.last { $0.case == measurement.case && isFirst($0) } ?? measurement
    let ratio = measurement.medianNanoseconds / base.medianNanoseconds
    Self.show(
      Self.row([
        first ? measurement.case : "", measurement.subject,
        Self.time(measurement.medianNanoseconds), Self.time(measurement.minimumNanoseconds),
        Self.time(measurement.p99Nanoseconds), "\(measurement.count)",
        String(format: "%.2f×", ratio),
      ]))
  }

  private func isFirst(_ measurement: Measurement) -> Bool {
    measurements.first { $0.case == measurement.case }?.subject == measurement.subject
  }

  /// Writes what the options ask for, and ends the process: 0, or 1 if a bar was missed.
  ///
  /// - Parameter bars: The file of the bars.
  /// - Throws: When a file can't be read or written.
  public func finish(bars: URL) throws -> Never {
    if let file = options.json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(measurements).write(to: file)
    }
    if let folder = options.plot { try Plot.write(measurements, to: folder) }
    guard options.checks else { exit(0) }
    // With a filter, a bar may be of a case, or compare with one, that was not to run; else each counts.
    let run: Bar.Run = options.isQuick ? .quick : .full
    let checked = try Bar.read(bars).filter { bar in
      ([bar.case] + (bar.of?.case.map { [$0] } ?? [])).allSatisfy { $0.hasPrefix(options.filter) }
        && (bar.only == nil || bar.only == run)
    }
    let missed = try checked.compactMap {
      try $0.miss(in: measurements, isQuick: options.isQuick)
    }
    for line in missed { Self.show(line) }
    exit(missed.isEmpty ? 0 : 1)
  }

  /// Prints a line at once, also into a pipe.
  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [38, 18, 12, 12, 12, 10, 9]
    return zip(cells, widths).enumerated().map { place, pair in
      let gap = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
      return place < 2 ? pair.0 + gap : gap + pair.0
    }.joined(separator: " ")
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: String(format: "%.0f ns", nanoseconds)
    case ..<1e6: String(format: "%.2f µs", nanoseconds / 1e3)
    case ..<1e9: String(format: "%.2f ms", nanoseconds / 1e6)
    default: String(format: "%.2f s", nanoseconds / 1e9)
    }
  }
}
