import { commitEntity } from '../../entities/commit.ts'
import { contextCommitEntity } from '../../entities/context-commit.ts'
import { differs } from '../../lib/dialect.ts'
import { commitOf } from '../../model/branches/branches.ts'
import type { ProjectCommit } from '../../model/commits/project-commit.ts'
import {
  addContextCommits,
  contextCommitsOf,
  removeContextCommits,
} from '../../model/merge-requests/context-commits.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import type { World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { type Auth, operation } from '../../protocol/operation.ts'
import { integer, required, stringList } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'

const PATH = '/projects/:id/merge_requests/:merge_request_iid/context_commits'
const iid = { merge_request_iid: required(integer({ about: 'IID of the merge request' })) }
const commits = {
  commits: required(stringList({ notBlank: true, about: 'SHAs of commits of the target project' })),
}

const MOST = 20

export const listContextCommits = operation(
  {
    method: 'GET',
    path: PATH,
    summary: 'List the context commits of a merge request',
    auth: differs<Auth>('F3', { specification: 'user', real: 'public' }),
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: iid,
    answers: { many: contextCommitEntity },
    beyond: true,
  },
  ({ world, project, mergeRequest }) =>
    listingOf(contextCommitsOf(world, mergeRequest).map(({ sha }) => commitOf(world, project, sha))),
)

export const addMergeRequestContextCommits = operation(
  {
    method: 'POST',
    path: PATH,
    summary: 'Add context commits to a merge request',
    subject: 'merge_request',
    needs: 'update_merge_request',
    params: { ...iid, ...commits },
    answers: { status: 201, many: commitEntity, paging: 'none' },
    refuses: [400],
    beyond: true,
  },
  ({ world, project, mergeRequest, params }) => {
    if (params.commits.length > MOST)
      throw message(400, `Context commits array size should not be more than ${MOST}`)
    const there = contextCommitsOf(world, mergeRequest).map(({ sha }) => sha)
    const twice = there.filter((sha) => params.commits.some((given) => sha.startsWith(given)))
    if (twice.length > 0)
      throw message(
        400,
        `Context commits: ${JSON.stringify(twice).replaceAll(',', ', ')} are already created`,
      )
    const named = commitsNamed(world, project, params.commits)
    addContextCommits(
      world,
      mergeRequest,
      named.map(({ id }) => id),
    )
    return listingOf(named)
  },
)

export const removeMergeRequestContextCommits = operation(
  {
    method: 'DELETE',
    path: PATH,
    summary: 'Remove context commits from a merge request',
    subject: 'merge_request',
    needs: 'destroy_merge_request',
    params: { ...iid, ...commits },
    answers: { status: 204 },
    refuses: [400],
    beyond: true,
  },
  ({ world, project, mergeRequest, params }) => {
    const ids = new Set(commitsNamed(world, project, params.commits).map(({ id }) => id))
    removeContextCommits(world, mergeRequest, (sha) => ids.has(sha))
  },
)

/** The commits of these SHAs, which may be abbreviated; all of them have to be there. */
function commitsNamed(world: World, project: Project, shas: readonly string[]): ProjectCommit[] {
  const ids = new Set(
    shas.map((sha) => (/^[0-9a-f]{4,40}$/.test(sha) ? commitNamed(world, project, sha) : undefined)),
  )
  if (ids.has(undefined) || ids.size !== shas.length)
    throw message(400, "One or more context commits' sha is not valid.")
  return [...ids].map((id) => commitOf(world, project, id as string))
}
