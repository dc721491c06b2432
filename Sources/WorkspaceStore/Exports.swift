@_exported public import SnapshotDiff
