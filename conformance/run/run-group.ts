import { type Client, createClient } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { Interrupted } from '../kit/finding.ts'
import { isRow, type Row } from '../kit/json.ts'
import type { Door, ParentGroup, Target } from '../targets/target.ts'
import { remove } from './removal.ts'

/** The one group that a run creates where nothing can be put back; everything else goes below it. */
export interface RunGroup {
  /** Created when it is first asked for; undefined where the target allows no group. */
  open(): Promise<ParentGroup | undefined>
  /** The group, if it was created. */
  readonly group: ParentGroup | undefined
  /** Removes the group with all that is in it, and gives its path where that does not succeed. */
  close(): Promise<readonly string[]>
}

/** Path of the group that a run in the mode `write` creates; undefined in the others. */
export function runGroupPath({ mode, place: { parent } }: Target, prefix: string): string | undefined {
  if (mode !== 'write') return undefined
  return `${parent === undefined ? '' : `${parent.path}/`}${nameFor(prefix)}`
}

// As those of stages, so that `--clean` finds it.
function nameFor(prefix: string): string {
  return `${prefix}x`
}

export function createRunGroup(target: Target, prefix: string): RunGroup {
  let opening: Promise<Opened | undefined> | undefined
  let opened: Opened | undefined
  let known: ParentGroup | undefined
  return {
    open: async () => {
      opening ??= create(target, nameFor(prefix)).then((made) => {
        opened = made
        known = made?.group
        return made
      })
      try {
        return (await opening)?.group
      } catch (problem) {
        // What the network kept from being created may be created for the next check.
        if (problem instanceof Interrupted) opening = undefined
        throw problem
      }
    },
    get group() {
      return known
    },
    close: async () => {
      if (opened === undefined) return []
      const { door, headers, group } = opened
      opened = undefined
      const became = await remove(door, headers, `groups/${group.id}`)
      await door.close()
      return became === 'left' ? [group.path] : []
    },
  }
}

interface Opened {
  readonly group: ParentGroup
  readonly door: Door
  readonly headers: { readonly [name: string]: string }
}

/** The most open one that is allowed: a group holds nothing that is more open than itself. */
async function create(target: Target, name: string): Promise<Opened | undefined> {
  const door = await target.open()
  const { origin, credentials, place } = target
  const client = createClient({ door, origin, credentials, as: 'owner' })
  const { parent } = place
  const visibilities = parent === undefined ? openness : [parent.visibility]
  for (const visibility of visibilities) {
    const below = parent === undefined ? {} : { parent_id: parent.id }
    const row = await created(client, { name, path: name, visibility, ...below })
    if (row === undefined) continue
    const group = { id: numberIn(row, 'id'), path: textIn(row, 'full_path'), visibility }
    return { group, door, headers: { 'private-token': credentials.owner?.token ?? '' } }
  }
  await door.close()
  return undefined
}

const openness = ['public', 'internal', 'private'] as const

async function created(client: Client, params: { readonly [name: string]: string | number }) {
  try {
    const { status, json } = await client.call('POST /groups', params, { mayFault: true })
    return status === 201 && isRow(json) ? json : undefined
  } catch (problem) {
    if (!(problem instanceof Interrupted)) throw problem
    const found = await ownedGroup(client, String(params.path))
    if (found === undefined) throw problem
    return found
  }
}

async function ownedGroup(client: Client, path: string): Promise<Row | undefined> {
  const { json } = await client.call('GET /groups', { owned: true, search: path }, { mayFault: true })
  return Array.isArray(json) ? json.filter(isRow).find((row) => row.path === path) : undefined
}
