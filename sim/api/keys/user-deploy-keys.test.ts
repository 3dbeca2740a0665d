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

test('deploy keys of a user', () => {
  const keys = as('bob').get('/users/3/project_deploy_keys').json
  expect(keys.map(({ id }: { id: number }) => id)).toEqual([4, 6])
  const refused = { message: '403 Forbidden - No common authorized project found' }
  expect(as('mallory').get('/users/3/project_deploy_keys')).toMatchObject({ status: 403, json: refused })
})
