import { type DeployKey, deployKeyEntity } from '../../entities/key.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { DeployKeyProject } from '../../model/keys/key.ts'
import { addDeployKey, admit, deployKeyOf, dismiss } from '../../model/keys/keys.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { atLeastOneOf, boolean, integer, required, string, withDefault } from '../../protocol/params.ts'
import { invalidModel, notFound } from '../../protocol/refusal.ts'

const keyId = { key_id: required(integer({ about: 'Id of the key' })) }

/** Deploy keys are the business of maintainers, which is asked before the parameters. */
const common = { authorize: 'first', subject: 'project', needs: 'admin_project', beyond: true } as const

export const listDeployKeys = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/deploy_keys',
    summary: 'List the deploy keys that a project lets in',
    answers: { many: deployKeyEntity },
  },
  ({ world, project }) => listed(admittedTo(world, project).map((it) => shown(world, it))),
)

export const getDeployKey = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/deploy_keys/:key_id',
    summary: 'One deploy key of a project',
    params: keyId,
    answers: { one: deployKeyEntity },
  },
  ({ world, project, params }) => shown(world, named(world, project, params.key_id)),
)

export const createDeployKey = operation(
  {
    ...common,
    method: 'POST',
    path: '/projects/:id/deploy_keys',
    summary: 'Let a deploy key into a project, a new one or one of another project of the caller',
    needs: 'update_project',
    params: {
      key: required(string({ about: 'Type, base64 and perhaps a comment' })),
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
    if (known !== undefined && opensOwn(view.situation, known.id))
      return shown(world, admit(world, project, known, canPush, user, now))
    const usage = 'auth_and_signing' as const
    const key = { title: params.title ?? '', key: line, canPush, expiresAt: null, usage }
    try {
      return shown(world, addDeployKey(world, project, key, user, now))
    } catch (problem) {
      throw problem instanceof InvalidRow ? invalidModel(ofDeployKey(problem)) : problem
    }
  },
)

export const listAllDeployKeys = operation(
  {
    method: 'GET',
    path: '/deploy_keys',
    summary: 'List the deploy keys of all projects',
    auth: 'admin',
    params: {
      public: withDefault(
        boolean({ about: 'Only those that every project may let in; there are none' }),
        false,
      ),
    },
    answers: { many: deployKeyEntity },
    beyond: true,
  },
  ({ world, params }) => {
    const links = params.public ? [] : world.deployKeyProjects.all().list()
    const byKey = new Map(links.map((link) => [link.keyId, link]))
    return listed([...byKey.values()].sort((a, b) => a.keyId - b.keyId).map((it) => shown(world, it)))
  },
)

export const enableDeployKey = operation(
  {
    ...common,
    method: 'POST',
    path: '/projects/:id/deploy_keys/:key_id/enable',
    summary: 'Let a deploy key of another project of the caller into this one',
    needs: 'update_project',
    params: keyId,
    answers: { status: 201, one: deployKeyEntity },
  },
  ({ world, caller, project, params, view, now }) => {
    const key = world.keys.get(params.key_id ?? 0)
    const mine = caller.admin || (key !== undefined && opensOwn(view.situation, key.id))
    if (key?.kind !== 'deploy' || !mine) throw notFound('Deploy Key')
    const here = world.deployKeyProjects.find('byProject', project.id, key.id)
    return shown(world, here ?? admit(world, project, key, false, caller.user as User, now))
  },
)

export const updateDeployKey = operation(
  {
    ...common,
    method: 'PUT',
    path: '/projects/:id/deploy_keys/:key_id',
    summary: 'Change the title of a deploy key, or whether it may push here',
    needs: 'update_project',
    params: { ...keyId, title: string(), can_push: boolean() },
    rules: [atLeastOneOf('title', 'can_push')],
    answers: { one: deployKeyEntity },
  },
  ({ world, project, params }) => {
    const link = named(world, project, params.key_id)
    if (params.title === '') throw invalidModel({ title: ["can't be blank"] })
    if (params.title != null) world.keys.update(link.keyId, { title: params.title })
    const { can_push: canPush } = params
    return shown(world, canPush == null ? link : world.deployKeyProjects.put({ ...link, canPush }))
  },
)

export const deleteDeployKey = operation(
  {
    ...common,
    method: 'DELETE',
    path: '/projects/:id/deploy_keys/:key_id',
    summary: 'Shut a deploy key out of a project',
    needs: 'update_project',
    params: keyId,
    answers: { status: 204 },
  },
  ({ world, caller, project, params, now }) =>
    dismiss(world, named(world, project, params.key_id), caller.user as User, now),
)

function admittedTo(world: World, project: Project): DeployKeyProject[] {
  return world.deployKeyProjects
    .by('byProject', project.id)
    .list()
    .sort((a, b) => a.keyId - b.keyId)
}

function named(world: World, project: Project, id: number | null): DeployKeyProject {
  const found = world.deployKeyProjects.find('byProject', project.id, id ?? 0)
  if (found === undefined) throw notFound('Deploy Key')
  return found
}

function shown(world: World, { keyId, canPush }: DeployKeyProject): DeployKey {
  return { key: world.keys.require(keyId), canPush }
}

/** True when the key opens a project of which the caller is a maintainer. */
function opensOwn(situation: Situation, keyId: number): boolean {
  const { world } = situation
  return world.deployKeyProjects
    .by('byKey', keyId)
    .list()
    .some(({ projectId }) => can(situation, 'admin_project', world.projects.require(projectId)))
}

// The service tells of the key behind the link: `deploy_key.fingerprint_sha256`.
function ofDeployKey({ errors }: InvalidRow) {
  return Object.fromEntries(Object.entries(errors).map(([name, texts]) => [`deploy_key.${name}`, texts]))
}
