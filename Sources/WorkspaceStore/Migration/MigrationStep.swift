/// One named step by which a program brings its own data up to date.
///
/// ```swift
/// let steps = [
///   MigrationStep("split names") { changes, report in
///     let people = try changes.fetch(Person.all)
///     for (number, person) in people.enumerated() {
///       try changes.update(person.withSplitName)
///       report(Double(number) / Double(people.count))
///     }
///   }
/// ]
/// try workspace.migrate(steps) { progress in bar.value = progress.fraction }
/// ```
///
/// Schemas need no step: they grow by themselves. A step is for what records hold.
public struct MigrationStep: Sendable {
  /// The name under which the store records that the step was done; never to be changed once released.
  public let name: String
  let body: @Sendable (inout Transaction, _ report: (Double) -> Void) throws -> Void

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - name: Its name, unlike those of all other steps, also of those to come.
  ///   - body: What it does, in one transaction; it may report how much of it is done, from 0 to 1.
  public init(
    _ name: String,
    _ body: @escaping @Sendable (inout Transaction, _ report: (Double) -> Void) throws -> Void
  ) {
    self.name = name
    self.body = body
  }
}

/// How far a migration is.
public struct MigrationProgress: Sendable, Hashable {
  /// The name of the step that runs.
  public let step: String
  /// The place of the step among those that this call runs, from 0.
  public let index: Int
  /// How many steps this call runs.
  public let count: Int
  /// How much of the step is done, from 0 to 1, as it says itself.
  public let stepFraction: Double

  init(step: String, index: Int, count: Int, stepFraction: Double) {
    self.step = step
    self.index = index
    self.count = count
    // NaN counts as nothing done.
    self.stepFraction = stepFraction > 0 ? min(stepFraction, 1) : 0
  }

  /// How much of all steps is done, from 0 to 1, each counted alike.
  public var fraction: Double {
    count == 0 ? 1 : (Double(index) + stepFraction) / Double(count)
  }
}
