import type { Users } from '../arrange/throw-away-place.ts'
import type { Call, Client } from '../kit/client.ts'
import { isRow, parseJson } from '../kit/json.ts'
import { type Door, type Lag, lagNow, type Who, type WireRequest } from '../targets/target.ts'
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
  const callers = (['owner', 'maintainer', 'developer'] as const).filter((who) => users[who] !== undefined)
  for (const as of callers) {
    const began = performance.now()
    const since = () => performance.now() - began
    for (let looks = 1; since() < LONGEST_MS; looks++) {
      // What is hidden from a caller for good tells nothing of replicas.
      if (await seen(client, as, group, project)) {
        if (looks > 1) lag.milliseconds = Math.max(lag.milliseconds, 1.5 * since() + 2 * REST_MS)
        break
      }
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    }
  }
}

/**
 * A door through which what was just created is looked for until it is there: where replicas lag, one may be later than
 * the lag that was measured. What stays away decides nothing about the lag: it may be hidden from the caller.
 */
export function following(door: Door, journal: readonly Call[], lag: Lag): Door {
  return {
    ...door,
    send: async (request) => {
      const began = performance.now()
      for (let looks = 1; ; looks++) {
        const reply = await door.send(request)
        const waited = performance.now() - began
        const late = reply.status === 404 && lagNow(lag) > 0 && isThere(request, journal)
        if (late && waited < LONGEST_MS) {
          await new Promise((resolve) => setTimeout(resolve, REST_MS))
          continue
        }
        if (!late && looks > 1)
          lag.milliseconds = Math.max(lag.milliseconds, Math.min(1.5 * waited + 2 * REST_MS, LONGEST_MS))
        return reply
      }
    },
  }
}

/** True for reading a record that the same caller has created in the list above it, and that nobody has deleted since. */
function isThere({ method, url, headers }: WireRequest, journal: readonly Call[]): boolean {
  if (method !== 'GET') return false
  const [path = ''] = url.split('?')
  const created = journal.findLastIndex(({ request, reply }) => {
    if (request.method !== 'POST' || reply.status !== 201) return false
    if (request.headers['private-token'] !== headers['private-token']) return false
    const row = parseJson(reply.body)
    const [list = ''] = request.url.split('?')
    return (
      isRow(row) &&
      [row.id, row.iid].some((id) => path === `${list}/${id}` || path.startsWith(`${list}/${id}/`))
    )
  })
  if (created < 0) return false
  return !journal
    .slice(created)
    .some(({ request }) => request.method === 'DELETE' && path.startsWith(request.url))
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
