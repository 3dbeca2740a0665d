import { apiRoot, type Call } from '../kit/client.ts'
import { Interrupted, Skipped } from '../kit/finding.ts'
import { isRow, isRows, parseJson, type Row } from '../kit/json.ts'
import type { finderOf } from '../report/tried.ts'
import { type Door, type ParentGroup, textOf } from '../targets/target.ts'
import { remove } from './removal.ts'

export interface Sweeping {
  /** What could not be removed is added here. */
  readonly left: string[]
  /** The group that is removed at the end of the run with all that is in it. */
  readonly below: ParentGroup | undefined
  /** A stage in a part of it has ended. */
  leave(part: ParentGroup): Promise<void>
  /** True once that group was removed. */
  insideIsGone?: boolean
  /** The operation that a call reached, which checks also write out themselves. */
  readonly find: ReturnType<typeof finderOf>
}

/** Deletes what a check left on a target that cannot go back, newest first, each by whoever made it. */
export async function sweep(door: Door, journal: readonly Call[], sweeping: Sweeping): Promise<void> {
  const { left, below } = sweeping
  // What was moved to another place does not go with its group.
  const moved = journal.some(
    (call) => call.reply.status < 300 && operationOf(call, sweeping).endsWith('/transfer'),
  )
  const deleted = new Set(journal.flatMap(deletion))
  for (const call of [...journal].reverse()) {
    const { request, reply } = call
    if (reply.status !== 201 && reply.status !== 0) continue
    const operation = operationOf(call, sweeping)
    const { 'content-type': _type, ...headers } = request.headers
    const made = reply.status === 0 ? await arrived(door, operation, request) : parseJson(reply.body)
    if (!isRow(made)) continue
    const paths = makes[operation]?.(made) ?? []
    if (paths.length === 0 || paths.some((one) => deleted.has(`${apiRoot}/${one}`))) continue
    // Some imports answer with a slash in front.
    const path = String(made.full_path ?? made.path_with_namespace ?? '').replace(/^\//, '')
    if (!moved && below !== undefined && path.startsWith(`${below.path}/`)) continue
    if (operation === 'POST /groups' && (moved || !path.includes('/')))
      await moveInside(door, headers, paths, sweeping)
    let gone = false
    for (const one of paths) {
      gone = (await remove(door, headers, one)) !== 'left'
      if (gone) break
    }
    if (!gone && !renewals.includes(operation)) left.push(path === '' ? (paths[0] as string) : path)
  }
  await shut(door, left)
}

function operationOf({ operation, request: { method, url } }: Call, { find }: Sweeping): string {
  if (makes[operation] !== undefined || !url.startsWith(apiRoot)) return operation
  const [path = ''] = url.slice(apiRoot.length).split('?', 1)
  return find(method, path)?.id ?? operation
}

/** Where a call has deleted something at once; what is only marked is still there. */
function deletion({ request: { method, url }, reply }: Call): readonly string[] {
  return method === 'DELETE' && reply.status === 204 ? [url] : []
}

/** A top-level group may wait for days until it is deleted, one below another need not. */
async function moveInside(
  door: Door,
  headers: { readonly [name: string]: string },
  [url]: readonly string[],
  { below, insideIsGone }: Sweeping,
): Promise<void> {
  if (below === undefined || insideIsGone) return
  try {
    const body = JSON.stringify({ group_id: below.id })
    await door.send({
      method: 'POST',
      url: `${apiRoot}/${url}/transfer`,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  } catch (problem) {
    if (!(problem instanceof Interrupted || problem instanceof Skipped)) throw problem
  }
}

export async function shut(door: Door, left: string[]): Promise<void> {
  try {
    await door.close()
  } catch (problem) {
    if (!(problem instanceof Interrupted)) throw problem
    left.push(`the state before the run (${problem.reason})`)
  }
}

/** The group or project that a call made whose reply never came, if it did. */
async function arrived(door: Door, operation: string, { headers, body }: Call['request']) {
  const kind =
    operation === 'POST /groups' ? 'groups' : operation === 'POST /projects' ? 'projects' : undefined
  const sent = body === undefined ? undefined : parseJson(textOf(body))
  if (kind === undefined || !isRow(sent) || typeof sent.path !== 'string') return undefined
  const { path } = sent
  const { 'content-type': _type, ...by } = headers
  const url = `${apiRoot}/${kind}?owned=true&search=${encodeURIComponent(path)}`
  const reply = await door.send({ method: 'GET', url, headers: by }).catch(() => undefined)
  const rows = parseJson(reply?.body ?? '')
  return isRows(rows) ? rows.find((row) => row.path === path) : undefined
}

/** What gives a runner another token, with which alone it may be removed. */
const renewals = ['POST /runners/:id/reset_authentication_token', 'POST /runners/reset_authentication_token']

const ofProject = ({ id }: Row) => [`projects/${id}`]

/** Operations that make something which outlives the throw-away group, and what to delete; the first that works. */
const makes: { readonly [operation: string]: ((made: Row) => readonly string[]) | undefined } = {
  'POST /groups': ({ id }) => [`groups/${id}`],
  'POST /projects': ofProject,
  'POST /projects/:id/fork': ofProject,
  'POST /projects/import': ofProject,
  'POST /projects/remote-import': ofProject,
  'POST /projects/remote-import-s3': ofProject,
  'POST /import/extgit': ofProject,
  'POST /import/extserver': ofProject,
  'POST /projects/user/:user_id': ofProject,
  'POST /snippets': ({ id }) => [`snippets/${id}`],
  'POST /user/keys': ({ id }) => [`user/keys/${id}`],
  // By its token, unless it was given another one: members may not delete a runner of several projects.
  ...Object.fromEntries(renewals.map((operation) => [operation, ({ token }) => [`runners?token=${token}`]])),
  'POST /runners': ({ id, token }) => [`runners?token=${token}`, `runners/${id}`],
}
