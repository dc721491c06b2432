@testable import SnapshotDiff

/// The interface of `NSDiffableDataSourceSnapshot`, as UIKit's documentation lists it, member by member.
///
/// UIKit raises an exception where `ListSnapshot` throws; names, labels, defaults and results are the same.
protocol UIKitSnapshot {
  associatedtype SectionIdentifierType: Hashable & Sendable
  associatedtype ItemIdentifierType: Hashable & Sendable

  init()

  var numberOfItems: Int { get }
  var numberOfSections: Int { get }
  var sectionIdentifiers: [SectionIdentifierType] { get }
  var itemIdentifiers: [ItemIdentifierType] { get }
  func numberOfItems(inSection identifier: SectionIdentifierType) throws -> Int
  func itemIdentifiers(inSection identifier: SectionIdentifierType) throws -> [ItemIdentifierType]
  func sectionIdentifier(
    containingItem identifier: ItemIdentifierType
  ) -> SectionIdentifierType?
  func indexOfItem(_ identifier: ItemIdentifierType) -> Int?
  func indexOfSection(_ identifier: SectionIdentifierType) -> Int?

  mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType?
  ) throws
  mutating func insertItems(
    _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
  ) throws
  mutating func insertItems(
    _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
  ) throws
  mutating func deleteItems(_ identifiers: [ItemIdentifierType]) throws
  mutating func deleteAllItems()
  mutating func moveItem(
    _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
  ) throws
  mutating func moveItem(
    _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType
  ) throws
  mutating func reloadItems(_ identifiers: [ItemIdentifierType]) throws
  mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) throws

  mutating func appendSections(_ identifiers: [SectionIdentifierType]) throws
  mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
  ) throws
  mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
  ) throws
  mutating func deleteSections(_ identifiers: [SectionIdentifierType]) throws
  mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
  ) throws
  mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
  ) throws
  mutating func reloadSections(_ identifiers: [SectionIdentifierType]) throws

  var reloadedSectionIdentifiers: [SectionIdentifierType] { get }
  var reloadedItemIdentifiers: [ItemIdentifierType] { get }
  var reconfiguredItemIdentifiers: [ItemIdentifierType] { get }
}

extension ListSnapshot: UIKitSnapshot {
  typealias SectionIdentifierType = SectionID
  typealias ItemIdentifierType = ItemID
}
