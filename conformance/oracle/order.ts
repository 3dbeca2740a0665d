/** How two records stand to each other: below zero when the first one comes first. */
export type Order<Item> = (left: Item, right: Item) => number

/** By a key, ascending; null last. */
export function ascending<Item>(key: (item: Item) => string | number | null): Order<Item> {
  return (left, right) => {
    const a = key(left)
    const b = key(right)
    if (a === b) return 0
    if (a === null) return 1
    if (b === null) return -1
    return a < b ? -1 : 1
  }
}

export function descending<Item>(key: (item: Item) => string | number | null): Order<Item> {
  const up = ascending(key)
  return (left, right) => up(right, left)
}

/** The first order that tells the two apart. */
export function first<Item>(...orders: readonly Order<Item>[]): Order<Item> {
  return (left, right) => {
    for (const order of orders) {
      const told = order(left, right)
      if (told !== 0) return told
    }
    return 0
  }
}

export function sorted<Item>(items: readonly Item[], order: Order<Item>): readonly Item[] {
  return [...items].sort(order)
}
