import { describe, expect, test } from 'vitest'
import { createSimulator } from '../index.ts'
import { atOnce, finished } from '../lib/steps.ts'
import type { World } from '../model/world.ts'
import { type Reader, withReader } from '../store/reads.ts'
import { afterRequest, follow, followersOf } from './followers.ts'

const sim = createSimulator()
const author = (world: World) => world.users.require(2)

// Where nothing was written, each looks at all that it follows from and goes no further.
describe('a follower names the tables that it looks at', () => {
  const all = new Set([...afterRequest, ...['pipeline', 'project-import', 'fork'].flatMap(followersOf)])

  test.each([...all].map((follower) => [follower.follow.name, follower] as const))('%s', (_, follower) => {
    const before = sim.world
    const after = before.fork()
    const looked = new Set<string>()
    const reader: Reader = { row: () => {}, run: () => {}, table: (name) => looked.add(name) }
    withReader(reader, () => finished(follower.follow({ before, after, user: author(after), now: 0 })))
    expect([...looked].sort()).toEqual([...follower.tables].sort())
  })
})

describe('a follower has nothing to do for rows that were removed, unless it says so', () => {
  test.each(afterRequest.map((follower) => [follower.follow.name, follower] as const))(
    '%s',
    (_, follower) => {
      const before = sim.world
      for (const name of follower.tables) {
        if (follower.removed?.includes(name)) continue
        const after = before.fork()
        for (const { id } of before.table(name)?.all().list() ?? []) after.table(name)?.delete(id)
        const { writes } = after.changes
        finished(follower.follow({ before, after, user: author(after), now: 0 }))
        expect([name, after.changes.writes]).toEqual([name, writes])
      }
    },
  )
})

test('what nobody follows from is not followed', () => {
  const before = sim.world
  const after = before.fork()
  after.milestones.update(1, { title: 'Other' })
  const followed: string[] = []
  const noting = afterRequest.map((follower) => ({
    ...follower,
    follow: () => atOnce(() => void followed.push(follower.tables.join())),
  }))
  const done = { before, after, user: author(after), now: 0 }
  after.issues.delete(1)
  finished(follow(done, noting))
  expect(followed).toEqual([])
  after.ciJobs.update(1, { name: 'other' })
  after.gitRefs.delete('none')
  finished(follow(done, noting))
  expect(followed).toEqual(['ciJobs'])
})
