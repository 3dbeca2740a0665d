import { commitDetailEntity, listedCommitEntity, referenceEntity } from '../../entities/commit.ts'
import { diffEntity } from '../../entities/diff.ts'
import { mergeRequestEntity } from '../../entities/merge-request.ts'
import { log, logSteps } from '../../git/history.ts'
import type { LogEntry, LogOptions } from '../../git/log-options.ts'
import { topologically } from '../../git/topological.ts'
import { since } from '../../lib/dialect.ts'
import { withoutEnds } from '../../lib/trim.ts'
import { commitOf, referenceOf, referencesTo, referenceTypes } from '../../model/branches/branches.ts'
import { type ProjectCommit, projectCommit } from '../../model/commits/project-commit.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { mergeRequestsWith } from '../../model/merge-requests/with-commit.ts'
import type { Project } from '../../model/projects/project.ts'
import { changesOf } from '../../model/repository/file-changes.ts'
import { isEmpty } from '../../model/repository/new-commit.ts'
import { commitNamed, namedCommits } from '../../model/repository/project-objects.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import {
  chainListings,
  indexListing,
  type Listing,
  listingOf,
  mapListing,
  mergeListings,
} from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, datetime, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { unidiff } from '../shared/unidiff.ts'

const sha = required(string({ about: 'Commit, branch or tag' }))

export const listCommits = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/commits',
    summary: 'List the commits of a project, newest first',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params: {
      ref_name: string({
        about: 'Branch, tag, commit, or a range of them, as `v1..v2`; the default branch if omitted',
      }),
      since: datetime(),
      until: datetime(),
      path: string({ about: 'Only commits that change this file or directory' }),
      author: string({ about: 'Part of the name or email address of the author' }),
      all: boolean({ about: 'Commits of all branches and tags' }),
      with_stats: boolean({ about: 'Includes the number of added and removed lines' }),
      first_parent: boolean({ about: 'Follows only the first parent of merge commits' }),
      order: withDefault(
        oneOf(['default', 'topo'], { about: 'By date, or no commit before its children (`topo`)' }),
        'default',
      ),
      trailers: boolean({ about: 'Shows the trailers of each message' }),
    },
    answers: { many: listedCommitEntity, totals: false },
    beyond: true,
  },
  function* ({ world, project, params }) {
    if (isEmpty(world, project)) throw notFound('Repository')
    const repository = repositoryOf(world, project)
    const { head, exclude } = rangeOf(world, project, params.ref_name || project.defaultBranch)
    const starts = params.all ? namedCommits(world, project) : head === undefined ? [] : [head]
    const path = withoutEnds(params.path ?? '', '/')
    const options = {
      ...(path && { path }),
      ...(params.first_parent && { firstParent: true }),
      ...(exclude !== undefined && !params.all && { exclude: [exclude] }),
    }
    const { objects } = repository
    if (params.order !== 'topo')
      return commitList(project, () => log(objects, starts, options), filter(params))
    // Which commits touch a path is told by a walk of its own: the order is that of the whole history.
    const { path: _, ...whole } = options as LogOptions
    const sorted = yield* topologically(yield* logSteps(objects, starts, whole), whole.firstParent)
    if (path === '') return commitList(project, () => sorted, filter(params))
    const touching = new Set((yield* logSteps(objects, starts, options)).map(({ id }) => id))
    return commitList(project, () => sorted.filter(({ id }) => touching.has(id)), filter(params))
  },
)

interface CommitRange {
  readonly head: string | undefined
  readonly exclude?: string
}

/** A commit, or a range of `from..to`, in which an end that is left out is the default branch. */
function rangeOf(world: World, project: Project, name: string): CommitRange {
  const [from, to, more] = name.split('..')
  if (to === undefined || more !== undefined) return { head: commitNamed(world, project, name) }
  const exclude = commitNamed(world, project, from || project.defaultBranch)
  if (exclude === undefined) return { head: undefined }
  return { head: commitNamed(world, project, to || project.defaultBranch), exclude }
}

interface CommitFilter {
  readonly since?: number | null | undefined
  readonly until?: number | null | undefined
  readonly author?: string | null | undefined
}

function filter({ since, until, author }: CommitFilter): (entry: LogEntry) => boolean {
  const wanted = author?.toLowerCase()
  return ({ commit }) =>
    (since == null || commit.committer.at >= since) &&
    (until == null || commit.committer.at <= until) &&
    (!wanted || `${commit.author.name} <${commit.author.email}>`.toLowerCase().includes(wanted))
}

/** Reads the history no further than the requested page. */
function commitList(
  project: Project,
  walk: () => Iterable<LogEntry>,
  matches: (entry: LogEntry) => boolean,
): Listing<ProjectCommit> {
  function* rows() {
    for (const entry of walk()) if (matches(entry)) yield projectCommit(project, entry)
  }
  return {
    rows,
    count(limit) {
      let counted = 0
      for (const _ of rows()) if (++counted >= limit) break
      return counted
    },
  }
}

const byJob = since('commits#later-by-job', ['job_token'])

export const getCommit = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha',
    accepts: byJob,
    summary: 'Get a commit',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params: {
      sha,
      stats: withDefault(boolean({ about: 'Includes the number of added and removed lines' }), true),
    },
    dotted: ['sha'],
    answers: { one: commitDetailEntity },
    beyond: true,
  },
  ({ world, project, params }) => findCommit(world, project, params.sha),
)

export const getCommitDiff = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/diff',
    summary: 'Get the diff of a commit',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params: {
      sha,
      unidiff,
    },
    dotted: ['sha'],
    answers: { many: diffEntity },
    beyond: true,
  },
  ({ world, project, params }) =>
    listingOf(changesOf(world, findCommit(world, project, params.sha).id).files),
)

export const listCommitRefs = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/refs',
    summary: 'List the branches and tags that contain a commit',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params: { sha, type: withDefault(oneOf([...referenceTypes, 'all']), 'all') },
    dotted: ['sha'],
    answers: { many: referenceEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const { id } = findCommit(world, project, params.sha)
    const types = params.type === 'tag' || params.type === 'branch' ? [params.type] : referenceTypes
    return chainListings(
      types.map((type) => {
        const found = referencesTo(world, project, id, type)
        const listed = 'ascending' in found ? indexListing(found, 'ascending') : listingOf([...found])
        return mapListing(listed, (ref) => referenceOf(type, ref))
      }),
    )
  },
)

export const listCommitMergeRequests = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/merge_requests',
    accepts: byJob,
    summary: 'List the merge requests associated with a commit',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params: { sha },
    dotted: ['sha'],
    answers: { many: mergeRequestEntity, unordered: true },
    beyond: true,
  },
  ({ world, caller, now, project, params }) => {
    const { id } = findCommit(world, project, params.sha)
    if (!can({ world, caller, now }, 'read_merge_requests', project)) return listingOf([])
    const { run, long } = mergeRequestsWith(world, project, id)
    const listed = indexListing(run, 'descending')
    if (long.length === 0) return listed
    const newestFirst = (a: MergeRequest, b: MergeRequest) => b.createdAt - a.createdAt || b.id - a.id
    return mergeListings([listed, listingOf(long.toReversed())], newestFirst)
  },
)

export const getCommitSequence = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/sequence',
    summary: 'Get the sequence number of a commit (it and its ancestors)',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params: {
      sha,
      first_parent: withDefault(boolean({ about: 'Counts only first parents of merge commits' }), false),
    },
    dotted: ['sha'],
    answers: {
      value: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
    },
    beyond: true,
  },
  ({ world, project, params }) => {
    const { id } = findCommit(world, project, params.sha)
    const walk = log(repositoryOf(world, project).objects, id, { firstParent: params.first_parent })
    return { count: [...walk].length }
  },
)

/** Commits created here are unsigned; signatures of pushed commits are kept but not verified. */
export const getCommitSignature = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/signature',
    summary: 'Get the signature of a commit (404, since none is verified)',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params: { sha },
    dotted: ['sha'],
    answers: { value: { type: 'object' } },
    beyond: true,
  },
  ({ world, project, params }) => {
    findCommit(world, project, params.sha)
    throw notFound('Signature')
  },
)

function findCommit(world: World, project: Project, revision: string | null): ProjectCommit {
  const id = commitNamed(world, project, revision ?? '')
  if (id === undefined) throw notFound('Commit')
  return commitOf(world, project, id)
}
