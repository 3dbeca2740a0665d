import { expect, test } from 'vitest'
import { traced } from '../lib/tracing.ts'
import type { User } from '../model/users/user.ts'
import { perTest } from '../testing/per-test.ts'
import { callerFor } from './caller.ts'
import { decisionsFor } from './decisions.ts'

const here = perTest()
const NOON = Date.UTC(2024, 0, 1, 12)
const HOUR = 3_600_000

function asked(id: number, now = NOON) {
  const { world } = here.sim
  return { world, caller: { ...callerFor(world.users.require(id) as User), scopes }, now }
}
const scopes = ['api'] as const

test('decisions about a caller hold until the day ends', () => {
  const { world } = here.sim
  const fork = world.fork()
  const first = decisionsFor({ ...asked(2), world: fork })
  expect(decisionsFor({ ...asked(2, NOON + HOUR), world: fork })).toBe(first)
  expect(decisionsFor({ ...asked(2, NOON + 12 * HOUR), world: fork })).not.toBe(first)
})

test('decisions about a caller are nobody else’s, nor those of the same user with other powers', () => {
  const fork = here.sim.world.fork()
  const about = { ...asked(1), world: fork }
  const { caller } = about
  const first = decisionsFor(about)
  const others = [
    asked(2).caller,
    { ...caller, admin: !caller.admin },
    { ...caller, sudoBy: caller.user },
    { ...caller, scopes: [] },
    { ...caller, user: undefined },
  ]
  for (const other of others) expect(decisionsFor({ ...about, caller: other })).not.toBe(first)
  expect(decisionsFor(about)).toBe(first)
})

test('decisions are forgotten with the first write', () => {
  const fork = here.sim.world.fork()
  const about = { ...asked(2), world: fork }
  const first = decisionsFor(about)
  fork.projects.update(1, { archived: true })
  expect(decisionsFor(about)).not.toBe(first)
})

test('whoever traces a request is told of each decision', () => {
  const fork = here.sim.world.fork()
  const about = { ...asked(2), world: fork }
  const first = decisionsFor(about)
  expect(
    traced(
      () => {},
      () => decisionsFor(about),
    ),
  ).not.toBe(first)
})
