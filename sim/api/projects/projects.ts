import { basicProjectEntity, projectEntity, writtenProjectEntity } from '../../entities/project.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import { changeProject } from '../../model/projects/change-project.ts'
import {
  createProject as create,
  type Namespace,
  namespaceWithId,
} from '../../model/projects/create-project.ts'
import { markProjectForDeletion, restoreProject as restore } from '../../model/projects/delayed-deletion.ts'
import { deleteProject as destroy } from '../../model/projects/delete-project.ts'
import { chosenSetting } from '../../model/projects/project.ts'
import { languagesOf } from '../../model/repository/languages.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { licensed } from '../../policy/tier.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  exclusive,
  integer,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden, invalidModel, message, notFound, Refusal } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { avatar, withAvatar } from '../shared/avatar-params.ts'
import {
  confirmImmediateDeletion,
  delayedEverywhere,
  immediateDeletion,
  restoringTier,
} from '../shared/immediate-deletion.ts'
import { laterLimit } from '../shared/later-limits.ts'
import { limitReached } from '../shared/project-limit.ts'
import { projectValues, valuesFrom } from '../shared/project-params.ts'
import { runnersToken } from '../shared/secrets.ts'
import { refuseContent, withContent } from './import-address.ts'
import { atLeastOneChange, laterChanges, laterIn } from './later-changes.ts'

const creation = {
  default_branch: string(),
  initialize_with_readme: boolean({ about: 'Creates a repository with a `README.md`' }),
  avatar,
  import_url: string({ about: 'HTTP address of a git repository to import' }),
  template_name: string({ about: 'Template to begin with; this installation has none' }),
  ...projectValues,
}

const oneContent = exclusive('import_url', 'template_name')

export const getProject = operation(
  {
    method: 'GET',
    path: '/projects/:id',
    summary: 'Get a project',
    auth: 'public',
    subject: 'project',
    rateLimit: laterLimit('projects#later-limits', 'project_api_limit'),
    params: {
      statistics: withDefault(boolean({ about: 'Adds storage sizes (Reporter and above)' }), false),
      with_custom_attributes: withDefault(boolean({ only: 'admin' }), false),
      license: withDefault(boolean({ about: 'Adds the licence of the repository' }), false),
    },
    answers: { one: projectEntity, variants: [{ entity: basicProjectEntity, when: 'anonymous' }] },
    beyond: true,
  },
  ({ project }) => project,
)

export const createProject = operation(
  {
    method: 'POST',
    path: '/projects',
    summary: 'Create a project',
    params: {
      name: string(),
      path: string(),
      namespace_id: integer({ about: "ID of a group or user namespace; default: the caller's own" }),
      ...creation,
    },
    rules: [atLeastOneOf('name', 'path'), oneContent],
    callsOut: true,
    answers: { status: 201, one: writtenProjectEntity },
    refuses: [422],
    beyond: true,
  },
  ({ world, caller, params, now, drawText, callOut }) => {
    const creator = caller.user as User
    refuseContent(world, params, callOut)
    const own: Namespace = { kind: 'user', user: creator }
    const namespace = params.namespace_id == null ? own : namespaceWithId(world, params.namespace_id)
    if (namespace === undefined || !mayCreateIn({ world, caller, now }, namespace))
      throw invalidModel({ namespace: ['is not valid'] })
    const beyond = limitReached(world, namespace, creator)
    if (beyond !== undefined) throw new Refusal(403, { error: [beyond] })
    const values = creationValues(params, caller.admin)
    const made = refuseInvalidRow(() =>
      create(world, { namespace, creator, ...values, runnersToken: runnersToken(drawText) }, now),
    )
    return withAvatar(world, 'project', withContent(world, made, params, now), params.avatar)
  },
)

export const createUserProject = operation(
  {
    method: 'POST',
    path: '/projects/user/:user_id',
    summary: 'Create a project for a user',
    auth: 'admin',
    params: {
      user_id: required(integer({ about: 'ID of the user' })),
      name: required(string()),
      path: string(),
      ...creation,
    },
    rules: [oneContent],
    callsOut: true,
    answers: { status: 201, one: writtenProjectEntity },
    refuses: [404, 422],
    beyond: true,
  },
  ({ world, params, now, drawText, callOut }) => {
    const user = world.users.get(params.user_id ?? 0)
    if (user === undefined) throw notFound('User')
    refuseContent(world, params, callOut)
    const namespace: Namespace = { kind: 'user', user }
    const beyond = limitReached(world, namespace, user)
    if (beyond !== undefined) throw invalidModel({ limit_reached: [beyond] })
    const values = creationValues(params, true)
    const made = refuseInvalidRow(() =>
      create(world, { namespace, creator: user, ...values, runnersToken: runnersToken(drawText) }, now),
    )
    return withAvatar(world, 'project', withContent(world, made, params, now), params.avatar)
  },
)

type Creation = ParamsOf<typeof creation> & {
  readonly name?: string | null | undefined
  readonly path?: string | null | undefined
}

function creationValues(params: Creation, admin: boolean) {
  const { name, path, default_branch: defaultBranch } = params
  return {
    name: name ?? undefined,
    path: path ?? undefined,
    // Without a README nothing is committed, and the first push sets the default branch.
    values: {
      ...valuesFrom(params, admin),
      ...(defaultBranch && params.initialize_with_readme === true && { defaultBranch }),
    },
    withReadme: params.initialize_with_readme === true,
  }
}

function mayCreateIn(situation: Situation, namespace: Namespace): boolean {
  const { caller } = situation
  if (namespace.kind === 'group') return can(situation, 'create_projects', namespace.group)
  return caller.admin || namespace.user.id === caller.user?.id
}

const changes = { name: string(), path: string(), default_branch: string(), avatar, ...projectValues }

export const updateProject = operation(
  {
    method: 'PUT',
    path: '/projects/:id',
    summary: 'Update a project',
    subject: 'project',
    needs: 'update_project',
    params: { ...changes, ...laterChanges },
    rules: [atLeastOneChange(Object.keys(changes))],
    answers: { one: writtenProjectEntity },
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const { name, path, default_branch: defaultBranch } = params
    const later = laterIn(params)
    if (name && !can({ world, caller, now }, 'rename_project', project)) throw forbidden()
    const visible = params.visibility ?? project.visibility
    if (visible !== project.visibility && !can({ world, caller, now }, 'change_visibility', project))
      throw forbidden()
    const given = {
      ...valuesFrom(params, caller.admin, chosenSetting(project, 'expiration')),
      ...(name != null && { name }),
      ...(path != null && { path }),
      ...(defaultBranch && { defaultBranch }),
      ...(later && { later }),
    }
    const changed = refuseInvalidRow(() => changeProject(world, project, given, caller.user as User, now))
    return withAvatar(world, 'project', changed, params.avatar)
  },
)

const delayedAlways = changed('projects#later-delayed-deletion', { before: false, after: true })

export const deleteProject = operation(
  {
    method: 'DELETE',
    path: '/projects/:id',
    summary: 'Delete a project',
    subject: 'project',
    needs: 'remove_project',
    unmodifiedSince: 'subject',
    params: immediateDeletion,
    decides: [delayedAlways, delayedEverywhere],
    answers: {
      status: 202,
      value: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    },
    beyond: true,
  },
  function* ({ world, caller, project, params, view, now }) {
    const premium = licensed(world, 'premium')
    if (premium && settingInForce(world, 'default_project_deletion_protection') && !caller.admin)
      throw forbidden()
    // Projects in a personal namespace are deleted at once.
    const isDelayed =
      inDialect<boolean>(delayedEverywhere, view.dialect) ||
      (premium &&
        (inDialect<boolean>(delayedAlways, view.dialect) ||
          settingInForce(world, 'delayed_project_deletion')))
    const delayed = isDelayed && project.namespaceKind === 'group'
    const by = caller.user as User
    const immediate = params.permanently_remove === true
    if (delayed && immediate) confirmImmediateDeletion('Project', project, params.full_path)
    if (delayed && !immediate) markProjectForDeletion(world, project, by, now)
    else yield* destroy(world, project, by, now)
    return { message: '202 Accepted' }
  },
)

export const restoreProject = operation(
  {
    method: 'POST',
    path: '/projects/:id/restore',
    summary: 'Restore a project marked for deletion',
    subject: 'project',
    needs: 'remove_project',
    tier: restoringTier,
    answers: { status: 201, one: writtenProjectEntity },
    beyond: true,
  },
  ({ world, caller, project, now }) => {
    if (project.markedForDeletionOn === null) throw message(400, 'Project has not been marked for deletion')
    return restore(world, project, caller.user as User, now)
  },
)

export const getProjectLanguages = operation(
  {
    method: 'GET',
    path: '/projects/:id/languages',
    summary: 'Get the programming languages of a project',
    auth: 'public',
    subject: 'project',
    needs: 'read_code',
    answers: { value: { type: 'object', additionalProperties: { type: 'number' } } },
    beyond: true,
  },
  ({ world, project }) => languagesOf(world, project),
)
