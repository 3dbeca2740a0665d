import { logSteps, mergeBases } from '../git/history.ts'
import { branchHead } from '../git/repository.ts'
import { Pace, type Steps } from '../lib/steps.ts'
import { referencesIn } from '../model/discussions/references.ts'
import { closedIssues } from '../model/issues/closing.ts'
import { closeIssue } from '../model/issues/issues.ts'
import type { Project } from '../model/projects/project.ts'
import { commitNamed } from '../model/repository/project-objects.ts'
import { objectsOf, repositoryOf } from '../model/repository/repository.ts'
import { userByEmail } from '../model/users/accounts.ts'
import type { User } from '../model/users/user.ts'
import { can } from '../policy/abilities.ts'
import { callerFor } from '../policy/caller.ts'
import { MOST_REFS, type Moved, movedRefs, type WorldChange, whoMoved } from './pushed-pipelines.ts'
import { mention } from './system-notes/mentions.ts'

/** Commits of a push whose messages are read: the latest. */
const READ = 100

/**
 * Does what the messages of pushed commits say: what they mention has a note of it, and on the default branch the issues
 * that they close are closed (discussions#cross-references, issues#closed-by-commits).
 */
export function* followCommitMessages(done: WorldChange): Steps<void> {
  for (const move of movedRefs(done)) {
    // Each may take a walk through the whole history. Only the default branch closes issues.
    if (move.place >= MOST_REFS && move.ref !== move.project.defaultBranch) continue
    const pusher = move.tag ? undefined : done.after.users.get(whoMoved(done, move.project, move.ref) ?? 0)
    if (pusher === undefined) continue
    for (const commit of yield* newCommits(done, move)) yield* followMessage(done, move, commit, pusher)
    yield
  }
}

interface Arrived {
  readonly id: string
  readonly message: string
  readonly email: string
}

/** What a branch has that it had not, or for a new one that the default branch has not; oldest first. */
function* newCommits(
  { before, after }: WorldChange,
  { project, ref, from, to }: Moved,
): Steps<readonly Arrived[]> {
  const objects = objectsOf(after)
  const base = from ?? (ref === project.defaultBranch ? undefined : defaultHead(after, project))
  if (base === to) return []
  // The default branch may be far ahead of a new one.
  const exclude = base === undefined ? [] : mergeBases(objects, base, to)
  const upstream = after.projects.get(project.forkedFromId ?? 0)
  const commits: Arrived[] = []
  for (const { id, commit } of yield* logSteps(objects, to, { exclude, limit: READ })) {
    const { message } = commit
    if (!speaks(message)) continue
    if (upstream !== undefined && commitNamed(before, upstream, id) !== undefined) continue
    commits.push({ id, message, email: commit.author.email })
  }
  return commits.reverse()
}

function defaultHead(world: WorldChange['after'], project: Project): string | undefined {
  return branchHead(repositoryOf(world, project), project.defaultBranch)
}

function speaks(message: string): boolean {
  return referencesIn(message, 'plain').length > 0
}

function* followMessage(
  done: WorldChange,
  { project, ref }: Moved,
  { id, message, email }: Arrived,
  pusher: User,
): Steps<void> {
  const { after: world, now } = done
  const author = userByEmail(world, email) ?? pusher
  const closed = new Set<number>()
  const pace = new Pace()
  const closes =
    ref === project.defaultBranch && project.settings.autocloseReferencedIssues && !isMerge(done, id)
  for (const iid of closes ? closedIssues(message) : []) {
    const issue = world.issues.find('byIid', project.id, iid)
    if (issue === undefined || !can({ world, caller: callerFor(pusher), now }, 'update_issue', issue))
      continue
    closed.add(issue.id)
    closeIssue(world, issue, author, now)
    if (pace.after(0)) yield
  }
  const source = { kind: 'Commit', row: { id, projectId: project.id } } as const
  yield* mention({ world, user: author, now }, source, [[message, 'plain']], closed)
}

/** The commit that merges a merge request says so, and closes what that closes. */
function isMerge({ before, after }: WorldChange, id: string): boolean {
  return after.mergeRequests.since(before.mergeRequests).some(({ after: row }) => row?.mergeCommitSha === id)
}
