import { expect, test } from 'vitest'
import { credentials, firstToken } from './credentials.ts'
import { prepared } from './launch.ts'

test('the named users of the demo world come first, whatever surrounds them', async () => {
  for (const settings of [{}, { seed: 99, scale: 2 }]) {
    const simulator = await prepared(settings)
    const named = credentials(simulator.world, simulator.now()).slice(0, 9)
    expect(named.map(({ user, token, who }) => [user, token, who])).toEqual([
      ['root', 'root-token', 'administrator'],
      ['alice', 'alice-token', 'owner of acme'],
      ['bob', 'bob-token', 'maintainer of acme'],
      ['carol', 'carol-token', 'developer of acme'],
      ['dave', 'dave-token', 'reporter of acme'],
      ['erin', 'erin-token', 'guest of acme'],
      ['mallory', 'mallory-token', 'member of nothing'],
      ['frank', 'frank-token', 'blocked'],
      ['grace', 'grace-token', 'private profile, member of nothing'],
    ])
  }
})

test('tokens that are revoked, expired or too weak are not offered', async () => {
  const { world } = await prepared({ world: ['empty'] })
  const token = world.tokens.require(1)
  expect(firstToken(world, 0)).toBe('root-token')
  for (const change of [{ revoked: true }, { expiresAt: 1000 }, { scopes: ['read_api'] as const }]) {
    world.tokens.put({ ...token, ...change })
    expect(firstToken(world, 1000)).toBeUndefined()
    expect(credentials(world, 1000)).toEqual([])
  }
})
