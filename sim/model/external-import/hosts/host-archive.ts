import { encodeBundleSteps } from '../../../git/archive/bundle.ts'
import { mergeBase } from '../../../git/history.ts'
import type { ObjectStore } from '../../../git/objects.ts'
import { type Exchange, fetchRemote, type RemoteRef, transfer } from '../../../git/remote.ts'
import { peel } from '../../../git/revision.ts'
import { concatAll, utf8 } from '../../../lib/bytes.ts'
import { sha1Hex } from '../../../lib/hash.ts'
import type { Json } from '../../../lib/json.ts'
import { toJson } from '../../../lib/json.ts'
import { ndjson } from '../../../lib/ndjson.ts'
import type { CallOut } from '../../../lib/outbound.ts'
import { Pace, type Steps } from '../../../lib/steps.ts'
import type { Instant } from '../../../time/calendar.ts'
import { ARCHIVE_VERSION, type Entry, places } from '../../project-export/archive/layout.ts'
import { tarGzSteps } from '../../project-export/archive/write-archive.ts'
import { ExternalHostRefusal } from './external-repository.ts'

// What another host holds is put into the form in which projects are exported, and read as every archive is: a row that
// makes no sense is passed over and told, and the rest is imported.

type Row = { readonly [name: string]: Json }

/** What a host tells of a repository, as rows of an archive. */
export interface HostContent {
  readonly project: Row
  readonly labels: readonly Row[]
  readonly milestones: readonly Row[]
  readonly issues: readonly Row[]
  readonly releases: readonly Row[]
  readonly merge_requests: readonly Row[]
}

/** The repository of a host, fetched. */
export interface HostRepository {
  readonly objects: ObjectStore
  readonly refs: readonly RemoteRef[]
}

export interface HostAddress {
  readonly cloneUrl: string
  /** The `Authorization` header for git. */
  readonly authorization: string
  /** References under which the host keeps the heads of what is to be merged; the number is the first group. */
  readonly heads: RegExp
}

/** Whoever did something on the host: nobody here is known by that number, so the importer stands for them. */
export const SOMEBODY = 1

/** Fetches a repository, with the heads of what is to be merged. Throws an ExternalHostRefusal or a GitError. */
export function* fetchHostRepository(at: HostAddress, callOut: CallOut): Steps<HostRepository> {
  const isWanted = (name: string) => /^refs\/(?:heads|tags)\//.test(name) || at.heads.test(name)
  const there = yield* fetchRemote(exchangeWith(at, callOut), isWanted)
  return {
    objects: there.objects.store(),
    refs: there.refs.map(({ name, id }) => ({
      id,
      name: name.replace(at.heads, 'refs/merge-requests/$1/head'),
    })),
  }
}

function exchangeWith({ cloneUrl, authorization }: HostAddress, callOut: CallOut): Exchange {
  return (method, path, body) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/x-git-upload-pack-request' }
    const headers = { Authorization: authorization, ...type }
    const call = { method, url: `${cloneUrl}${path}`, headers, ...transfer }
    const reply = callOut(body === undefined ? call : { ...call, body })
    if (!reply.reached) throw new ExternalHostRefusal(undefined, reply.message)
    if (reply.status !== 200) throw new ExternalHostRefusal(reply.status, `the repository cannot be fetched`)
    return reply.body
  }
}

/** An archive of what a host holds. */
export function* hostArchive(
  content: HostContent,
  { objects, refs }: HostRepository,
  uploads: readonly Entry[],
  now: Instant,
): Steps<Uint8Array> {
  const { project, ...relations } = content
  const pace = new Pace()
  const files: Entry[] = []
  for (const [name, rows] of Object.entries(relations)) {
    const lines: Uint8Array[] = []
    for (const row of rows) {
      const line = utf8(ndjson([row]))
      lines.push(line)
      if (pace.of(line.length)) yield
    }
    files.push({ path: places.relation(name), bytes: concatAll(lines) })
  }
  const born = refs.some(({ name }) => name.startsWith('refs/heads/'))
  return yield* tarGzSteps(
    [
      { path: places.version, bytes: utf8(ARCHIVE_VERSION) },
      { path: places.project, bytes: utf8(toJson(project)) },
      ...files,
      ...uploads,
      ...(born ? [{ path: places.repository, bytes: yield* encodeBundleSteps(objects, refs) }] : []),
    ],
    now,
  )
}

/** The commits that something is to be merged between. */
export function diffRow({ objects }: HostRepository, head: string | null, target: string | null): Row {
  const known = (id: string | null) => id !== null && objects.get(id)?.type === 'commit'
  const base =
    head !== null && target !== null && known(head) && known(target)
      ? mergeBase(objects, target, head)
      : undefined
  return { head_commit_sha: head, start_commit_sha: target, base_commit_sha: base ?? target }
}

/** The commit that a tag names. */
export function tagged({ objects, refs }: HostRepository, tag: string): string | null {
  const id = refs.find(({ name }) => name === `refs/tags/${tag}`)?.id
  return id === undefined ? null : (peel(objects, id, 'commit') ?? null)
}

/** The thread that begins with a comment. */
export function threadOf(host: string, comment: Json | undefined): string {
  return sha1Hex(utf8(`${host} ${toJson(comment ?? null)}`))
}
