import { expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import { callsOf } from '../../testing/calls.ts'
import { columns } from '../columns.ts'
import { loose, waysIn } from '../missing-rows.ts'
import { referenceOf } from '../references.ts'
import { fates } from './named-accounts.ts'

const demo = createSimulator({ outbound: 'off' })
const people = demo.world.users
  .all()
  .list()
  .filter(({ username }) => username !== 'root')

test.each(people.map(({ username, id }) => [username, id] as const))(
  'no row names %s any longer once the account is deleted',
  (_, id) => {
    for (const hard of [false, true]) {
      const sim = demo.fork()
      const { status } = callsOf(sim, 'root').delete(`/users/${id}?hard_delete=${hard}`)
      // Whoever alone owns a group stays.
      if (status !== 204) expect(status).toBe(409)
      // A snapshot whose rows name rows that are not there is refused.
      expect(() => createSimulator({ outbound: 'off', world: sim.save() })).not.toThrow()
    }
  },
)

/** Where a column beside it tells whose the row is, and boards, which close up behind a list that goes. */
const elsewhere = [
  'ciVariables.ownerId',
  'hooks.ownerId',
  'ownedAttributes.ownerId',
  'protectedEnvironments.ownerId',
]
const ofBoards = ['boards.assigneeId', 'boardLists.assigneeId']

test('of every column that names an account it is told what becomes of it', () => {
  const naming = demo.world.tableNames.flatMap((table) =>
    [...waysIn(columns[table] ?? {})]
      .filter((way) => !loose[table]?.includes(way.join('.')))
      .filter((way) => referenceOf(table, way.at(-1) ?? '', {}, demo.world.tableNames)?.table === 'users')
      .map((way) => `${table}.${way.join('.')}`),
  )
  const told = Object.entries(fates).flatMap(([table, ways]) =>
    Object.keys(ways).map((way) => `${table}.${way}`),
  )
  const kept = told.filter((way) => way !== 'members.createdById')
  expect([...kept, ...elsewhere, ...ofBoards].sort()).toEqual(naming.sort())
})
