import { beforeEach, describe, expect, test } from 'vitest'
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

describe('chores of a project', () => {
  test('the repository is measured anew', () => {
    const measure = (user: string) => as(user).post('/projects/1/repository_size').status
    expect([measure('bob'), measure('carol'), measure('mallory')]).toEqual([201, 403, 404])
  })

  test('housekeeping is done once a day', () => {
    const tidy = (user: string) => as(user).post('/projects/1/housekeeping')
    expect(tidy('carol').status).toBe(403)
    const { status, json } = tidy('bob')
    expect([status, json]).toEqual([201, expect.stringMatching(/^[0-9a-f]{24}$/)])
    expect(tidy('bob')).toMatchObject({
      status: 409,
      json: {
        message: 'Somebody already triggered housekeeping for this resource in the past 1440 minutes',
      },
    })
    here.sim.clock.advance('25h')
    expect(as('bob').post('/projects/1/housekeeping', { task: 'prune' }).status).toBe(201)
  })
})
