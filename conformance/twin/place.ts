import { lessOpen } from '../arrange/throw-away-place.ts'
import type { Visibility } from '../kit/check.ts'
import { type Client, createClient } from '../kit/client.ts'
import { isRow, isRows, type Row } from '../kit/json.ts'
import type { Target } from '../targets/target.ts'

/** A project that is looked at on each of some services. */
export interface CommonProject {
  readonly path: string
  /** In the order of the services. */
  readonly visibilities: readonly Visibility[]
}

/** How open the groups can be that are created on some services alike: none is more open than what it lies in. */
export function groupsOn(targets: readonly Target[]): Visibility {
  return targets
    .flatMap(({ place: { parent } }) => (parent === undefined ? [] : [visibilityOf({ ...parent })]))
    .reduce(lessOpen, 'public')
}

/**
 * The project that was named, or the one with the latest activity on the first service that all others have too, by its
 * full path. Throws an Error that tells which service lacks it.
 */
export async function commonProject(targets: readonly Target[], wished?: string): Promise<CommonProject> {
  const doors = await Promise.all(targets.map((target) => target.open()))
  try {
    const clients = targets.map(({ origin, credentials }, i) =>
      createClient({ door: doors[i] as (typeof doors)[number], origin, credentials, as: 'owner' }),
    )
    const [first, ...others] = clients as [Client, ...Client[]]
    for (const { path, row } of await candidates(first, targets[0] as Target, wished)) {
      const rows = [row]
      for (const client of others) rows.push((await projectIn(client, path)) ?? {})
      const missing = rows.findIndex(({ id }) => id === undefined)
      if (missing < 0) return { path, visibilities: rows.map(visibilityOf) }
      if (wished !== undefined)
        throw new Error(`${targets[missing]?.name} has no project ${path}, or hides it`)
    }
    throw new Error('the services have no project in common: name one that both have with --project')
  } finally {
    for (const door of doors) await door.close()
  }
}

async function candidates(client: Client, { name }: Target, wished: string | undefined) {
  const ids = wished === undefined ? await recent(client) : [wished]
  const found: { path: string; row: Row }[] = []
  for (const id of ids) {
    const row = await projectIn(client, id)
    if (row !== undefined) found.push({ path: String(row.path_with_namespace), row })
    else if (wished !== undefined) throw new Error(`${name} has no project ${wished}, or hides it`)
  }
  return found
}

async function projectIn(client: Client, id: string): Promise<Row | undefined> {
  const { status, json } = await client.call('GET /projects/:id', { id }, { mayFault: true })
  return status === 200 && isRow(json) ? json : undefined
}

const MOST_RECENT = 20

/** Projects of the owner, those with a repository first. */
async function recent(client: Client): Promise<readonly string[]> {
  const params = { membership: true, order_by: 'last_activity_at', per_page: MOST_RECENT }
  const { status, json } = await client.call('GET /projects', params, { mayFault: true })
  const rows = status === 200 && isRows(json) ? json : []
  const full = rows.filter(({ empty_repo }) => empty_repo !== true)
  return [...new Set([...full, ...rows])].map(({ id }) => String(id))
}

function visibilityOf({ visibility }: Row): Visibility {
  return visibility === 'internal' || visibility === 'public' ? visibility : 'private'
}
