import type { Json } from '../../../lib/json.ts'
import type { CallOut } from '../../../lib/outbound.ts'
import { withoutEnd } from '../../../lib/trim.ts'
import { DEFAULT_LABEL_COLOR } from '../../labels/named-labels.ts'
import type { ImportStats } from '../../project-import/project-import.ts'
import type { OptionalStages } from '../optional-stages.ts'
import { AskedOneByOne } from './asked-one-by-one.ts'
import { withAttachments } from './attachments.ts'
import { collaboratorsOf } from './collaborators.ts'
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
  tagged,
  threadOf,
} from './host-archive.ts'
import {
  basicAuthorization,
  getList,
  getObject,
  nextLink,
  numberIn,
  type RestClient,
  type Row,
  rowIn,
  rowsIn,
  textIn,
} from './rest.ts'
import { happened, isUnderstood } from './timeline.ts'

/** Where a host has its API. */
const API = '/api/v3'

interface Host {
  readonly callOut: CallOut
  /** Whether the address is that of its API. */
  readonly isApi: boolean
  readonly url: string
  readonly token: string
  readonly pageSize?: number | undefined
  readonly stages: OptionalStages
}

/** A repository of a hosted service at a given address, by its number. */
export function extgitRepository(
  { callOut, isApi, url, token, pageSize = 100, stages }: Host,
  repository: string,
): ExternalRepository {
  const address = withoutEnd(url, '/')
  const host = isApi && address.endsWith(API) ? address.slice(0, -API.length) : address
  const root = isApi ? address : `${address}${API}`
  const rest: RestClient = {
    callOut,
    headers: { Accept: 'application/vnd.github+json', Authorization: `token ${token}` },
  }
  const found = () => getObject(rest, `${root}/repositories/${encodeURIComponent(repository)}`)
  return {
    about: () => repositoryIn(found()),
    *fetch(now, to) {
      const row = found()
      const { fullName } = repositoryIn(row)
      const asked = new AskedOneByOne(callOut)
      const counted = { ...rest, callOut: asked.callOut }
      const listed = listsOf(counted, `${root}/repos/${fullName}`, { pageSize, stages, asked })
      const collaborators = stages.collaborators
        ? collaboratorsOf(
            listed.collaborators,
            (login) => accountOf(counted, `${root}/users/${login}`),
            asked,
          )
        : []
      const address = {
        cloneUrl: textIn(row, 'clone_url') ?? '',
        authorization: basicAuthorization(token, 'x-oauth-basic'),
        heads: /^refs\/pull\/(\d+)\/head$/,
      }
      const lent = yield* fetchHostRepository(address, asked.callOut)
      const { content, counts } = told(row, listed, lent, to.importer)
      const linked = { host, fullName, token, projectUrl: to.projectUrl }
      const taken = stages.attachments
        ? withAttachments(content, linked, asked)
        : { content, files: [], counts: {} }
      return {
        archive: yield* hostArchive(taken.content, lent, taken.files, now),
        counts: { ...counts, ...taken.counts, collaborator: collaborators.length },
        failures: [...unreviewed(listed), ...asked.failures()],
        collaborators,
      }
    },
  }
}

function repositoryIn(row: Row): ExternalRepositoryDetails {
  const fullName = textIn(row, 'full_name')
  const name = textIn(row, 'name')
  if (fullName === null || name === null) throw new ExternalHostRefusal(200, 'the answer is no repository')
  // It counts in kibibytes.
  return { fullName, name, private: row.private === true, bytes: (numberIn(row, 'size') ?? 0) * 1024 }
}

/** What the host lists. */
interface Listed {
  readonly labels: readonly Row[]
  readonly milestones: readonly Row[]
  readonly issues: readonly Row[]
  readonly pulls: readonly Row[]
  readonly comments: Threads
  readonly lineComments: Threads
  readonly reviews: Threads
  /** Who merged the pull request of a number; lists do not say so. */
  readonly mergers: ReadonlyMap<number | null, Row>
  readonly releases: readonly Row[]
  /** What happened to issues and pull requests, where that was wished. */
  readonly timelines: Threads
  readonly collaborators: (affiliation: 'direct' | 'outside') => readonly Row[]
}
/** Rows by the number of what they belong to. */
type Threads = ReadonlyMap<number | null, readonly Row[]>

/** Pull requests that are asked about one by one; of others it is told that they were not. */
const MOST_ASKED = 400

interface Asking {
  readonly pageSize: number
  readonly stages: OptionalStages
  readonly asked: AskedOneByOne
}

function listsOf(rest: RestClient, at: string, { pageSize, stages, asked: budget }: Asking): Listed {
  const all = (path: string) =>
    getList(rest, `${at}${path}${path.includes('?') ? '&' : '?'}per_page=${pageSize}`, nextLink)
  const pulls = all('/pulls?state=all&sort=created&direction=asc')
  const asked = pulls.slice(0, MOST_ASKED)
  const numbered = <T>(rows: readonly Row[], of: (number: number) => T) =>
    new Map(rows.map((pull) => numberIn(pull, 'number')).map((number) => [number, of(number ?? 0)] as const))
  // A repository may have its issues switched off.
  const issues = known(() => all('/issues?state=all&sort=created&direction=asc'), []).filter(
    ({ pull_request: pull }) => pull == null,
  )
  const each = (rows: readonly Row[], relation: string, of: string, path: (number: number) => string) =>
    numbered(rows, (number) => budget.ask(relation, of, () => known(() => all(path(number)), []), []))
  const both = [...issues, ...pulls]
  const comments = () =>
    byNumber(
      known(() => all('/issues/comments'), []),
      'issue_url',
    )
  return {
    labels: all('/labels'),
    milestones: all('/milestones?state=all'),
    issues,
    pulls,
    comments: stages.notes
      ? each(both, 'notes', 'Comments on N issues and pull requests', (n) => `/issues/${n}/comments`)
      : comments(),
    lineComments: stages.notes
      ? each(pulls, 'diff_notes', 'Comments on the lines of N pull requests', (n) => `/pulls/${n}/comments`)
      : byNumber(all('/pulls/comments'), 'pull_request_url'),
    timelines: stages.events
      ? each(both, 'issue_events', 'Events of N issues and pull requests', (n) => `/issues/${n}/timeline`)
      : new Map(),
    collaborators: (affiliation) => all(`/collaborators?affiliation=${affiliation}`),
    reviews: numbered(asked, (number) => known(() => all(`/pulls/${number}/reviews`), [])),
    mergers: numbered(asked.filter(isMerged), (number) =>
      known(() => rowIn(getObject(rest, `${at}/pulls/${number}`), 'merged_by') ?? {}, {}),
    ),
    releases: known(() => all('/releases'), []),
  }
}

function accountOf(rest: RestClient, url: string): Row | undefined {
  return known(() => getObject(rest, url), undefined)
}

function isMerged(pull: Row): boolean {
  return textIn(pull, 'merged_at') !== null
}

// Hosts of the same language may lack this.
function known<T>(ask: () => T, otherwise: T): T {
  try {
    return ask()
  } catch (problem) {
    if (problem instanceof ExternalHostRefusal && (problem.status === 404 || problem.status === 410))
      return otherwise
    throw problem
  }
}

function byNumber(rows: readonly Row[], name: string): Threads {
  const found = new Map<number | null, Row[]>()
  for (const row of rows) {
    const number = Number(/\/(\d{1,9})$/.exec(textIn(row, name) ?? '')?.[1])
    found.set(number, [...(found.get(number) ?? []), row])
  }
  return found
}

function told(row: Row, listed: Listed, repository: HostRepository, importer: string) {
  const createdAt = row.created_at ?? null
  const labels = new Map(labelsIn(listed).map((label) => [textIn(label, 'name') ?? '', labelRow(label)]))
  const milestones = new Map(milestonesIn(listed).map((it) => [textIn(it, 'title') ?? '', milestoneRow(it)]))
  const numbers = (rows: readonly Row[]) => new Set(rows.map((it) => numberIn(it, 'number')))
  const nameable = {
    ...{ labels, milestones, importer },
    issues: numbers(listed.issues),
    pulls: numbers(listed.pulls),
  }
  const changed = (number: number | null) => happened(listed.timelines.get(number) ?? [], nameable)
  const notesOn = (number: number | null) =>
    (listed.comments.get(number) ?? []).map((comment) => noteRow(comment, {}))
  const issues = listed.issues.map((issue) => {
    const number = numberIn(issue, 'number')
    const { notes, ...changes } = changed(number)
    return { ...issuable(issue, createdAt), ...changes, notes: [...notesOn(number), ...notes] }
  })
  const pulls = listed.pulls.map((pull): Row & { readonly notes: readonly Row[] } => {
    const number = numberIn(pull, 'number')
    const lines = listed.lineComments.get(number) ?? []
    const reviews = (listed.reviews.get(number) ?? []).flatMap(reviewNote)
    const comments = lines.map((line) => lineNote(line, pull, repository))
    const { notes, ...changes } = changed(number)
    const merger = mergerNote(pull, listed.mergers.get(number))
    return {
      ...pullRow(pull, repository, createdAt),
      ...changes,
      notes: [...notesOn(number), ...comments, ...reviews, ...merger, ...notes],
    }
  })
  const releases = listed.releases
    .filter(({ draft }) => draft !== true)
    .map((it) => releaseRow(it, repository))
  const content = {
    project: {
      description: row.description ?? null,
      default_branch: row.default_branch ?? null,
      visibility_level: 0,
    },
    labels: once(listed.labels, 'name').map(labelRow),
    milestones: once(listed.milestones, 'title').map(milestoneRow),
    issues,
    releases,
    merge_requests: pulls,
  }
  return { content, counts: counted(content, listed, pulls) }
}

// Issues name labels and milestones that the lists may lack.
function labelsIn({ labels, issues, pulls }: Listed): readonly Row[] {
  return [...[...issues, ...pulls].flatMap((it) => rowsIn(it, 'labels')), ...labels]
}

function milestonesIn({ milestones, issues, pulls }: Listed): readonly Row[] {
  return [
    ...[...issues, ...pulls].map((it) => rowIn(it, 'milestone')).filter((it) => it !== undefined),
    ...milestones,
  ]
}

function unreviewed({ pulls }: Listed): NonNullable<FetchedRepository['failures']> {
  const left = pulls.length - MOST_ASKED
  return left > 0
    ? [{ relation: 'pull_request_reviews', message: `Reviews of ${left} pull requests were not asked for` }]
    : []
}

function counted(
  content: {
    readonly labels: readonly Row[]
    readonly milestones: readonly Row[]
    readonly issues: readonly Row[]
  },
  listed: Listed,
  pulls: readonly Row[],
): ImportStats['fetched'] {
  const sum = (threads: Threads) => [...threads.values()].reduce((total, rows) => total + rows.length, 0)
  return {
    diff_note: sum(listed.lineComments),
    issue: content.issues.length,
    issue_event: [...listed.timelines.values()].flat().filter(isUnderstood).length,
    label: content.labels.length,
    milestone: content.milestones.length,
    note: sum(listed.comments),
    pull_request: pulls.length,
    pull_request_merged_by: pulls.filter(({ state }) => state === 'merged').length,
    pull_request_review: sum(listed.reviews),
    release: listed.releases.filter(({ draft }) => draft !== true).length,
  }
}

// Duplicates would get the same name.
function once(rows: readonly Row[], name: string): readonly Row[] {
  return [...new Map(rows.map((row) => [textIn(row, name), row])).values()]
}

function labelRow(label: Row): Row {
  const color = textIn(label, 'color')
  return {
    title: label.name ?? null,
    color: color === null ? DEFAULT_LABEL_COLOR : `#${color}`,
    description: label.description ?? null,
    type: 'ProjectLabel',
  }
}

function milestoneRow(milestone: Row): Row {
  return {
    iid: milestone.number ?? 1,
    title: milestone.title ?? null,
    description: milestone.description ?? null,
    state: milestone.state === 'closed' ? 'closed' : 'active',
    due_date: textIn(milestone, 'due_on')?.slice(0, 10) ?? null,
    created_at: milestone.created_at ?? null,
  }
}

/** What an issue and a pull request have in common. */
function issuable(row: Row, createdAt: Json) {
  const closed = row.state === 'closed'
  const milestone = rowIn(row, 'milestone')
  return {
    iid: row.number ?? null,
    title: row.title ?? null,
    description: createdBy(row, textIn(row, 'body')),
    state: closed ? 'closed' : 'opened',
    discussion_locked: row.locked === true ? true : null,
    created_at: row.created_at ?? createdAt,
    updated_at: row.updated_at ?? row.created_at ?? createdAt,
    closed_at: closed ? (row.closed_at ?? createdAt) : null,
    // The host's lists do not say who did it.
    closed_by_id: null,
    label_links: rowsIn(row, 'labels').map((label) => ({ label: labelRow(label) })),
    milestone: milestone === undefined ? null : milestoneRow(milestone),
  } satisfies Row
}

function pullRow(pull: Row, repository: HostRepository, createdAt: Json): Row {
  const common = issuable(pull, createdAt)
  const merged = isMerged(pull)
  const { closed_at: closedAt, closed_by_id: closedBy, ...row } = common
  const [head, base] = [rowIn(pull, 'head'), rowIn(pull, 'base')]
  return {
    ...row,
    state: merged ? 'merged' : common.state,
    source_branch: sourceBranch(pull),
    target_branch: base?.ref ?? null,
    merge_commit_sha: merged ? (pull.merge_commit_sha ?? null) : null,
    diff_head_sha: head?.sha ?? null,
    merge_request_diff: {
      ...diffRow(repository, textIn(head, 'sha'), textIn(base, 'sha')),
      created_at: common.created_at,
    },
    metrics: merged
      ? { merged_at: pull.merged_at ?? null, merged_by_id: null }
      : { latest_closed_at: closedAt, latest_closed_by_id: closedBy },
  }
}

// The branch of a fork, which may be gone with it, must not be taken for one of the repository itself.
function sourceBranch(pull: Row): Json {
  const [head, base] = [rowIn(pull, 'head'), rowIn(pull, 'base')]
  const ref = textIn(head, 'ref')
  if (ref === null) return null
  const [from, to] = [rowIn(head, 'repo'), rowIn(base, 'repo')]
  const owner = textIn(rowIn(head, 'user'), 'login') ?? textIn(rowIn(from, 'owner'), 'login')
  const elsewhere = head?.repo === null || (from?.id !== undefined && from.id !== to?.id)
  if (elsewhere && owner !== null) return `github/fork/${owner}/${ref}`
  return ref === base?.ref ? `${ref}-${numberIn(pull, 'number') ?? 0}` : ref
}

/** A text and who wrote it on the host. */
function createdBy(row: Row, text: string | null): string | null {
  const login = textIn(rowIn(row, 'user'), 'login')
  return login === null || login === '' ? text : `*Created by: ${login}*\n\n${text ?? ''}`
}

function noteRow(comment: Row, more: Row): Row {
  const at = comment.created_at ?? comment.submitted_at ?? null
  const note = createdBy(comment, textIn(comment, 'body'))
  return { note, created_at: at, updated_at: comment.updated_at ?? at, ...more }
}

/** A comment on a line of the diff; one on commits that are gone is a plain comment of the same thread. */
function lineNote(comment: Row, pull: Row, { objects }: HostRepository): Row {
  const latest = textIn(comment, 'commit_id')
  const isThere = latest !== null && numberIn(comment, 'line') !== null && objects.get(latest) !== undefined
  const head = isThere ? latest : textIn(comment, 'original_commit_id')
  const line = numberIn(comment, isThere ? 'line' : 'original_line')
  const start = textIn(rowIn(pull, 'base'), 'sha')
  const left = comment.side === 'LEFT'
  const discussion_id = threadOf('line', comment.in_reply_to_id ?? comment.id)
  // A comment on a whole file.
  if (line === null) return noteRow(comment, { type: 'DiscussionNote', discussion_id })
  return noteRow(comment, {
    type: 'DiffNote',
    discussion_id,
    position: {
      ...between({ objects, refs: [] }, head, start),
      position_type: 'text',
      old_path: comment.path ?? null,
      new_path: comment.path ?? null,
      old_line: left ? line : null,
      new_line: left ? null : line,
    },
  })
}

function between(repository: HostRepository, head: string | null, start: string | null): Row {
  const { base_commit_sha, start_commit_sha, head_commit_sha } = diffRow(repository, head, start)
  return {
    base_sha: base_commit_sha ?? null,
    start_sha: start_commit_sha ?? null,
    head_sha: head_commit_sha ?? null,
  }
}

/** Who merged it, whom nobody here is; the host may have forgotten it. */
function mergerNote(pull: Row, merger: Row | undefined): readonly Row[] {
  if (merger === undefined) return []
  const at = pull.merged_at ?? null
  const time = (textIn(pull, 'merged_at') ?? '').replace(/T(.*?)(?:\.\d+)?Z$/, ' $1 UTC')
  return [
    { note: `*Merged by: ${textIn(merger, 'login') ?? 'ghost'} at ${time}*`, created_at: at, updated_at: at },
  ]
}

const verdicts: { readonly [state: string]: string } = {
  APPROVED: 'Approved',
  CHANGES_REQUESTED: 'Changes requested',
  COMMENTED: 'Commented',
  DISMISSED: 'Dismissed',
}

/** A review says something, or at least that it approves. */
function reviewNote(review: Row): readonly Row[] {
  const [state, body] = [textIn(review, 'state') ?? '', textIn(review, 'body') ?? '']
  if (body === '' && state !== 'APPROVED') return []
  const header = `**Review:** ${verdicts[state] ?? 'Commented'}`
  return [noteRow({ ...review, body: body === '' ? header : `${header}\n\n${body}` }, {})]
}

function releaseRow(release: Row, repository: HostRepository): Row {
  const tag = textIn(release, 'tag_name')
  const createdAt = release.created_at ?? null
  return {
    tag,
    name: textIn(release, 'name') ?? tag,
    description: release.body ?? null,
    sha: tag === null ? null : tagged(repository, tag),
    created_at: createdAt,
    updated_at: release.published_at ?? createdAt,
    released_at: release.published_at ?? createdAt,
    author_id: SOMEBODY,
  }
}
