import type { CallOut, RemoteAnswer } from '../../../lib/outbound.ts'
import type { Steps } from '../../../lib/steps.ts'
import { withoutEnd } from '../../../lib/trim.ts'
import { type Instant, isoTime } from '../../../time/calendar.ts'
import {
  ExternalHostRefusal,
  type ExternalRepository,
  type ExternalRepositoryDetails,
  type FetchedRepository,
} from './external-repository.ts'
import {
  diffRow,
  fetchHostRepository,
  type HostRepository,
  hostArchive,
  SOMEBODY,
  threadOf,
} from './host-archive.ts'
import {
  basicAuthorization,
  getList,
  getObject,
  isRow,
  numberIn,
  type RestClient,
  type Row,
  rowIn,
  rowsIn,
  textIn,
} from './rest.ts'

export interface ServerLogin {
  readonly url: string
  readonly username: string
  readonly token: string
}

/** A repository of a self-hosted server: `KEY/slug`. */
export function extserverRepository(
  callOut: CallOut,
  { url, username, token }: ServerLogin,
  repository: string,
): ExternalRepository {
  const base = withoutEnd(url, '/')
  const [key = '', slug = ''] = repository.split('/').map(encodeURIComponent)
  const at = `${base}/rest/api/1.0/projects/${key}/repos/${slug}`
  const rest: RestClient = {
    callOut,
    headers: { Accept: 'application/json', Authorization: basicAuthorization(username, token) },
  }
  const found = () => getObject(rest, at)
  return {
    about: () => repositoryIn(found()),
    fetch: (now) => told(rest, at, found(), { url: base, username, token }, now),
  }
}

function repositoryIn(row: Row): ExternalRepositoryDetails {
  const slug = textIn(row, 'slug')
  const key = textIn(rowIn(row, 'project'), 'key')
  if (slug === null || key === null) throw new ExternalHostRefusal(200, 'the answer is no repository')
  return {
    fullName: `${key}/${slug}`,
    name: textIn(row, 'name') ?? slug,
    private: row.public !== true,
    bytes: 0,
  }
}

function* told(
  rest: RestClient,
  at: string,
  row: Row,
  { url, username, token }: ServerLogin,
  now: Instant,
): Steps<FetchedRepository> {
  const { fullName } = repositoryIn(row)
  const all = (path: string) =>
    getList(rest, `${at}${path}${path.includes('?') ? '&' : '?'}limit=100&start=0`, nextPage, (json) =>
      isRow(json) ? (json.values ?? []) : json,
    )
  const http = rowsIn(rowIn(row, 'links'), 'clone').find(({ name: kind }) => kind === 'http')
  const branch = askedForDefaultBranch(rest, at)
  const listed = all('/pull-requests?state=ALL&order=OLDEST').map(
    (pull) => [pull, all(`/pull-requests/${numberIn(pull, 'id') ?? 0}/activities`)] as const,
  )
  const address = {
    cloneUrl: textIn(http, 'href') ?? `${url}/scm/${fullName}.git`,
    authorization: basicAuthorization(username, token),
    heads: /^refs\/pull-requests\/(\d+)\/from$/,
  }
  const repository = yield* fetchHostRepository(address, rest.callOut)
  const content = {
    project: { description: row.description ?? null, default_branch: branch, visibility_level: 0 },
    labels: [],
    milestones: [],
    issues: [],
    releases: [],
    merge_requests: listed.map(([pull, activities]) => pullRow(pull, activities, repository)),
  }
  // Imports from a self-hosted server are not counted (external-import#extserver-success).
  return { archive: yield* hostArchive(content, repository, [], now), counts: {} }
}

function askedForDefaultBranch(rest: RestClient, at: string): string | null {
  try {
    return textIn(getObject(rest, `${at}/default-branch`), 'displayId')
  } catch (problem) {
    // An empty repository has none.
    if (problem instanceof ExternalHostRefusal) return null
    throw problem
  }
}

function nextPage({ body }: RemoteAnswer, url: string): string | undefined {
  const start = /"nextPageStart"\s*:\s*(\d{1,9})/.exec(new TextDecoder().decode(body))?.[1]
  return start === undefined ? undefined : url.replace(/start=\d+$/, () => `start=${start}`)
}

const states = { OPEN: 'opened', MERGED: 'merged', DECLINED: 'closed' } as const

function pullRow(pull: Row, activities: readonly Row[], repository: HostRepository): Row {
  const [from, to] = [rowIn(pull, 'fromRef'), rowIn(pull, 'toRef')]
  const word = textIn(pull, 'state') ?? ''
  const state = Object.hasOwn(states, word) ? states[word as keyof typeof states] : 'opened'
  const createdAt = timeOf(pull, 'createdDate')
  const ended = timeOf(pull, 'closedDate') ?? timeOf(pull, 'updatedDate') ?? createdAt
  const merge = rowIn(rowIn(pull, 'properties'), 'mergeCommit')
  return {
    iid: pull.id ?? null,
    title: pull.title ?? null,
    description: pull.description ?? null,
    state,
    source_branch: from?.displayId ?? null,
    target_branch: to?.displayId ?? null,
    created_at: createdAt,
    updated_at: timeOf(pull, 'updatedDate') ?? createdAt,
    merge_commit_sha: merge?.id ?? null,
    diff_head_sha: from?.latestCommit ?? null,
    merge_request_diff: {
      ...diffRow(repository, textIn(from, 'latestCommit'), textIn(to, 'latestCommit')),
      created_at: createdAt,
    },
    metrics: {
      ...(state === 'merged' && { merged_at: ended, merged_by_id: SOMEBODY }),
      ...(state === 'closed' && { latest_closed_at: ended, latest_closed_by_id: SOMEBODY }),
    },
    resource_state_events: state === 'opened' ? [] : [{ state, user_id: SOMEBODY, created_at: ended }],
    // The latest comes first.
    notes: activities
      .filter(({ action }) => action === 'COMMENTED')
      .reverse()
      .flatMap((activity) => thread(activity, repository)),
  }
}

/** A comment with the answers to it; on a line of the diff, where it is on one. */
function thread(activity: Row, repository: HostRepository): readonly Row[] {
  const comment = rowIn(activity, 'comment')
  if (comment === undefined) return []
  const anchor = rowIn(activity, 'commentAnchor')
  const [head, line] = [textIn(anchor, 'toHash'), numberIn(anchor, 'line')]
  const isOnLine = anchor !== undefined && line !== null && repository.objects.get(head ?? '') !== undefined
  const answers = rowsIn(comment, 'comments')
  const discussion =
    isOnLine || answers.length > 0 ? { discussion_id: threadOf('server', comment.id) } : undefined
  const about = isOnLine
    ? { ...discussion, type: 'DiffNote', position: positionOf(anchor, line, repository) }
    : { ...discussion, ...(discussion && { type: 'DiscussionNote' }) }
  return [comment, ...answers].map((it) => ({
    note: it.text ?? null,
    created_at: timeOf(it, 'createdDate'),
    updated_at: timeOf(it, 'updatedDate') ?? timeOf(it, 'createdDate'),
    ...about,
  }))
}

function positionOf(anchor: Row, line: number, repository: HostRepository): Row {
  const { base_commit_sha, start_commit_sha, head_commit_sha } = diffRow(
    repository,
    textIn(anchor, 'toHash'),
    textIn(anchor, 'fromHash'),
  )
  const removed = anchor.lineType === 'REMOVED'
  return {
    base_sha: base_commit_sha ?? null,
    start_sha: start_commit_sha ?? null,
    head_sha: head_commit_sha ?? null,
    position_type: 'text',
    old_path: anchor.srcPath ?? anchor.path ?? null,
    new_path: anchor.path ?? null,
    old_line: removed ? line : null,
    new_line: removed ? null : line,
  }
}

// Milliseconds since 1970.
function timeOf(row: Row | undefined, name: string): string | null {
  const at = numberIn(row, name)
  return at === null || Math.abs(at) > 8e15 ? null : isoTime(at)
}
