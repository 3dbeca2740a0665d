import { expect, test } from 'vitest'
import { createSimulator } from '../../sim/index.ts'
import { runConform } from '../cli.ts'

const tokens = {
  owner: 'alice-token',
  admin: 'root-token',
  maintainer: 'bob-token',
  developer: 'carol-token',
}

// One of each kind that an inconvenient world could break: pages, cursors, orders, tags, lengths, records, times.
const ids = [
  'conventions/keyset-projects',
  'laws/etag/get-projects-id-milestones-milestone_id',
  'laws/head/get-projects-id-milestones-milestone_id',
  'laws/maintenance/put-projects-id-milestones-milestone_id',
  'laws/paging-links/get-projects-id-milestones',
  'laws/shape/get-projects-id-milestones-milestone_id',
  'milestones/order',
  'milestones/issues',
  'project-export/never-exported',
  'repository/tree-entries',
]

test('a squeezed simulator keeps whatever the suite asks of it', async () => {
  const server = await createSimulator({ squeeze: true, clock: 'tick' }).listen()
  let out = ''
  const write = (text: string) => {
    out += text
  }
  try {
    const options = { url: server.url, mode: 'control', tokens, ids, runs: 2, strict: true } as const
    expect(await runConform({ ...options, write, complain: write }), out).toBe(0)
    expect(out).toMatch(/^10 pass, 0 fail/m)
  } finally {
    await server.close()
  }
})
