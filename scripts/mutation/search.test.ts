import { expect, test } from 'vitest'
import type { Change } from './instrument.ts'
import type { Reach } from './reach.ts'
import { apart, halve, type Search, together } from './search.ts'
import type { Thread } from './thread.ts'
import type { Outcome, Task } from './worker.ts'

function changeOf(id: number, { file = 'sim/model/a/a.ts', start = id * 10, from = 'a' } = {}): Change {
  return { id: String(id), file, line: 1, start, mutator: 'StringLiteral', from, to: '' }
}

const five = [1, 2, 3, 4, 5].map((id) => changeOf(id))

/** All checks reach all changes. */
function reachOf(checks: readonly string[]): Reach {
  const reaching = checks.map((id) => ({ setting: 0, id, milliseconds: 1, stage: '0 stage' }))
  const none = new Set<number>()
  const numbers = Array.from({ length: 6 }, () => 1)
  return {
    checks: reaching,
    by: numbers.map(() => [...checks.keys()]),
    arranging: new Map(),
    loaded: none,
    founded: none,
    specified: none,
    most: numbers,
    total: numbers,
  }
}

/** Fails where a check is run with all changes that it notices together. */
function threadThat(notices: { readonly [check: string]: readonly (readonly number[])[] }): Thread {
  const perform = async (task: Task): Promise<Outcome> => {
    if (task.kind !== 'try') throw new Error('nothing else is asked')
    const { changes, checks } = task
    const at = checks.find((id) => notices[id]?.some((all) => all.every((it) => changes.includes(it))))
    return at === undefined ? {} : { by: at, at }
  }
  return { perform } as Thread
}

function searching(reach: Reach) {
  const found = new Map<string, string | undefined>()
  const search: Search = {
    changes: five,
    reach,
    isOver: () => false,
    found: ({ id }, { by }) => void found.set(id, by),
    skipped: () => undefined,
  }
  return { search, found }
}

test('those of a group that one check notices are found by halving', async () => {
  const { search, found } = searching(reachOf(['a/one']))
  await halve(threadThat({ 'a/one': [[2], [5]] }), five, 'calls', 0, search)
  expect(Object.fromEntries(found)).toEqual({ 2: 'a/one', 5: 'a/one' })
})

test('a group that one check notices is tried on with what is left of it', async () => {
  const { search, found } = searching(reachOf(['a/one', 'a/two', 'a/three']))
  const thread = threadThat({ 'a/one': [[3]], 'a/three': [[1], [4]] })
  await together(thread, five, 'modules', search)
  expect(Object.fromEntries(found)).toEqual({ 3: 'a/one', 1: 'a/three', 4: 'a/three' })
})

test('what is noticed together alone is parted, and hides nothing', async () => {
  const { search, found } = searching(reachOf(['a/one', 'a/two']))
  const thread = threadThat({ 'a/one': [[1, 5]], 'a/two': [[2], [4]] })
  await together(thread, five, 'modules', search)
  expect(Object.fromEntries(found)).toEqual({ 2: 'a/two', 4: 'a/two' })
})

test('no group has a change within another one', () => {
  const outer = changeOf(1, { start: 0, from: 'f(a)' })
  const inner = changeOf(2, { start: 2 })
  const beside = changeOf(3, { start: 4 })
  const elsewhere = changeOf(4, { start: 2, file: 'sim/model/b/b.ts' })
  expect(apart([outer, inner, beside, elsewhere], 3)).toEqual([[outer, beside, elsewhere], [inner]])
})
