/// One numbered script that takes a store from one format to the next.
package struct Migration: Sendable {
  /// The number of the format that the script ends at, counted from 1; recorded as `user_version`.
  package let number: Int
  /// What the script makes, as recorded in `__migration`.
  package let name: String
  /// The script's text, UTF-8.
  ///
  /// Comments run from `--` to the end of the line, which no literal of a script may contain.
  package let script: [UInt8]
  /// Checksums that were recorded for the script before comments and spacing were left out of it.
  package let formerChecksums: [[UInt8]]

  /// Every script, in the order in which they run.
  package static let all: [Migration] = [
    Migration(
      number: 1, name: "catalog", script: PackageResources.M0001_catalog_sql,
      formerChecksums: [[0x1F, 0xE8, 0xF1, 0xD5, 0xFD, 0x71, 0x24, 0xC9]])
  ]
}
