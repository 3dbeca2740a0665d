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

test('the signature of a tag', () => {
  const signature = (tag: string) =>
    as('dave').get(`/projects/1/repository/tags/${tag}/signature`).json.message
  expect([signature('v1.0.0'), signature('no')]).toEqual(['404 Signature Not Found', '404 Tag Not Found'])
})
