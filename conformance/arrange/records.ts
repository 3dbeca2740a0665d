import { numberIn, textIn } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { arranged, expectArranged, type Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'

/** A milestone of the throw-away project, as created. */
export async function milestone(stage: Stage, params: Params & { readonly title: string }): Promise<Row> {
  return arranged(
    await stage.call('POST /projects/:id/milestones', { id: stage.project.id, ...params }, { as: 'owner' }),
  )
}

/** A milestone of the throw-away group. */
export async function groupMilestone(
  stage: Stage,
  params: Params & { readonly title: string },
): Promise<Row> {
  return arranged(
    await stage.call('POST /groups/:id/milestones', { id: stage.group.id, ...params }, { as: 'owner' }),
  )
}

export async function issue(stage: Stage, params: Params & { readonly title: string }): Promise<Row> {
  return arranged(
    await stage.call('POST /projects/:id/issues', { id: stage.project.id, ...params }, { as: 'owner' }),
  )
}

export async function label(stage: Stage, name: string, extra: Params = {}): Promise<Row> {
  const params = { id: stage.project.id, name, color: '#428bca', ...extra }
  return arranged(await stage.call('POST /projects/:id/labels', params, { as: 'owner' }))
}

/** A branch at the head of another one, without a commit of its own. */
export async function branch(stage: Stage, name: string, from: string = stage.project.branch): Promise<void> {
  const params = { id: stage.project.id, branch: name, ref: from }
  expectArranged(await stage.call('POST /projects/:id/repository/branches', params, { as: 'owner' }))
}

/** A commit of one file, on a branch that is made for it unless it is there; returns its id. */
export async function commit(stage: Stage, change: FileChange): Promise<string> {
  const {
    branch: on,
    path,
    content = `${path}\n`,
    action = 'create',
    from,
    message = `Add ${path}`,
    as = 'owner',
  } = change
  const actions = [{ action, file_path: path, content }]
  const params = {
    id: change.project ?? stage.project.id,
    branch: on,
    commit_message: message,
    actions,
    start_branch: from,
  }
  return textIn(arranged(await stage.call('POST /projects/:id/repository/commits', params, { as })), 'id')
}
export interface FileChange {
  readonly branch: string
  readonly path: string
  readonly content?: string
  readonly action?: 'create' | 'update'
  /** The branch that a new one starts from. */
  readonly from?: string
  readonly message?: string
  readonly as?: Who
  /** Another project than the throw-away one. */
  readonly project?: number
}

/**
 * A merge request from a new branch with one commit, written by the developer, or by the owner where there is none, unless
 * told. Who approves it says who writes it: nobody approves what is his own.
 */
export async function mergeRequest(stage: Stage, wish: MergeRequestWish): Promise<Row> {
  const { branch: source, as = stage.has('developer') ? 'developer' : 'owner', ...params } = wish
  await commit(stage, { branch: source, from: stage.project.branch, path: `${source}.txt` })
  const whole = {
    id: stage.project.id,
    source_branch: source,
    target_branch: stage.project.branch,
    title: source,
    ...params,
  }
  return arranged(await stage.call('POST /projects/:id/merge_requests', whole, { as }))
}
export interface MergeRequestWish extends Params {
  readonly branch: string
  readonly as?: Who
}

/** Params that name a merge request in a path. */
export function named(stage: Stage, row: Row): { readonly id: number; readonly merge_request_iid: number } {
  return { id: stage.project.id, merge_request_iid: numberIn(row, 'iid') }
}

/** A fork of the throw-away project, in the namespace of who asks for it. */
export async function forkOf(stage: Stage, as: Who = 'owner'): Promise<Row> {
  // The forks of other checks are there, too.
  const name = `${stage.prefix}-fork`
  return arranged(
    await stage.call('POST /projects/:id/fork', { id: stage.project.id, name, path: name }, { as }),
  )
}

/** Another throw-away project: beside the first one, or in the caller's own namespace. */
export async function project(
  stage: Stage,
  name: string,
  params: Params = {},
  as: Who = 'owner',
): Promise<Row> {
  return arranged(await stage.call('POST /projects', { name: `The ${name}`, path: name, ...params }, { as }))
}
