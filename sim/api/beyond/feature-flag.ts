import { featureFlagEntity } from '../../entities/feature-flag.ts'
import type { FeatureFlag } from '../../model/feature-flag.ts'
import { addFlag, removeFlag } from '../../model/feature-flags.ts'
import type { Project } from '../../model/project.ts'
import type { User } from '../../model/user.ts'
import type { World } from '../../model/world.ts'
import { walked } from '../../protocol/listing.ts'
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
import { orSay } from '../../protocol/valid.ts'

const common = { auth: 'public', authorize: 'first', subject: 'project', beyond: true } as const
const flagName = { feature_flag_name: required(string({ about: 'Name of the flag' })) }

const strategy = {
  name: required(string({ about: '`default`, `gitlabUserList`, `flexibleRollout` and the like' })),
  parameters: stringHash(),
  user_list_id: integer({ about: 'Of `gitlabUserList`: id of the list' }),
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
    const flags = world.featureFlags.by('byProject', project.id)
    if (params.scope == null) return walked(flags, 'ascending')
    return walked(flags, 'ascending', ({ active }) => active === (params.scope === 'enabled'))
  },
)

export const getFeatureFlag = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/feature_flags/:feature_flag_name',
    summary: 'One feature flag',
    needs: 'read_feature_flags',
    params: flagName,
    answers: { one: featureFlagEntity },
  },
  ({ world, project, params }) => named(world, project, params.feature_flag_name),
)

export const createFeatureFlag = operation(
  {
    ...common,
    method: 'POST',
    path: '/projects/:id/feature_flags',
    summary: 'Create a feature flag',
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
    return orSay(() => addFlag(world, project, flag, caller.user as User, now))
  },
)

export const deleteFeatureFlag = operation(
  {
    ...common,
    method: 'DELETE',
    path: '/projects/:id/feature_flags/:feature_flag_name',
    summary: 'Delete a feature flag, which is answered once more',
    needs: 'admin_feature_flags',
    params: flagName,
    answers: { one: featureFlagEntity },
  },
  ({ world, caller, project, params, now }) => {
    const flag = named(world, project, params.feature_flag_name)
    removeFlag(world, project, flag, caller.user as User, now)
    return flag
  },
)

function named(world: World, project: Project, name: string | null): FeatureFlag {
  const flag = world.featureFlags.find('byProject', project.id, name ?? '')
  if (flag === undefined) throw recordNotFound()
  return flag
}
