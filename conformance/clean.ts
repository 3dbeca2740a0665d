import { type Client, createClient, type Reply } from './client.ts'
import { isRows, type Row } from './json.ts'
import { leftoverPrefix } from './targets/live.ts'
import type { Target } from './targets/target.ts'

/** `conform-m3k2p9qa-1-4x`: the time of the run, its seed, and the number of the stage. */
const LEFTOVER = new RegExp(`^${leftoverPrefix}[0-9a-z]{8,}-\\d+(-\\d+)*x`)

/** Something that a killed run left, and whether it could be removed. */
export interface Leftover {
  readonly kind: 'group' | 'project'
  readonly path: string
  readonly removed: boolean
}

/** Removes every group and project of the owner's, and the administrator's if one is known, that a run has left. */
export async function* clean(target: Target): AsyncGenerator<Leftover> {
  const door = await target.open()
  const { origin, credentials } = target
  try {
    for (const as of ['owner', 'admin'] as const) {
      if (credentials[as] === undefined) continue
      const client = createClient({ door, origin, credentials, as })
      for (const [kind, path] of [
        ['group', '/groups'],
        ['project', '/projects'],
      ] as const)
        for (const row of await leftovers(client, path)) yield await removed(client, kind, path, row)
    }
  } finally {
    await door.close()
  }
}

async function leftovers(client: Client, path: string): Promise<readonly Row[]> {
  const found: Row[] = []
  for (let page = 1; ; page++) {
    const params = { owned: true, search: leftoverPrefix, per_page: 100, page }
    const { status, json } = await client.call(`GET ${path}`, params)
    if (status !== 200 || !isRows(json) || json.length === 0) return found
    found.push(...json.filter(isLeftover))
  }
}

// A group goes with all that is in it, so what lies below another group is found there.
function isLeftover({ path, marked_for_deletion_on }: Row): boolean {
  const waits = marked_for_deletion_on !== undefined && marked_for_deletion_on !== null
  return typeof path === 'string' && LEFTOVER.test(path) && !waits
}

async function removed(client: Client, kind: Leftover['kind'], path: string, row: Row): Promise<Leftover> {
  const { status }: Reply = await client.call(`DELETE ${path}/:id`, { id: row.id as number })
  const name = row.full_path ?? row.path_with_namespace ?? row.path
  return { kind, path: String(name), removed: status < 300 || status === 404 }
}
