import { type Client, createClient, type Reply } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { Interrupted, Skipped } from '../kit/finding.ts'
import { isRow, type Row } from '../kit/json.ts'
import type { Door, ParentGroup, Target } from '../targets/target.ts'
import { type Alike, remove } from './removal.ts'

/**
 * The one group that a run creates where nothing can be put back; everything else goes below it. Stages are created in groups
 * of it, each of which is removed with all stages that were in it, in the calls that one of them would take.
 */
export interface RunGroup {
  /** Where the next stage is created; undefined where the target allows no group. */
  open(): Promise<ParentGroup | undefined>
  /** A stage that was created there has ended. */
  leave(part: ParentGroup): Promise<void>
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
  let parts = 0
  let part: Part | undefined
  const all = new Map<number, Part>()
  /** What became of the parts that were removed so far. */
  let before: Alike['became'] | undefined

  async function whole(): Promise<Opened | undefined> {
    opening ??= create(target, nameFor(prefix), target.place.parent).then((made) => {
      opened = made
      known = made?.group
      return made
    })
    try {
      return await opening
    } catch (problem) {
      // What the network kept from being created may be created for the next check.
      if (problem instanceof Interrupted) opening = undefined
      throw problem
    }
  }

  /** The part that the next stage goes into, with a place taken in it. */
  function taken(above: Opened): Part {
    if (part === undefined || part.taken === STAGES) {
      parts += 1
      part = { opening: createPart(above, `${nameFor(prefix)}${parts}x`), taken: 0, ended: 0 }
    }
    part.taken += 1
    return part
  }

  return {
    open: async () => {
      const above = await whole()
      if (above === undefined) return undefined
      const mine = taken(above)
      try {
        const group = await mine.opening
        all.set(group.id, mine)
        return group
      } catch (problem) {
        if (part === mine) part = undefined
        throw problem
      }
    },
    leave: async ({ id, path }) => {
      const left = all.get(id)
      if (left === undefined || opened === undefined) return
      left.ended += 1
      if (left.ended < STAGES) return
      all.delete(id)
      // What stays goes with the group of the run.
      const like = before && { became: before, fullPath: path }
      const became = await remove(opened.door, opened.headers, `groups/${id}`, like)
      before = became === 'removed' || became === 'hurried' ? became : undefined
    },
    get group() {
      return known
    },
    close: async () => {
      if (opened === undefined) return []
      const { door, headers, group } = opened
      opened = undefined
      // A top-level group may wait for days until it is deleted, with all that is in it then.
      for (const id of all.keys()) await remove(door, headers, `groups/${id}`)
      const became = await remove(door, headers, `groups/${group.id}`)
      await door.close()
      return became === 'left' ? [group.path] : []
    },
  }
}

/** With more there would be so many projects at a time that lists of all have further pages. */
const STAGES = 6

interface Part {
  readonly opening: Promise<ParentGroup>
  /** How many stages were created in it, or are about to be. */
  taken: number
  ended: number
}

interface Opened {
  readonly client: Client
  readonly group: ParentGroup
  readonly door: Door
  readonly headers: { readonly [name: string]: string }
}

/** The most open one that is allowed: a group holds nothing that is more open than itself. */
async function create(
  target: Target,
  name: string,
  parent: ParentGroup | undefined,
): Promise<Opened | undefined> {
  const door = await target.open()
  const { origin, credentials } = target
  const client = createClient({ door, origin, credentials, as: 'owner' })
  const visibilities = parent === undefined ? openness : [parent.visibility]
  for (const visibility of visibilities) {
    const group = await created(client, name, visibility, parent)
    if (group === undefined) continue
    return { client, group, door, headers: { 'private-token': credentials.owner?.token ?? '' } }
  }
  await door.close()
  return undefined
}

const openness = ['public', 'internal', 'private'] as const

async function createPart({ client, group }: Opened, name: string): Promise<ParentGroup> {
  let why = ''
  const part = await created(client, name, group.visibility, group, ({ status, text }) => {
    why = `: ${status} ${text.slice(0, 100)}`
  })
  if (part === undefined) throw new Skipped(`no group can be created below ${group.path}${why}`)
  return part
}

async function created(
  client: Client,
  name: string,
  visibility: string,
  parent: ParentGroup | undefined,
  refused?: Refused,
): Promise<ParentGroup | undefined> {
  const below = parent === undefined ? {} : { parent_id: parent.id }
  const row = await rowOf(client, { name, path: name, visibility, ...below }, refused)
  return row && { id: numberIn(row, 'id'), path: textIn(row, 'full_path'), visibility }
}

/** Told of the refusal where no group is created. */
type Refused = (reply: Reply) => void

async function rowOf(
  client: Client,
  params: { readonly [name: string]: string | number },
  refused: Refused = () => undefined,
) {
  try {
    const reply = await client.call('POST /groups', params, { mayFault: true })
    if (reply.status === 201 && isRow(reply.json)) return reply.json
    refused(reply)
    return undefined
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
