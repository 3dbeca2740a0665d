import { type Client, createClient } from '../kit/client.ts'
import { isRows, type Row } from '../kit/json.ts'
import { leftoverPrefix } from '../targets/live.ts'
import type { Door, Target } from '../targets/target.ts'
import { isMarked, type Removal, remove } from './removal.ts'

/** `conform-m3k2p9qa-1-4x`: the time of the run, its seed, and the number of the stage. */
const LEFTOVER = new RegExp(`^${leftoverPrefix}[0-9a-z]{8,}-\\d+(-\\d+)*x`)

/** Something that a killed run left, and what became of it. */
export interface Leftover {
  readonly kind: 'group' | 'project' | 'key'
  readonly path: string
  readonly became: Removal
}

/**
 * Removes every group, project and key of the owner's, and the administrator's if one is known, that a run has left.
 * Where a run in the mode `control` was killed, the world is first taken back to where that run found it.
 */
export async function* clean(target: Target): AsyncGenerator<Leftover | 'taken back'> {
  if (await target.takeBack?.()) yield 'taken back'
  const door = await target.open()
  const { origin, credentials } = target
  try {
    for (const as of ['owner', 'admin'] as const) {
      const token = credentials[as]?.token
      if (token === undefined) continue
      const client = createClient({ door, origin, credentials, as })
      for (const [kind, path] of [
        ['project', 'projects'],
        ['group', 'groups'],
        ['key', 'user/keys'],
      ] as const)
        for (const row of await leftovers(client, `/${path}`))
          yield await removed(door, { kind, path, row, headers: { 'private-token': token } })
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
function isLeftover(row: Row): boolean {
  const name = row.path ?? row.title
  return typeof name === 'string' && LEFTOVER.test(name) && !isMarked(row)
}

interface Found {
  readonly kind: Leftover['kind']
  readonly path: string
  readonly row: Row
  readonly headers: { readonly [name: string]: string }
}

async function removed(door: Door, { kind, path, row, headers }: Found): Promise<Leftover> {
  const became = await remove(door, headers, `${path}/${row.id}`)
  return { kind, path: String(row.full_path ?? row.path_with_namespace ?? row.path ?? row.title), became }
}
