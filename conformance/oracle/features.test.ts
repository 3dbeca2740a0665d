import { expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import { createSimulator } from '../../sim/index.ts'
import { closes } from './features.ts'

// A part that closes more than is known of it would be a wrong alarm wherever it is switched off.

const parts = [
  ...['issues', 'merge_requests', 'repository', 'builds', 'container_registry', 'environments'],
  ...['security_and_compliance', 'feature_flags', 'infrastructure', 'monitor', 'snippets', 'wiki'],
  ...['releases', 'analytics', 'forking', 'pages', 'requirements'],
]

const lists = contract().operations.filter(
  ({ method, path }) => method === 'GET' && /^[^:]*\/projects\/:id[^:]*$/.test(path),
)

const world = createSimulator({ control: false })

/** The status of every list of a project in which the parts are switched off. */
function statuses(switchedOff: readonly string[]): Map<string, number> {
  const simulator = world.fork()
  const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
  const levels = Object.fromEntries(switchedOff.map((part) => [`${part}_access_level`, 'disabled']))
  const body = new TextEncoder().encode(JSON.stringify({ description: '', ...levels }))
  const url = '/api/v4/projects/acme%2Fwebapp'
  expect(simulator.handle({ method: 'PUT', url, headers, body }).status).toBe(200)
  return new Map(
    lists.map(({ id, path }) => {
      const at = `/api/v4${path.replace(':id', 'acme%2Fwebapp')}`
      return [id, simulator.handle({ method: 'GET', url: at, headers }).status]
    }),
  )
}

test('all that a part closes when it is switched off is known', () => {
  const open = statuses([])
  const unknown = parts.flatMap((part) =>
    [...statuses([part])]
      .filter(([id, status]) => status >= 400 && open.get(id) !== status && !closes(part, id))
      .map(([id]) => `${part} closes ${id}`),
  )
  expect(open.get('GET /projects/:id/dependencies')).toBe(200)
  expect(unknown).toEqual([])
})

test('what a part does not concern is closed by nothing', () => {
  const closed = (operation: string) => [...parts, 'packages'].filter((part) => closes(part, operation))
  expect(closed('GET /projects/:id/hooks')).toEqual([])
  expect(closed('GET /projects/:id/events')).toEqual([])
  expect(closed('GET /projects/:id/issues/:issue_iid/notes')).toEqual(['issues'])
  expect(closed('GET /projects/:id/snippets/:snippet_id/award_emoji')).toEqual(['snippets'])
  expect(closed('GET /groups/:id/issues')).toEqual([])
})
