import { featureFlagEntity } from '../../entities/feature-flag.ts'
import type { FeatureFlag } from '../../model/feature-flags/feature-flag.ts'
import { addFlag, changeFlag, removeFlag } from '../../model/feature-flags/feature-flags.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  hashArray,
  integer,
  oneOf,
  required,
  string,
  stringHash,
  withDefault,
} from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRowAsSentences } from '../../protocol/refuse-invalid-row.ts'
import { listOfPlace, placeIn, where } from '../shared/place-list.ts'

const common = { auth: 'public', authorize: 'first', subject: 'project', beyond: true } as const
const flagName = { feature_flag_name: required(string({ about: 'Name of the flag' })) }

const strategy = {
  name: required(string({ about: 'Such as `default`, `gitlabUserList` or `flexibleRollout`' })),
  parameters: stringHash(),
  user_list_id: integer({ about: 'For `gitlabUserList`: ID of the user list' }),
  scopes: hashArray({ environment_scope: required(string()) }),
}

export const listFeatureFlags = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/feature_flags',
    summary: 'List the feature flags of a project, by name',
    needs: 'read_feature_flags',
    params: { scope: oneOf(['enabled', 'disabled']) },
    answers: { many: featureFlagEntity },
  },
  ({ world, project, params }) => {
    const rows = world.featureFlags
    const enabled = params.scope === 'enabled'
    return listOfPlace({
      world,
      rows,
      ...placeIn(project, rows.by('byProject', project.id)),
      order: 'name',
      rank: ({ name }) => name,
      direction: 'asc',
      filters:
        params.scope == null
          ? []
          : [where({ world, rows }, `active ${enabled}`, ({ active }) => active === enabled)],
    })
  },
)

export const getFeatureFlag = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/feature_flags/:feature_flag_name',
    summary: 'Get a feature flag of a project',
    needs: 'read_feature_flags',
    params: flagName,
    answers: { one: featureFlagEntity },
  },
  ({ world, project, params }) => findFlag(world, project, params.feature_flag_name),
)

export const createFeatureFlag = operation(
  {
    ...common,
    method: 'POST',
    path: '/projects/:id/feature_flags',
    summary: 'Create a feature flag in a project',
    needs: 'admin_feature_flags',
    params: {
      name: required(string()),
      description: string(),
      active: withDefault(boolean(), true),
      version: oneOf(['new_version_flag']),
      strategies: hashArray(strategy),
    },
    answers: { status: 201, one: featureFlagEntity },
  },
  ({ world, caller, project, params, now }) => {
    const strategies = (params.strategies ?? []).map((it) => ({
      name: it.name ?? '',
      parameters: it.parameters ?? {},
      userListId: it.user_list_id ?? null,
      environmentScopes: (it.scopes ?? []).map(({ environment_scope }) => environment_scope ?? '*'),
    }))
    const { name, description = null, active } = params
    const flag = { name: name ?? '', description, active, strategies }
    return refuseInvalidRowAsSentences(() => addFlag(world, project, flag, caller.user as User, now))
  },
)

export const updateFeatureFlag = operation(
  {
    ...common,
    method: 'PUT',
    path: '/projects/:id/feature_flags/:feature_flag_name',
    summary: 'Update a feature flag of a project',
    needs: 'admin_feature_flags',
    params: {
      ...flagName,
      name: string({ about: 'New name of the flag' }),
      description: string(),
      active: boolean(),
      strategies: hashArray({
        id: integer({
          about: 'ID of an existing strategy; without it one is added. Strategies that are not listed stay',
        }),
        name: string(),
        parameters: stringHash(),
        user_list_id: integer(),
        _destroy: boolean({ about: 'Deletes the strategy' }),
        scopes: hashArray({
          id: integer(),
          environment_scope: string(),
          _destroy: boolean({ about: 'Deletes the scope' }),
        }),
      }),
    },
    answers: { one: featureFlagEntity },
    refuses: [400, 404],
  },
  ({ world, caller, project, params, now }) => {
    const flag = findFlag(world, project, params.feature_flag_name)
    const { name, description, active } = params
    const strategies = (params.strategies ?? []).map((it) => ({
      id: it.id ?? null,
      ...(it.name != null && { name: it.name }),
      ...(it.parameters != null && { parameters: it.parameters }),
      ...(it.user_list_id != null && { userListId: it.user_list_id }),
      destroyed: it._destroy === true,
      scopes: (it.scopes ?? []).map((scope) => ({
        id: scope.id ?? null,
        environmentScope: scope.environment_scope ?? undefined,
        destroyed: scope._destroy === true,
      })),
    }))
    const changes = {
      ...(name != null && { name }),
      ...(description !== undefined && { description }),
      ...(active != null && { active }),
      strategies,
    }
    const changed = refuseInvalidRowAsSentences(() =>
      changeFlag(world, project, flag, changes, caller.user as User, now),
    )
    if (changed === undefined) throw recordNotFound()
    return changed
  },
)

export const deleteFeatureFlag = operation(
  {
    ...common,
    method: 'DELETE',
    path: '/projects/:id/feature_flags/:feature_flag_name',
    summary: 'Delete a feature flag of a project',
    needs: 'admin_feature_flags',
    params: flagName,
    answers: { one: featureFlagEntity },
  },
  ({ world, caller, project, params, now }) => {
    const flag = findFlag(world, project, params.feature_flag_name)
    removeFlag(world, project, flag, caller.user as User, now)
    return flag
  },
)

function findFlag(world: World, project: Project, name: string | null): FeatureFlag {
  const flag = world.featureFlags.find('byProject', project.id, name ?? '')
  if (flag === undefined) throw recordNotFound()
  return flag
}
