import { type DeployKey, deployKeyEntity, instanceDeployKeyEntity } from '../../entities/key.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { DeployKeyProject, SshKey } from '../../model/keys/key.ts'
import {
  addDeployKey,
  addUnusedDeployKey,
  deployKeyOf,
  disableDeployKey,
  enableDeployKey,
} from '../../model/keys/keys.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  datetime,
  integer,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { invalidModel, notFound } from '../../protocol/refusal.ts'

const keyId = { key_id: required(integer({ about: 'ID of the key' })) }

/** Only maintainers manage deploy keys, which is checked before the parameters. */
const common = { authorize: 'first', subject: 'project', needs: 'admin_project', beyond: true } as const

export const listProjectDeployKeys = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/deploy_keys',
    summary: 'List the deploy keys of a project',
    answers: { many: deployKeyEntity, unordered: true },
  },
  ({ world, project }) => listingOf(deployKeysOf(world, project).map((it) => shown(world, it))),
)

export const getProjectDeployKey = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/deploy_keys/:key_id',
    summary: 'Get a deploy key of a project',
    params: keyId,
    answers: { one: deployKeyEntity },
  },
  ({ world, project, params }) => shown(world, deployKeyIn(world, project, params.key_id)),
)

export const addProjectDeployKey = operation(
  {
    ...common,
    method: 'POST',
    path: '/projects/:id/deploy_keys',
    summary: 'Add a deploy key to a project',
    needs: 'update_project',
    params: {
      key: required(string({ about: 'Public key: type, base64 and an optional comment' })),
      title: required(string()),
      can_push: boolean(),
    },
    answers: { status: 201, one: deployKeyEntity },
  },
  ({ world, caller, project, params, view, now }) => {
    const user = caller.user as User
    const [line, canPush] = [params.key ?? '', params.can_push ?? false]
    const known = deployKeyOf(world, line)
    const here = known && world.deployKeyProjects.find('byProject', project.id, known.id)
    if (here !== undefined) return shown(world, here)
    if (known !== undefined && (known.public || isInOwnProject(view.situation, known.id)))
      return shown(world, enableDeployKey(world, project, known, canPush, user, now))
    const usage = 'auth_and_signing' as const
    const key = { title: params.title ?? '', key: line, canPush, expiresAt: null, usage }
    try {
      return shown(world, addDeployKey(world, project, key, user, now))
    } catch (problem) {
      throw problem instanceof InvalidRow ? invalidModel(deployKeyErrors(problem)) : problem
    }
  },
)

export const listInstanceDeployKeys = operation(
  {
    method: 'GET',
    path: '/deploy_keys',
    summary: 'List the deploy keys of the instance',
    auth: 'admin',
    params: {
      public: withDefault(
        boolean({ about: 'Only public deploy keys: those that were added to the instance' }),
        false,
      ),
    },
    answers: { many: instanceDeployKeyEntity, unordered: true },
    beyond: true,
  },
  ({ world, params }) => {
    const shown = ({ kind, public: open }: SshKey) => kind === 'deploy' && (!params.public || open === true)
    return listingOf(
      world.keys
        .all()
        .list()
        .filter(shown)
        .sort((a, b) => a.id - b.id),
    )
  },
)

export const addInstanceDeployKey = operation(
  {
    method: 'POST',
    path: '/deploy_keys',
    summary: 'Add a deploy key to the instance',
    auth: 'admin',
    params: {
      key: required(string({ about: 'Public key: type, base64 and an optional comment' })),
      title: required(string()),
      expires_at: datetime(),
    },
    answers: { status: 201, one: instanceDeployKeyEntity },
    source: 'keys#later-instance-deploy-keys',
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    const { key = '', title = '', expires_at: expiresAt = null } = params
    const usage = 'auth_and_signing' as const
    const given = { title: title ?? '', key: key ?? '', expiresAt, usage }
    try {
      return addUnusedDeployKey(world, given, caller.user as User, now)
    } catch (problem) {
      throw problem instanceof InvalidRow ? invalidModel(problem.errors) : problem
    }
  },
)

export const enableProjectDeployKey = operation(
  {
    ...common,
    method: 'POST',
    path: '/projects/:id/deploy_keys/:key_id/enable',
    summary: 'Enable a deploy key in a project',
    needs: 'update_project',
    params: keyId,
    answers: { status: 201, one: deployKeyEntity },
  },
  ({ world, caller, project, params, view, now }) => {
    const key = world.keys.get(params.key_id ?? 0)
    const mine = caller.admin || key?.public || (key !== undefined && isInOwnProject(view.situation, key.id))
    if (key?.kind !== 'deploy' || !mine) throw notFound('Deploy Key')
    const here = world.deployKeyProjects.find('byProject', project.id, key.id)
    return shown(world, here ?? enableDeployKey(world, project, key, false, caller.user as User, now))
  },
)

export const updateProjectDeployKey = operation(
  {
    ...common,
    method: 'PUT',
    path: '/projects/:id/deploy_keys/:key_id',
    summary: 'Update a deploy key of a project',
    needs: 'update_project',
    params: { ...keyId, title: string(), can_push: boolean() },
    rules: [atLeastOneOf('title', 'can_push')],
    answers: { one: deployKeyEntity },
  },
  ({ world, project, params, view }) => {
    const link = deployKeyIn(world, project, params.key_id)
    const title = mayRetitle(view.situation, link) ? params.title : undefined
    if (title === '') throw invalidModel({ title: ["can't be blank"] })
    if (title != null) world.keys.update(link.keyId, { title })
    const { can_push: canPush } = params
    return shown(world, canPush == null ? link : world.deployKeyProjects.put({ ...link, canPush }))
  },
)

export const deleteProjectDeployKey = operation(
  {
    ...common,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/projects/:id/deploy_keys/:key_id',
    summary: 'Delete a deploy key of a project',
    needs: 'update_project',
    params: keyId,
    answers: { status: 204 },
  },
  ({ world, caller, project, params, now, unmodified }) =>
    disableDeployKey(world, unmodified(deployKeyIn(world, project, params.key_id)), caller.user as User, now),
)

/** The title of a public key is the administrators'. */
function mayRetitle({ world, caller }: Situation, { keyId }: DeployKeyProject): boolean {
  return caller.admin || !world.keys.require(keyId).public
}

function deployKeysOf(world: World, project: Project): DeployKeyProject[] {
  return world.deployKeyProjects
    .by('byProject', project.id)
    .list()
    .sort((a, b) => a.keyId - b.keyId)
}

function deployKeyIn(world: World, project: Project, id: number | null): DeployKeyProject {
  const found = world.deployKeyProjects.find('byProject', project.id, id ?? 0)
  if (found === undefined) throw notFound('Deploy Key')
  return found
}

function shown(world: World, { keyId, canPush }: DeployKeyProject): DeployKey {
  return { key: world.keys.require(keyId), canPush }
}

/** True if the key is enabled in a project that the caller maintains. */
function isInOwnProject(situation: Situation, keyId: number): boolean {
  const { world } = situation
  return world.deployKeyProjects
    .by('byKey', keyId)
    .list()
    .some(({ projectId }) => can(situation, 'admin_project', world.projects.require(projectId)))
}

// The service names the key behind the link in its errors: `deploy_key.fingerprint_sha256`.
function deployKeyErrors({ errors }: InvalidRow) {
  return Object.fromEntries(Object.entries(errors).map(([name, texts]) => [`deploy_key.${name}`, texts]))
}
