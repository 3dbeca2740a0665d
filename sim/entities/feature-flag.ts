import type { FeatureFlag, FlagScope, FlagStrategy } from '../model/feature-flags/feature-flag.ts'
import {
  constant,
  entity,
  flag,
  integer,
  json,
  many,
  nullable,
  one,
  text,
  timestamp,
  when,
} from './entity.ts'
import { userListEntity } from './user-list.ts'

const scopeEntity = entity<FlagScope>('FeatureFlagScope', {
  id: integer(({ id }) => id),
  environment_scope: text(({ environmentScope }) => environmentScope),
})

const strategyEntity = entity<FlagStrategy>('FeatureFlagStrategy', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  parameters: json({ type: 'object' }, ({ parameters }) => parameters),
  scopes: many(scopeEntity, ({ scopes }) => scopes),
  user_list: when(
    ({ userListId }) => userListId !== null,
    one(userListEntity, ({ userListId }: FlagStrategy, { world }) => world.userLists.get(userListId ?? 0)),
  ),
})

export const featureFlagEntity = entity<FeatureFlag>('FeatureFlag', {
  name: text(({ name }) => name),
  description: nullable(text(({ description }) => description as string)),
  active: flag(({ active }) => active),
  version: constant('new_version_flag'),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  scopes: constant([]),
  strategies: many(strategyEntity, ({ strategies }) => strategies),
})
