import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import type { World } from '../world.ts'

const here = perTest()

/** Rows that name what is gone, but for audit events, which tell of it for ever, and jobs, which find it gone. */
function leftIn(world: World, kind: 'project' | 'group', id: number): string[] {
  const column = kind === 'project' ? /^(?:p|\w+P)rojectId$/ : /^(?:g|\w+G)roupId$/
  return world.tableNames
    .filter((name) => name !== 'auditEvents' && name !== 'jobs')
    .flatMap((name) =>
      (world.table(name)?.all().list() ?? []).flatMap((row) => {
        const columns = Object.entries(row)
        const isOwned = columns.some(
          ([it, value]) =>
            value === kind && columns.some(([other, named]) => other === idBeside(it) && named === id),
        )
        const isNamed = columns.some(([it, value]) => column.test(it) && value === id)
        return isNamed || isOwned || String(row.id).endsWith(`/${kind}/${id}`)
          ? [`${name} ${JSON.stringify(row)}`]
          : []
      }),
    )
}

/** `ownerId` of `owner`, `namespaceId` of `namespaceKind`. */
const idBeside = (column: string): string => `${column.replace(/Kind$/, '')}Id`

test('nothing is left of a project that is deleted', () => {
  const ids = here.sim.world.projects
    .all()
    .list()
    .map((project) => project.id)
  expect(leftIn(here.sim.world, 'project', 1).length).toBeGreaterThan(100)
  for (const id of ids) {
    expect(here.as('root').delete(`/projects/${id}`).status).toBe(202)
    here.sim.clock.advance('10d')
    expect(leftIn(here.sim.world, 'project', id)).toEqual([])
  }
})

test('nothing is left of a group that is deleted', () => {
  const ids = here.sim.world.groups
    .all()
    .list()
    .map((group) => group.id)
  for (const id of ids.reverse()) {
    expect(here.as('root').delete(`/groups/${id}`).status).toBe(202)
    here.sim.clock.advance('10d')
    expect(leftIn(here.sim.world, 'group', id)).toEqual([])
  }
})
