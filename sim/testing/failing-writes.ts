import { ChangeLog } from '../store/changes.ts'

/** What a write throws that was made to fail. */
export class FailedWrite extends Error {}

/**
 * Works something out while the nth write to a table (from 1) throws: the row is in its table already, and not yet in
 * the indexes, so nothing is left in a worse state. Tells whether there were as many writes.
 */
export function withFailingWrite<T>(
  nth: number,
  work: () => T,
): { readonly result: T; readonly failed: boolean } {
  const { add, lose, addAll } = ChangeLog.prototype
  let writes = 0
  let taking = 0
  const count = (): void => {
    if (taking === 0 && ++writes === nth) throw new FailedWrite(`write ${nth} was made to fail`)
  }
  ChangeLog.prototype.add = function (change) {
    add.call(this, change)
    count()
  }
  ChangeLog.prototype.lose = function () {
    lose.call(this)
    count()
  }
  // A world that takes over a fork notes writes that happened before.
  ChangeLog.prototype.addAll = function (others, beganHere) {
    taking += 1
    try {
      addAll.call(this, others, beganHere)
    } finally {
      taking -= 1
    }
  }
  try {
    const result = work()
    return { result, failed: writes >= nth }
  } finally {
    Object.assign(ChangeLog.prototype, { add, lose, addAll })
  }
}
