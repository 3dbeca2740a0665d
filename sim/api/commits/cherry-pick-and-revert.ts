import { dryRunEntity, replayedCommitEntity } from '../../entities/commit.ts'
import { branchNamed, commitOf } from '../../model/branches/branches.ts'
import {
  commitReplay,
  type Replay,
  replayMessage,
  replayOnBranch,
} from '../../model/commits/replay-commit.ts'
import { addSystemNote } from '../../model/merge-requests/merge-requests.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import type { User } from '../../model/users/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayPush } from '../../policy/branches.ts'
import { type Context, operation } from '../../protocol/operation.ts'
import { boolean, nonBlankString, required, string, withDefault } from '../../protocol/params.ts'
import { forbidden, notFound, Refusal } from '../../protocol/refusal.ts'
import { PUSH_REFUSED, refuseNewCommits } from '../shared/pushing.ts'

const params = {
  sha: required(string({ about: 'Commit, branch or tag' })),
  branch: required(nonBlankString({ about: 'Branch to commit to' })),
  dry_run: withDefault(boolean({ about: 'Only checks whether it is possible, without a commit' }), false),
}
const dryRun = { entity: dryRunEntity, when: { param: 'dry_run', equals: true }, status: 200 } as const

export const cherryPickCommit = operation(
  {
    method: 'POST',
    path: '/projects/:id/repository/commits/:sha/cherry_pick',
    summary: 'Cherry-pick a commit to a branch',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params: {
      ...params,
      message: string({ about: 'Message of the new commit; derived from that of the picked one by default' }),
    },
    dotted: ['sha'],
    answers: { status: 201, one: replayedCommitEntity, variants: [dryRun] },
    beyond: true,
  },
  (context) => replayCommit(context, 'cherry-pick', context.params.message),
)

export const revertCommit = operation(
  {
    method: 'POST',
    path: '/projects/:id/repository/commits/:sha/revert',
    summary: 'Revert a commit on a branch',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params,
    dotted: ['sha'],
    answers: { status: 201, one: replayedCommitEntity, variants: [dryRun] },
    beyond: true,
  },
  (context) => replayCommit(context, 'revert', undefined),
)

const outcomes = {
  'cherry-pick': ['cherry-pick', 'cherry-picked'],
  revert: ['revert', 'reverted'],
} as const

function replayCommit(
  { world, caller, project, params: given, view, now }: Context<typeof params, 'project'>,
  replay: Replay,
  message: string | null | undefined,
) {
  if (!mayPush(view.situation, project, given.branch)) throw forbidden(PUSH_REFUSED)
  const id = commitNamed(world, project, given.sha ?? '')
  if (id === undefined) throw notFound('Commit')
  const branch = branchNamed(world, project, given.branch)
  if (branch === undefined) throw notFound('Branch')
  const commit = commitOf(world, project, id)
  const outcome = replayOnBranch(world, replay, commit, branch)
  if ('fails' in outcome) {
    const [verb, done] = outcomes[replay]
    const text = `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, or a more recent commit may have updated some of its content.`
    throw new Refusal(400, { message: text, error_code: outcome.fails })
  }
  if (given.dry_run) return commit
  const values = {
    tree: outcome.tree,
    message: message || replayMessage(world, replay, commit),
    by: caller.user as User,
  }
  const made = commitOf(world, project, commitReplay(world, replay, commit, branch, values, now))
  const change = { name: `refs/heads/${given.branch}`, from: branch.head.id, to: made.id }
  refuseNewCommits(view.situation, project, change, [made.id])
  if (replay === 'cherry-pick')
    tellPicked(view.situation, project, commit.id, { ...made, branch: branch.name })
  return made
}

/** The merge request that a picked commit merged or squashed is told where it went (discussions#system-notes). */
function tellPicked(
  { world, caller, now }: Situation,
  project: Project,
  picked: string,
  { id, branch }: { readonly id: string; readonly branch: string },
): void {
  const merged = world.mergeRequests.by('byState', project.id, 'merged').list()
  const source = merged.find(({ mergeCommitSha, squashCommitSha, sha }) =>
    [mergeCommitSha, squashCommitSha, sha].includes(picked),
  )
  if (source === undefined) return
  const page = `/${project.fullPath}/-/tree/${encodeURIComponent(branch).replaceAll('%2F', '/')}`
  const text = `picked the changes into the branch [\`${branch}\`](${page}) with commit ${id}`
  addSystemNote(world, source, caller.user?.id ?? 0, text, now)
}
