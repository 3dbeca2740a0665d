import { RE2JS, RE2JSException } from 're2js'
import { branchEntity } from '../../entities/branch.ts'
import { blockingRef, validBranchName } from '../../git/refs.ts'
import { since } from '../../lib/dialect.ts'
import { Pace } from '../../lib/steps.ts'
import {
  type Branch,
  branchAt,
  branchesOf,
  branchNamed,
  HEADS,
  isMerged,
} from '../../model/branches/branches.ts'
import { branchRefs } from '../../model/branches/ref-orders.ts'
import type { Project } from '../../model/projects/project.ts'
import {
  addEmptyReadme,
  isEmpty,
  moveBranch,
  deleteBranch as removeBranch,
} from '../../model/repository/new-commit.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import { recordPush } from '../../model/users/events.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { mayMerge, protectionsOf } from '../../policy/branches.ts'
import { mapListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, required, string } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { refuseNewCommits } from '../shared/pushing.ts'
import { refList } from '../shared/ref-list.ts'
import { branchOfPath } from './branch-of-path.ts'

export const listBranches = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/branches',
    summary: 'List the branches of a project',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    accepts: ['job_token'],
    params: {
      search: string({ about: 'Part of the name; `^` at the start and `$` at the end anchor it' }),
      regex: since('branches#later-regex', string({ about: 'RE2 expression that the name has to match' })),
      sort: oneOf(['name_asc', 'updated_asc', 'updated_desc']),
    },
    answers: { many: branchEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const expression = params.regex ? compiled(params.regex) : undefined
    // The service answers 500 before 18.3, which nobody wants imitated.
    if (expression === null) throw message(400, 'Regex is invalid')
    const isByName = params.sort === 'name_asc' || params.sort == null
    const refs = refList(world, branchRefs(world, project, isByName ? 'name' : 'updated'), {
      walk: params.sort === 'updated_desc' ? 'descendingTiesAscending' : 'ascending',
      prefix: HEADS,
      search: params.search,
      passes: expression && ((name) => expression.matcher(name).find()),
    })
    return mapListing(refs, (ref) => branchAt(world, project, ref))
  },
)

/** Null for what is no expression. */
function compiled(expression: string): RE2JS | null {
  try {
    return RE2JS.compile(expression)
  } catch (problem) {
    if (problem instanceof RE2JSException) return null
    throw problem
  }
}

export const getBranch = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/branches/:branch',
    summary: 'Get a branch of a project',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    accepts: ['job_token'],
    params: { branch: required(string({ about: 'Name of the branch' })) },
    dotted: ['branch'],
    answers: { one: branchEntity, head: 204 },
    beyond: true,
  },
  ({ world, project, params }) => {
    return branchOfPath(world, project, params.branch)
  },
)

export const createBranch = operation(
  {
    method: 'POST',
    path: '/projects/:id/repository/branches',
    summary: 'Create a branch in a project',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'push_code',
    params: {
      branch: required(string({ about: 'Name of the new branch' })),
      ref: required(string({ about: 'Branch, tag or commit to start from' })),
    },
    answers: { status: 201, one: branchEntity },
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const name = params.branch ?? ''
    // A project without commits gets its default branch first (branches#create-in-empty).
    if (isEmpty(world, project)) addEmptyReadme(world, project, caller.user as User, now)
    const repository = repositoryOf(world, project)
    if (!validBranchName(name) || /^[0-9a-f]{40}$/.test(name)) throw message(400, 'Branch name is invalid')
    if (branchNamed(world, project, name) !== undefined) throw message(400, 'Branch already exists')
    const sha = commitNamed(world, project, params.ref ?? '')
    if (sha === undefined)
      throw message(400, `Failed to create branch '${name}': invalid reference name '${params.ref}'`)
    if (blockingRef(repository.refs, `refs/heads/${name}`) !== undefined)
      throw message(400, `Failed to create branch '${name}': invalid reference name '${params.ref}'`)
    const situation = { world, caller, now }
    if (protectionsOf(world, project, name).length > 0 && !mayMerge(situation, project, name))
      throw message(400, 'You are not allowed to create protected branches on this project.')
    refuseNewCommits(situation, project, { name: `refs/heads/${name}`, from: undefined, to: sha }, [])
    moveBranch(world, project, name, sha, now)
    const pushed = { refType: 'branch', ref: name, from: null, to: sha } as const
    recordPush(world, project, caller.user?.id ?? 0, pushed, now)
    return branchNamed(world, project, name) as Branch
  },
)

export const deleteBranch = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/projects/:id/repository/branches/:branch',
    summary: 'Delete a branch of a project',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'push_code',
    params: { branch: required(string({ about: 'Name of the branch' })) },
    dotted: ['branch'],
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, caller, project, params, now, unmodified }) => {
    const name = params.branch ?? ''
    const branch = branchOfPath(world, project, name)
    unmodified({ updatedAt: branch.head.commit.author.at })
    if (name === project.defaultBranch)
      throw message(400, 'The default branch of a project cannot be deleted.')
    if (
      protectionsOf(world, project, name).length > 0 &&
      !can({ world, caller, now }, 'admin_project', project)
    )
      throw message(
        400,
        'You are not allowed to delete protected branches from this project. Only a project maintainer or owner can delete a protected branch.',
      )
    const from = branch.head.id
    removeBranch(world, project, name, now)
    recordPush(world, project, caller.user?.id ?? 0, { refType: 'branch', ref: name, from, to: null }, now)
    return undefined
  },
)

export const deleteMergedBranches = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/repository/merged_branches',
    summary: 'Delete the merged branches of a project (except protected ones)',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'push_code',
    answers: {
      status: 202,
      value: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    },
    beyond: true,
  },
  function* ({ world, project, now }) {
    const pace = new Pace()
    for (const branch of branchesOf(world, project)) {
      if (isMerged(world, branch) && isUnused(world, project, branch.name))
        removeBranch(world, project, branch.name, now)
      if (pace.after(EACH_BRANCH)) yield
    }
    return { message: '202 Accepted' }
  },
)

/** Bytes that take as long to handle as a branch takes to be removed. */
const EACH_BRANCH = 12 * 1024

/** Neither protected nor the source or the target of an open merge request. */
function isUnused(world: World, project: Project, name: string): boolean {
  const { mergeRequests } = world
  return (
    protectionsOf(world, project, name).length === 0 &&
    mergeRequests.by('bySource', project.id, name, 'opened').first() === undefined &&
    mergeRequests.by('byTarget', project.id, name, 'opened').first() === undefined
  )
}
