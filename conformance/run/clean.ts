import { type Client, createClient } from '../kit/client.ts'
import { Failure, Interrupted, Skipped } from '../kit/finding.ts'
import { isRows, type Row } from '../kit/json.ts'
import { notesOf, removeNote } from '../restore/note.ts'
import { putBackEntry } from '../restore/restorer.ts'
import { leftoverPrefix } from '../targets/live.ts'
import type { Door, ParentGroup, Target } from '../targets/target.ts'
import { isMarked, type Removal, remove } from './removal.ts'

/** `conform-m3k2p9qa-1-4x`: the time of the run, its seed, and the number of the stage. */
const LEFTOVER = new RegExp(`^${leftoverPrefix}[0-9a-z]{8,}-\\d+(-\\d+)*x`)

/** Something that a killed run left, and what became of it. */
export interface Leftover {
  readonly kind: 'group' | 'project' | 'key'
  readonly path: string
  readonly became: Exclude<Removal, 'hurried'>
}

/**
 * Removes every group, project and key of the owner's, and the administrator's if one is known, that a run has left.
 * Where a run in the mode `control` was killed, the world is first taken back to where that run found it. What a run has
 * changed of the installation or of an account is put back first.
 */
export async function* clean(target: Target): AsyncGenerator<Leftover | PutBack | 'taken back'> {
  if (await target.takeBack?.()) yield 'taken back'
  yield* putBack(target)
  yield* removeNamed(target, { prefix: leftoverPrefix, is: (row) => LEFTOVER.test(nameOf(row)) })
}

/**
 * What a run has named outside its group: what arrived after the reply, as imports and migrations do, or at another place
 * than was asked for. Gives what could not be removed.
 */
export async function removeStrays(
  target: Target,
  prefix: string,
  below: ParentGroup | undefined,
): Promise<readonly string[]> {
  const left: string[] = []
  const is = (row: Row) => {
    const path = pathOf(row)
    // The number of the seed goes on in those of other runs that began at the same time.
    const own = /^[x-]/.test(nameOf(row).slice(prefix.length))
    return own && !(below !== undefined && (path === below.path || path.startsWith(`${below.path}/`)))
  }
  try {
    for await (const { path, became } of removeNamed(target, { prefix, is }))
      if (became === 'left') left.push(path)
  } catch (problem) {
    // Where the target is gone or at fault, what is left is told by whoever made it.
    if (!(problem instanceof Interrupted || problem instanceof Skipped || problem instanceof Failure))
      throw problem
  }
  return left
}

interface Named {
  /** Begins the last part of the path. */
  readonly prefix: string
  readonly is: (row: Row) => boolean
}

async function* removeNamed(target: Target, named: Named): AsyncGenerator<Leftover> {
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
        for (const row of await rowsNamed(client, `/${path}`, named))
          yield await removed(door, { kind, path, row, headers: { 'private-token': token } })
    }
  } finally {
    await door.close()
  }
}

/** Attributes of a record that a killed run changed, and what became of them. */
export interface PutBack {
  readonly kind: 'record'
  readonly path: string
  readonly became: 'put back' | 'left'
}

/** What notes on the target say; a note goes when all that it says is done. */
async function* putBack({ open, credentials }: Target): AsyncGenerator<PutBack> {
  const door = await open()
  try {
    const { lasting: send } = door
    for (const token of new Set([credentials.admin?.token, credentials.owner?.token])) {
      if (send === undefined || token === undefined) continue
      for (const note of await notesOf({ send, token })) {
        let left = 0
        for (const entry of note.entries) {
          const became = await putBackEntry(send, credentials, entry)
          if (became === 'left') left += 1
          const path = `${entry.url.replace('/api/v4', '')}: ${Object.keys(entry.values).join(', ')}`
          yield { kind: 'record', path, became }
        }
        if (left === 0) await removeNote({ send, token }, note)
      }
    }
  } finally {
    await door.close()
  }
}

async function rowsNamed(client: Client, path: string, { prefix, is }: Named): Promise<readonly Row[]> {
  const found: Row[] = []
  for (let page = 1; ; page++) {
    const params = { owned: true, search: prefix, per_page: 100, page }
    const { status, json } = await client.call(`GET ${path}`, params)
    if (status !== 200 || !isRows(json) || json.length === 0) return found
    // A group goes with all that is in it, so what lies below another group is found there.
    found.push(...json.filter((row) => nameOf(row).startsWith(prefix) && is(row) && !isMarked(row)))
  }
}

function nameOf({ path, title }: Row): string {
  return String(path ?? title ?? '')
}

function pathOf(row: Row): string {
  return String(row.full_path ?? row.path_with_namespace ?? nameOf(row))
}

interface Found {
  readonly kind: Leftover['kind']
  readonly path: string
  readonly row: Row
  readonly headers: { readonly [name: string]: string }
}

async function removed(door: Door, { kind, path, row, headers }: Found): Promise<Leftover> {
  const end = await remove(door, headers, `${path}/${row.id}`)
  const became = end === 'hurried' ? 'removed' : end
  return { kind, path: pathOf(row), became }
}
