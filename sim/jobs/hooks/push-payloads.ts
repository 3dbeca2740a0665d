import { avatarOf } from '../../entities/user-ref.ts'
import { log, logSteps } from '../../git/history.ts'
import { peel } from '../../git/revision.ts'
import type { Json } from '../../lib/json.ts'
import type { Steps } from '../../lib/steps.ts'
import { titleOf } from '../../model/commits/commit-title.ts'
import { isProtected } from '../../model/protected-tags/protections.ts'
import { changesOf } from '../../model/repository/file-changes.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import { isoTimeAt } from '../../time/calendar.ts'
import { type Payload, type PayloadContext, pageOf, projectPart, repositoryPart } from './parts.ts'

const NOTHING = '0'.repeat(40)
/** Commits that a payload lists; the total is told beside them. */
const LISTED = 20

export interface MovedRef {
  readonly name: string
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The payload of a push or tag push event, step by step: a push may bring very many commits. */
export function* pushPayload(told: PayloadContext, { name, from, to }: MovedRef): Steps<Payload> {
  const { world, project, user } = told
  const kind = name.startsWith('refs/tags/') ? 'tag_push' : 'push'
  const commits = to === undefined || kind === 'tag_push' ? [] : yield* newCommits(told, from, to)
  const ref = name.replace(/^refs\/(?:heads|tags)\//, '')
  return {
    object_kind: kind,
    event_name: kind,
    before: from ?? NOTHING,
    after: to ?? NOTHING,
    ref: name,
    ref_protected: isProtected(world, { projectId: project.id, ref, tag: kind === 'tag_push' }),
    checkout_sha: to === undefined ? null : (peel(objectsOf(world), to, 'commit') ?? null),
    message: null,
    user_id: user?.id ?? null,
    user_name: user?.name ?? null,
    user_username: user?.username ?? null,
    user_email: user === undefined ? null : user.publicEmail,
    user_avatar: user === undefined ? null : avatarOf(world, user),
    project_id: project.id,
    project: projectPart(told),
    // Each of these is looked at with what it changed.
    commits: commits
      .slice(0, LISTED)
      .reverse()
      .map((id) => commitPart(told, id)),
    total_commits_count: commits.length,
    push_options: {},
    repository: repositoryPart(told),
  }
}

/** The ids of the commits that a branch gained; of a new branch those that the default branch lacks. */
function* newCommits(
  { world, project }: PayloadContext,
  from: string | undefined,
  to: string,
): Steps<readonly string[]> {
  const main = world.gitRefs.find('byProject', project.id, `refs/heads/${project.defaultBranch}`)?.sha
  const known = from ?? (main === to ? undefined : main)
  const exclude = known === undefined ? [] : [known]
  return (yield* logSteps(objectsOf(world), to, { exclude })).map(({ id }) => id)
}

export function commitPart(told: PayloadContext, id: string): Payload {
  const { world } = told
  const [entry] = log(objectsOf(world), id, { limit: 1 })
  if (entry === undefined) return { id }
  const { commit } = entry
  const files = changesOf(world, id).files.map(({ entry }) => entry)
  const paths = (status: string): Json =>
    files.flatMap((file) => (file.status === status ? [(file.newPath ?? file.oldPath) as string] : []))
  return {
    id,
    message: commit.message,
    title: titleOf(commit.message),
    timestamp: isoTimeAt(commit.committer.at, commit.committer.offset),
    url: pageOf(told, `/-/commit/${id}`),
    author: { name: commit.author.name, email: commit.author.email },
    added: paths('added'),
    modified: paths('modified'),
    removed: paths('deleted'),
  }
}
