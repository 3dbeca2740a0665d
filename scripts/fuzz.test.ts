import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator } from '../sim/index.ts'
import { type Campaign, LONGEST_TURN, round } from './fuzz/campaign.ts'
import { campaigns } from './fuzz/campaigns.ts'
import { planted, tells, textColumns } from './fuzz/outsiders.ts'

test.each(Object.keys(campaigns))('a short run of the campaign %s finds nothing', async (name) => {
  const campaign = campaigns[name]?.()
  try {
    expect(campaign).toBeDefined()
    expect(await campaign?.shortly(1)).toBeUndefined()
  } finally {
    await campaign?.close()
  }
})

test('a finding is the smallest input, with the seed', async () => {
  const campaign: Campaign<number> = {
    name: 'numbers',
    says: 'numbers',
    inputs: fc.nat(1000),
    size: 100,
    attempt: (n) => (n > 10 ? 'is large' : undefined),
  }
  expect(await round(campaign, 3)).toEqual({ campaign: 'numbers', seed: 3, says: 'is large', input: '11' })
})

test('a long turn is a finding', async () => {
  const busy: Campaign<null> = {
    name: 'busy',
    says: 'busy',
    inputs: fc.constant(null),
    size: 1,
    attempt: () => {
      const { user } = process.cpuUsage()
      while (process.cpuUsage().user - user < LONGEST_TURN * 1200);
      return undefined
    },
  }
  expect((await round(busy, 1))?.says).toMatch(/^a turn took \d+ ms$/)
})

test('the canary is in every column of texts of the closed project', () => {
  const done = planted(createSimulator({ outbound: 'off' }))
  expect(textColumns().filter((column) => !done.has(column))).toEqual([])
})

test('members of the closed project see the canary', () => {
  const sim = createSimulator()
  planted(sim)
  const get = (token: string) =>
    sim.handle({
      method: 'GET',
      url: '/api/v4/projects/acme%2Fwebapp/issues',
      headers: { 'private-token': token },
    })
  expect([tells(get('alice-token')), tells(get('mallory-token'))]).toEqual([true, false])
})
