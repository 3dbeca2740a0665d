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

test('issues that a merge request mentions', () => {
  const [request] = as('carol').get('/projects/1/merge_requests?state=opened').json
  const [issue] = as('carol').get('/projects/1/issues').json
  const path = `/projects/1/merge_requests/${request.iid}`
  as('carol').post(`${path}/notes`, { body: `See #${issue.iid}, and #99999` })
  const related = as('carol').get(`${path}/related_issues`).json
  expect(related.map(({ id }: { id: number }) => id)).toContain(issue.id)
})
