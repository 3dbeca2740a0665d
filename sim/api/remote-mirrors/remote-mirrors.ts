import { pullMirrorEntity, remoteMirrorEntity } from '../../entities/remote-mirror.ts'
import type { Project } from '../../model/projects/project.ts'
import {
  mirrorAuthMethods,
  type PullMirror,
  type RemoteMirror,
} from '../../model/remote-mirrors/remote-mirror.ts'
import {
  addMirror,
  scheduleMirrorUpdate,
  schedulePull,
  setPullMirror,
} from '../../model/remote-mirrors/remote-mirrors.ts'
import { switchedOff } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, lookedUp, oneOf, required, string } from '../../protocol/params.ts'
import { message, recordNotFound, unauthorized } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const PATH = '/projects/:id/remote_mirrors'
const ONE = `${PATH}/:mirror_id`
const mirrorId = lookedUp({ mirror_id: required(integer({ about: 'ID of the mirror' })) })
// Callers without permission get 401, not 403.
const common = { subject: 'project', refuses: [401, 404], beyond: true } as const
const choices = {
  enabled: boolean(),
  only_protected_branches: boolean(),
  keep_divergent_refs: boolean({ about: 'Whether diverged branches of the mirror stay as they are' }),
  auth_method: oneOf(mirrorAuthMethods),
}

export const listRemoteMirrors = operation(
  {
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'List the remote mirrors of a project',
    answers: { many: remoteMirrorEntity, unordered: true },
  },
  ({ world, project, view }) => {
    refuseUnauthorized(view.situation, project)
    return indexListing(world.remoteMirrors.by('byProject', project.id), 'ascending')
  },
)

export const getRemoteMirror = operation(
  {
    ...common,
    method: 'GET',
    path: ONE,
    summary: 'Get a remote mirror',
    params: mirrorId,
    answers: { one: remoteMirrorEntity },
  },
  ({ project, params, view }) => named(view.situation, project, params.mirror_id),
)

export const createRemoteMirror = operation(
  {
    ...common,
    method: 'POST',
    path: PATH,
    summary: 'Create a remote mirror',
    params: {
      url: required(string({ about: 'HTTP URL of the mirror, with the credentials to push there' })),
      ...choices,
    },
    answers: { status: 201, one: remoteMirrorEntity },
    refuses: [400, 401],
  },
  ({ world, project, params, view, now }) => {
    refuseUnauthorized(view.situation, project)
    const values = {
      url: params.url ?? '',
      enabled: params.enabled ?? false,
      onlyProtected: params.only_protected_branches ?? false,
      keepsDivergent: params.keep_divergent_refs ?? false,
      authMethod: params.auth_method ?? ('password' as const),
    }
    return refuseInvalidRow(() => addMirror(world, project, values, now))
  },
)

export const updateRemoteMirror = operation(
  {
    ...common,
    method: 'PUT',
    path: ONE,
    summary: 'Update a remote mirror',
    params: { ...mirrorId, ...choices },
    answers: { one: remoteMirrorEntity },
  },
  ({ world, project, params, view, now }) => {
    const mirror = named(view.situation, project, params.mirror_id)
    const { enabled, only_protected_branches, keep_divergent_refs, auth_method } = params
    return world.remoteMirrors.put({
      ...mirror,
      enabled: enabled ?? mirror.enabled,
      onlyProtected: only_protected_branches ?? mirror.onlyProtected,
      keepsDivergent: keep_divergent_refs ?? mirror.keepsDivergent,
      authMethod: auth_method ?? mirror.authMethod,
      changedAt: now,
    })
  },
)

export const deleteRemoteMirror = operation(
  {
    ...common,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: ONE,
    summary: 'Delete a remote mirror',
    params: mirrorId,
    answers: { status: 204 },
  },
  ({ world, project, params, view, unmodified }) => {
    const { id, changedAt, updatedAt } = named(view.situation, project, params.mirror_id)
    world.remoteMirrors.delete(unmodified({ id, updatedAt: updatedAt ?? changedAt }).id)
  },
)

export const syncRemoteMirror = operation(
  {
    ...common,
    method: 'POST',
    path: `${ONE}/sync`,
    summary: 'Sync a remote mirror',
    params: mirrorId,
    answers: { status: 204 },
    refuses: [400, 401, 404],
  },
  ({ world, project, params, view, now }) => {
    const mirror = named(view.situation, project, params.mirror_id)
    if (!mirror.enabled)
      throw message(400, 'Cannot proceed with the push mirroring. Please verify your mirror configuration.')
    if (mirror.status !== 'started') scheduleMirrorUpdate(world, mirror, now)
  },
)

function named(situation: Situation, project: Project, id: number | null): RemoteMirror {
  refuseUnauthorized(situation, project)
  const mirror = situation.world.remoteMirrors.get(id ?? 0)
  if (mirror?.projectId !== project.id) throw recordNotFound()
  return mirror
}

function refuseUnauthorized(situation: Situation, project: Project): void {
  const { world, caller } = situation
  const may =
    caller.admin || (!switchedOff(world, 'mirror_available') && can(situation, 'admin_project', project))
  if (!may) throw unauthorized()
}

const PULL = '/projects/:id/mirror/pull'
const pulling = { subject: 'project', needs: 'admin_project', tier: 'premium', beyond: true } as const
const NOT_MIRRORED = 'The project is not mirrored'

export const getPullMirror = operation(
  {
    ...pulling,
    method: 'GET',
    path: PULL,
    summary: 'Get the pull mirror of a project',
    answers: { one: pullMirrorEntity },
    refuses: [400],
  },
  ({ world, project }) => enabledPullMirror(world, project),
)

export const updatePullMirror = operation(
  {
    ...pulling,
    method: 'PUT',
    path: PULL,
    summary: 'Update the pull mirror of a project',
    params: {
      enabled: boolean(),
      url: string({ about: 'URL of the mirrored repository' }),
      auth_user: string({ about: 'User name at the mirrored repository' }),
      auth_password: string({ about: 'Password or token of that user' }),
      only_mirror_protected_branches: boolean(),
      mirror_overwrites_diverged_branches: boolean({
        about: 'Whether diverged branches of the project are overwritten',
      }),
    },
    answers: { one: pullMirrorEntity },
    refuses: [400],
  },
  ({ world, project, params, caller, now }) => {
    const known = world.pullMirrors.get(project.id)
    const { auth_user: user, auth_password: password } = params
    const credentials = user
      ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
      : undefined
    const url = params.url ?? known?.url ?? ''
    const values = {
      url:
        credentials === undefined
          ? url
          : url.replace(/^(\w+:\/\/)(?:[^/@]*@)?/, (_, scheme) => `${scheme}${credentials}`),
      enabled: params.enabled ?? known?.enabled ?? true,
      onlyProtected: params.only_mirror_protected_branches ?? known?.onlyProtected ?? false,
      overwritesDivergent: params.mirror_overwrites_diverged_branches ?? known?.overwritesDivergent ?? false,
      ...(caller.user !== undefined && { userId: caller.user.id }),
    }
    const mirror = refuseInvalidRow(() => setPullMirror(world, project, values))
    return mirror.enabled && known?.url !== mirror.url ? schedulePull(world, mirror, now) : mirror
  },
)

export const startPullMirroring = operation(
  {
    ...pulling,
    method: 'POST',
    path: PULL,
    summary: 'Start pull mirroring of a project',
    answers: { status: 200, value: { type: 'integer' } },
    refuses: [400],
  },
  ({ world, project, now }) => {
    schedulePull(world, enabledPullMirror(world, project), now)
    return 200
  },
)

function enabledPullMirror(world: World, project: Project): PullMirror {
  const mirror = world.pullMirrors.get(project.id)
  if (mirror === undefined || !mirror.enabled) throw message(400, NOT_MIRRORED)
  return mirror
}
