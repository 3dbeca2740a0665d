import { beforeEach, expect, test } from 'vitest'
import type { OutboundCall } from '../../lib/outbound.ts'
import { perTest } from '../../testing/per-test.ts'

let told: OutboundCall[] = []

const here = perTest({
  remoteHost: (call) => {
    told.push(call)
    return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
  },
})

beforeEach(() => {
  told = []
})

const as = (user?: string) => here.as(user)

test('releases of a group', () => {
  as('bob').post('/projects/1/releases', { tag_name: 'v1.0.0', description: 'One' })
  as('bob').post('/projects/3/releases', { tag_name: 'r1', ref: 'main', description: 'Two' })
  const tags = (user: string, query = '') =>
    as(user)
      .get(`/groups/1/releases${query}`)
      .json.map(({ tag_name: tag }: { tag_name: string }) => tag)
  expect(tags('carol')).toEqual(expect.arrayContaining(['v1.0.0', 'r1']))
  expect(tags('carol', '?sort=asc')).toEqual([...tags('carol')].reverse())
})
