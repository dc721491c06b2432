typealias StoreItem = Stored.StoreItem
typealias StoreNote = Stored.StoreNote
