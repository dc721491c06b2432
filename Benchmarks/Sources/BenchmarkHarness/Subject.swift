/// One way to do a case's work.
public struct Subject {
  /// The subject's name, as tables and bars use it.
  public let name: String
  let round: () throws -> Round

  /// One run of the work.
  public struct Round {
    /// How long it took, in nanoseconds.
    public let nanoseconds: Double
    /// What the case counts.
    public let count: Int

    /// Makes a round that was timed by the subject itself.
    public init(nanoseconds: Double, count: Int) {
      self.nanoseconds = nanoseconds
      self.count = count
    }
  }

  /// Work that is timed whole; it returns what the case counts.
  public init(_ name: String, _ work: @escaping () throws -> Int) {
    self.init(timing: name) {
      let clock = ContinuousClock()
      var count = 0
      let time = try clock.measure { count = try work() }
      return Round(nanoseconds: time.nanoseconds, count: count)
    }
  }

  /// Work that times its own part, between a preparation and a check that do not count.
  public init(timing name: String, _ round: @escaping () throws -> Round) {
    self.name = name
    self.round = round
  }

  /// Work on what a preparation that is not timed has made.
  public init<State>(
    _ name: String, prepare: @escaping () throws -> State,
    work: @escaping (inout State) throws -> Int
  ) {
    self.init(timing: name) {
      var state = try prepare()
      let clock = ContinuousClock()
      var count = 0
      let time = try clock.measure { count = try work(&state) }
      return Round(nanoseconds: time.nanoseconds, count: count)
    }
  }
}

extension Duration {
  /// The duration in nanoseconds.
  public var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
