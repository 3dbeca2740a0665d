import type { Contract } from '../../sim/contract.ts'
import { again, Interrupted, Skipped, Undecided } from '../kit/finding.ts'
import { isRow, parseJson, type Row, show } from '../kit/json.ts'
import type { Credentials, Door, WireReply, WireRequest } from '../targets/target.ts'
import { readsOnly } from '../targets/wire.ts'
import { type Entry, leaveNote, type Note, type NoteKeeper, type Send } from './note.ts'
import {
  changedIn,
  type LastingRecord,
  namesIn,
  recordOf,
  urlOf,
  valuesBack,
  whyLeft,
  writable,
} from './record.ts'

/** Lets a check change records that outlast the run, and puts them back. */
export interface Restorer {
  /** Sends a request; before one that may change such a record it is read, and noted down on the target. */
  readonly send: Send
  /** Gives the records their values again. Never throws for what the target does: it gives what could not be put back. */
  putBack(): Promise<readonly string[]>
  /** Puts back and removes the note, unless there is something left for `--clean`. */
  close(): Promise<readonly string[]>
}

export interface Restoring {
  readonly door: Door & { readonly lasting: Send }
  readonly credentials: Credentials
  readonly contract: Contract
  /** Starts the name of the note. */
  readonly prefix: string
  /** Nothing that is sent is meant to be accepted. */
  readonly refused: boolean
  /** Attributes that were found to keep their value when it is written back as it was read. */
  readonly rehearsed: Set<string>
}

interface Borrowed {
  readonly record: LastingRecord
  /** What it was before anything was sent, or as it was read when all was put back. */
  before: Row
  /** What was sent and not put back since. */
  readonly names: Set<string>
  /** Of these the note says what they were. */
  readonly noted: Set<string>
  /** Some request that may have changed it was not refused. */
  accepted: boolean
}

export function createRestorer(restoring: Restoring): Restorer {
  const { door, credentials, contract, prefix, rehearsed } = restoring
  const { lasting } = door
  const borrowed = new Map<string, Borrowed>()
  let note: Note | undefined

  async function borrow(request: WireRequest, record: LastingRecord, refused: boolean): Promise<Borrowed> {
    const url = urlOf(record)
    const known = borrowed.get(url)
    const before = known?.before ?? (await read(record))
    const names = namesIn(request, record, before, contract)
    // Who may not change it sends what is wrong besides.
    for (const name of isBy(request, record) ? names : []) {
      const reason = whyLeft(name, record, before, refused)
      if (reason !== undefined) throw new Undecided(reason)
    }
    const entry = known ?? {
      record,
      before,
      names: new Set<string>(),
      noted: new Set<string>(),
      accepted: false,
    }
    borrowed.set(url, entry)
    const more = names.filter((name) => !entry.noted.has(name))
    for (const name of names) entry.names.add(name)
    for (const name of more) entry.noted.add(name)
    note ??= await leaveNote(keeperOf(lasting, credentials), prefix)
    if (more.length > 0) await note.write([...borrowed.values()].map((it) => entryOf(it, contract)))
    if (!refused) await rehearse(entry, names)
    return entry
  }

  /** Writes back what was read: what is not taken so, or changes by it, could not be put back. */
  async function rehearse({ record, before }: Borrowed, names: readonly string[]): Promise<void> {
    const fresh = names.filter((name) => !rehearsed.has(`${record.path} ${name}`))
    if (fresh.length === 0) return
    const values = valuesBack(fresh, record, before, contract)
    if (Object.keys(values).length === 0) return
    const reply = await write(lasting, credentials, entryWith(record, values))
    const changed =
      reply.status === 200 ? changedIn(before, await read(record), writable(record, contract)) : fresh
    if (changed.length > 0)
      throw new Undecided(`${changed.join(', ')} cannot be written back as it is read: ${reply.status}`)
    for (const name of [...fresh, ...Object.keys(values)]) rehearsed.add(`${record.path} ${name}`)
  }

  function isBy({ headers }: WireRequest, { as }: LastingRecord): boolean {
    return headers['private-token'] === credentials[as]?.token
  }

  async function read(record: LastingRecord): Promise<Row> {
    const values = await valuesOf(lasting, credentials, record)
    if (values === undefined)
      throw new Skipped(`what it changes cannot be read first: GET ${record.path} as ${record.as}`)
    return values
  }

  /** `refused`: looks after what was refused, too, which should have changed nothing. */
  async function putBack({ refused = false } = {}): Promise<readonly string[]> {
    const left: string[] = []
    for (const entry of borrowed.values())
      if (entry.accepted || (refused && entry.names.size > 0))
        left.push(...(await returned(lasting, credentials, entry, contract)))
    return left
  }

  return {
    send: async (request) => {
      const record = readsOnly(request) ? undefined : recordOf(request, credentials)
      if (record === undefined) return await door.send(request)
      const refused = restoring.refused || !isBy(request, record)
      const entry = await borrow(request, record, refused)
      // A reply that never comes may be to a request that arrived.
      const before = entry.accepted
      entry.accepted = true
      const reply = await lasting(request)
      entry.accepted = before || reply.status < 400
      if (refused && reply.status < 400) await putBack()
      return reply
    },
    putBack,
    close: async () => {
      const left = [...(await putBack({ refused: true }))]
      if (left.length === 0)
        await note?.remove().catch((problem: unknown) => left.push(`a note (${textOf(problem)})`))
      note = undefined
      return left
    },
  }
}

/** Puts one record back, and says of what it could not be. */
async function returned(
  send: Send,
  credentials: Credentials,
  entry: Borrowed,
  contract: Contract,
): Promise<readonly string[]> {
  const { record, before, names } = entry
  const takes = writable(record, contract)
  let now: Row = before
  const changed = async () => {
    const read = await valuesOf(send, credentials, record)
    if (read === undefined) throw new Interrupted(`GET ${record.path} is not answered`)
    now = read
    return changedIn(before, read, takes)
  }
  const writeBack = async (some: readonly string[]) => {
    const values = valuesBack(some, record, before, contract)
    if (Object.keys(values).length > 0) await again(() => write(send, credentials, entryWith(record, values)))
  }
  try {
    // Whatever a read says: it may be of before the change.
    if (entry.accepted) await writeBack([...names])
    let wrong = await again(changed)
    if (wrong.length > 0) {
      await writeBack(wrong)
      // Together they may be refused for the sake of one.
      for (const name of await again(changed)) await writeBack([name])
      wrong = await again(changed)
    }
    if (wrong.length > 0)
      return wrong.map((name) => `${record.path}: ${name} was ${show(before[name] ?? null)}`)
    entry.before = now
    entry.accepted = false
    names.clear()
    return []
  } catch (problem) {
    if (problem instanceof Interrupted || problem instanceof Skipped)
      return [`${record.path} (${problem.reason})`]
    throw problem
  }
}

/** Puts back what a note says, and gives the names of what it could not. */
export async function putBackEntry(
  send: Send,
  credentials: Credentials,
  entry: Entry,
): Promise<'put back' | 'left'> {
  if (credentials[entry.as] === undefined) return 'left'
  const { status } = await write(send, credentials, entry).catch(() => ({ status: 0 }))
  return status === 200 ? 'put back' : 'left'
}

function entryOf({ record, before, names }: Borrowed, contract: Contract): Entry {
  return entryWith(record, valuesBack([...names], record, before, contract))
}

function entryWith(record: LastingRecord, values: Row): Entry {
  return { as: record.as, url: urlOf(record), values }
}

/** Whoever the suite has a credential of that may keep notes. */
export function keeperOf(send: Send, credentials: Credentials): NoteKeeper {
  const token = (credentials.admin ?? credentials.owner)?.token
  if (token === undefined)
    throw new Skipped('what has to be put back is noted down by an administrator or the owner')
  return { send, token }
}

async function valuesOf(
  send: Send,
  credentials: Credentials,
  record: LastingRecord,
): Promise<Row | undefined> {
  const token = credentials[record.as]?.token
  if (token === undefined) return undefined
  const { status, body } = await send({
    method: 'GET',
    url: urlOf(record),
    headers: { 'private-token': token },
  })
  const json = parseJson(body)
  return status === 200 && isRow(json) ? json : undefined
}

function write(send: Send, credentials: Credentials, { as, url, values }: Entry): Promise<WireReply> {
  const headers = { 'private-token': credentials[as]?.token ?? '', 'content-type': 'application/json' }
  return send({ method: 'PUT', url, headers, body: JSON.stringify(values) })
}

function textOf(problem: unknown): string {
  if (problem instanceof Interrupted || problem instanceof Skipped) return problem.reason
  throw problem
}
