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

test('what nobody follows from is not followed', () => {
  const before = sim.world
  const after = before.fork()
  after.milestones.update(1, { title: 'Other' })
  const followed: string[] = []
  const noting = afterRequest.map(({ tables }) => ({
    tables,
    follow: () => atOnce(() => void followed.push(tables.join())),
  }))
  const done = { before, after, user: author(after), now: 0 }
  finished(follow(done, noting))
  expect(followed).toEqual([])
  after.ciJobs.delete(1)
  after.gitRefs.delete('none')
  finished(follow(done, noting))
  expect(followed).toEqual(['ciJobs'])
})
