/// One numbered script that takes a store from one format to the next.
package struct Migration: Sendable {
  /// The number of the format that the script ends at, counted from 1; recorded as `user_version`.
  package let number: Int
  /// What the script makes, as recorded in `__migration`.
  package let name: String
  /// The script's text, UTF-8.
  package let script: [UInt8]

  /// Every script, in the order in which they run.
  package static let all: [Migration] = [
    Migration(number: 1, name: "catalog", script: PackageResources.M0001_catalog_sql)
  ]
}
