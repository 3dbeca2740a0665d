import { apiRoot } from '../kit/client.ts'
import { again, Interrupted, Skipped } from '../kit/finding.ts'
import { isRow, isRows, parseJson, type Row } from '../kit/json.ts'
import type { Who, WireReply, WireRequest } from '../targets/target.ts'

/** What has to be put back: values of a record, by whose credential. */
export interface Entry {
  readonly as: Who
  /** With the query that tells the record from others. */
  readonly url: string
  readonly values: Row
}

/** A note on the target, from which another process puts back what a killed one could not. */
export interface Note {
  write(entries: readonly Entry[]): Promise<void>
  remove(): Promise<void>
}

export type Send = (request: WireRequest) => Promise<WireReply>

/** Somebody who keeps notes: private snippets of one account. */
export interface NoteKeeper {
  readonly send: Send
  readonly token: string
}

const ENDING = ' changes what is put back at once'
const NOTE = new RegExp(`^conform-[0-9a-z]{8,}-\\d+(-\\d+)*${ENDING}$`)

/** A note that was found. */
export interface FoundNote {
  readonly id: number
  readonly title: string
  readonly entries: readonly Entry[]
}

/**
 * Leaves an empty note. Only one run at a time changes what others rely on: whoever finds an older note waits until it is
 * gone, and gives up where it stays. Throws Skipped where no note can be left.
 */
export async function leaveNote(keeper: NoteKeeper, prefix: string): Promise<Note> {
  const title = `${prefix}${ENDING}`
  const content = 'If the run is over: forgery conform --clean puts back what the description says.\n'
  const snippet = { title, file_name: 'read-me.txt', content, visibility: 'private', description: '[]' }
  const made = await call(keeper, 'POST', 'snippets', snippet)
  const row = parseJson(made.body)
  if (made.status !== 201 || !isRow(row))
    throw new Skipped(
      `a note of what has to be put back cannot be left there: POST /snippets answers ${made.status}`,
    )
  const id = Number(row.id)
  const remove = async () => void (await call(keeper, 'DELETE', `snippets/${id}`))
  const older = await waited(keeper, id)
  if (older !== undefined) {
    await remove()
    throw new Skipped(
      `another run changes the installation: ${older.title}; if it was killed, --clean puts back`,
    )
  }
  return {
    remove,
    write: async (entries) => {
      const { status } = await call(keeper, 'PUT', `snippets/${id}`, { description: JSON.stringify(entries) })
      if (status !== 200) throw new Interrupted(`the note of what has to be put back answers ${status}`)
    },
  }
}

const MOST_LOOKS = 20

/** An older note that does not go. */
async function waited(keeper: NoteKeeper, id: number): Promise<FoundNote | undefined> {
  for (let look = 1; ; look++) {
    const older = (await notesOf(keeper)).find((note) => note.id < id)
    if (older === undefined || look === MOST_LOOKS) return older
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Notes that the account has, newest first. */
export async function notesOf(keeper: NoteKeeper): Promise<readonly FoundNote[]> {
  const rows = parseJson((await call(keeper, 'GET', 'snippets?per_page=100')).body)
  if (!isRows(rows)) return []
  return rows.flatMap(({ id, title, description }) =>
    typeof title === 'string' && NOTE.test(title)
      ? [{ id: Number(id), title, entries: entriesIn(String(description ?? '')) }]
      : [],
  )
}

export async function removeNote(keeper: NoteKeeper, { id }: FoundNote): Promise<void> {
  await call(keeper, 'DELETE', `snippets/${id}`)
}

function entriesIn(text: string): readonly Entry[] {
  const json = parseJson(text)
  if (!isRows(json)) return []
  return json.flatMap(({ as, url, values }) =>
    typeof as === 'string' && typeof url === 'string' && isRow(values ?? null)
      ? [{ as: as as Who, url, values: values as Row }]
      : [],
  )
}

async function call(
  { send, token }: NoteKeeper,
  method: string,
  path: string,
  params?: Row,
): Promise<WireReply> {
  const headers = {
    'private-token': token,
    ...(params === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const body = params === undefined ? {} : { body: JSON.stringify(params) }
  return await again(() => send({ method, url: `${apiRoot}/${path}`, headers, ...body }))
}
