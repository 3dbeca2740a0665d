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

test('an issue by its id', () => {
  const { id, iid } = as('carol').get('/projects/1/issues').json[0]
  expect(as('root').get(`/issues/${id}`).json).toMatchObject({
    id,
    iid,
    references: { full: `acme/webapp#${iid}` },
  })
  expect(as('carol').get(`/issues/${id}`).status).toBe(403)
  expect(as('root').get('/issues/99999').json).toEqual({ message: '404 Issue Not Found' })
})
