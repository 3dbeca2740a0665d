import { commitDetailEntity } from '../../entities/commit.ts'
import type { Change } from '../../git/changes.ts'
import { utf8 } from '../../lib/bytes.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import { branchNamed, commitOf } from '../../model/branches/branches.ts'
import { lastCommitOf } from '../../model/commits/last-commit.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { mayPush } from '../../policy/branches.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  exclusive,
  hashArray,
  nonBlankString,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden, invalid, message, notFound } from '../../protocol/refusal.ts'
import { bytesOf } from '../shared/commit-content.ts'
import { commitTo, PUSH_REFUSED } from '../shared/pushing.ts'
import { visibleProject } from '../shared/visible-project.ts'

const action = {
  action: required(oneOf(['create', 'update', 'move', 'delete', 'chmod'])),
  file_path: required(nonBlankString()),
  previous_path: string({ about: 'For `move`: former path of the file' }),
  content: string({
    content: true,
    about: 'For `create`, `update` and `move`: content of the file; a move keeps it if omitted',
  }),
  encoding: withDefault(oneOf(['text', 'base64']), 'text'),
  last_commit_id: string({ about: 'Last known commit of the file; refused if a later one changed it' }),
  execute_filemode: boolean({ about: 'For `chmod`: whether the file is executable' }),
}
type Action = ParamsOf<typeof action>

export const createCommit = operation(
  {
    method: 'POST',
    path: '/projects/:id/repository/commits',
    summary: 'Create a commit with several files and actions',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'read_code',
    params: {
      branch: required(
        nonBlankString({ about: 'Branch to commit to; created if `start_branch` or `start_sha` is given' }),
      ),
      commit_message: required(nonBlankString()),
      actions: required(hashArray(action)),
      start_branch: string(),
      start_sha: string(),
      start_project: string({
        about:
          'ID or path of the project that has `start_branch` or `start_sha`: the one that this was forked from',
      }),
      author_email: string(),
      author_name: string(),
      stats: withDefault(boolean({ about: 'Includes the number of added and removed lines' }), true),
      force: withDefault(boolean({ about: 'Overwrites an existing branch' }), false),
    },
    rules: [exclusive('start_branch', 'start_sha')],
    answers: { status: 201, one: commitDetailEntity },
    beyond: true,
  },
  function* ({ world, caller, project, params, now }) {
    const situation = { world, caller, now }
    const startProject = startProjectOf(situation, project, params.start_project)
    if (!mayPush(situation, project, params.branch)) throw forbidden(PUSH_REFUSED)
    const actions = params.actions ?? []
    refuseIncomplete(actions)
    yield* refuseOutdated(world, startProject, params.start_branch || params.branch, actions)
    const id = yield* commitTo(situation, project, {
      branch: params.branch,
      commitMessage: params.commit_message,
      startBranch: params.start_branch,
      startSha: params.start_sha,
      startProject,
      authorEmail: params.author_email,
      authorName: params.author_name,
      force: params.force,
      changes: actions.map(changeFrom),
    })
    return commitOf(world, project, id)
  },
)

/** The project in which a new branch starts: this one, or the one that it was forked from (commits#start-project). */
function startProjectOf(situation: Situation, project: Project, named: string | null | undefined): Project {
  if (!named) return project
  const start = visibleProject(situation, named)
  if (!can(situation, 'read_code', start)) throw notFound('Project')
  if (start.id !== project.id && start.id !== project.forkedFromId)
    throw forbidden(`Project is not included in the fork network for ${start.fullName}`)
  return start
}

function refuseIncomplete(actions: readonly Action[]): void {
  const missing = actions.flatMap(({ action, previous_path, content, execute_filemode }, i) => {
    if (action === 'move' && !previous_path) return [`actions[${i}][previous_path] is missing`]
    if (action === 'update' && content == null) return [`actions[${i}][content] is missing`]
    return action === 'chmod' && execute_filemode == null
      ? [`actions[${i}][execute_filemode] is missing`]
      : []
  })
  if (missing.length > 0) throw invalid(missing.join(', '))
}

/** Bytes that take as long to handle as the history of a file takes to be looked through. */
const EACH_HISTORY = 128 * 1024

function* refuseOutdated(
  world: World,
  project: Project,
  branch: string,
  actions: readonly Action[],
): Steps<void> {
  const pace = new Pace()
  const head = branchNamed(world, project, branch)?.head.id
  for (const { action, file_path, previous_path, last_commit_id } of actions) {
    if (!last_commit_id || action === 'create' || action === 'chmod' || head === undefined) continue
    const path = action === 'move' ? (previous_path ?? '') : file_path
    if (pace.after(EACH_HISTORY)) yield
    if (lastCommitOf(world, head, path) !== last_commit_id)
      throw message(400, `The file has changed since you started editing it: ${path}`)
  }
}

function changeFrom(given: Action): Change {
  const {
    action,
    file_path: path,
    previous_path: previousPath,
    content,
    execute_filemode: executable,
  } = given
  const changes = action === 'create' || action === 'update' || (action === 'move' && content != null)
  return {
    action: action ?? 'update',
    path,
    ...(action === 'move' && previousPath && { previousPath }),
    ...(changes && { content: given.encoding === 'base64' ? bytesOf(content ?? '') : utf8(content ?? '') }),
    ...(action === 'chmod' && { executable: executable === true }),
  }
}
