import type { Users } from '../arrange/throw-away-place.ts'
import type { Call, Client } from '../kit/client.ts'
import { isRow, parseJson } from '../kit/json.ts'
import type { Door, Lag, Who, WireRequest } from '../targets/target.ts'
import type { StageGroup, StageProject } from './stage.ts'

const LONGEST_MS = 10_000
/** After so many looks that saw none, there is none. */
const MOST_LOOKS = 4
const REST_MS = 50

/**
 * Looks how long it takes until what was just made is seen, by several callers, who may be served by several replicas.
 * From then on reads wait a little longer than that.
 */
export async function measureLag(
  client: Client,
  { group, project }: { readonly group: StageGroup | undefined; readonly project: StageProject | undefined },
  users: Users,
  lag: Lag,
): Promise<void> {
  const { looks = 0 } = lag
  if (project === undefined || (looks >= MOST_LOOKS && lag.milliseconds === 0)) return
  lag.looks = looks + 1
  const began = performance.now()
  const callers = (['owner', 'maintainer', 'developer'] as const).filter((who) => users[who] !== undefined)
  for (const as of callers)
    while (!(await seen(client, as, group, project))) {
      if (performance.now() - began > LONGEST_MS) return
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
      lag.milliseconds = Math.max(lag.milliseconds, 1.5 * (performance.now() - began) + 2 * REST_MS)
    }
}

/**
 * A door through which what was just created is looked for until it is there: replicas may be later than the lag that was
 * measured, and what is arranged was answered with 201.
 */
export function following(door: Door, journal: readonly Call[], lag: Lag): Door {
  return {
    ...door,
    send: async (request) => {
      const began = performance.now()
      for (;;) {
        const reply = await door.send(request)
        const late = request.method === 'GET' && reply.status === 404 && namesCreated(request, journal)
        if (!late || performance.now() - began > LONGEST_MS) return reply
        await new Promise((resolve) => setTimeout(resolve, REST_MS))
        lag.milliseconds = Math.max(lag.milliseconds, 1.5 * (performance.now() - began) + 2 * REST_MS)
      }
    },
  }
}

/** True for the path of a record that a call created in the list above it. */
function namesCreated({ url }: WireRequest, journal: readonly Call[]): boolean {
  const [path = ''] = url.split('?')
  return journal.some(({ request, reply }) => {
    if (request.method !== 'POST' || reply.status !== 201) return false
    const row = parseJson(reply.body)
    if (!isRow(row)) return false
    const [list = ''] = request.url.split('?')
    return [row.id, row.iid].some((id) => path === `${list}/${id}` || path.startsWith(`${list}/${id}/`))
  })
}

async function seen(
  client: Client,
  as: Who,
  group: StageGroup | undefined,
  project: StageProject,
): Promise<boolean> {
  const one = await client.call('GET /projects/:id', { id: project.id }, { as, mayFault: true })
  if (one.status === 404 || group === undefined) return one.status !== 404
  const all = await client.call('GET /groups/:id/projects', { id: group.id }, { as, mayFault: true })
  return all.status !== 404
}
