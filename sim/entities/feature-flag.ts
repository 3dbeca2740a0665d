import { changed } from '../lib/dialect.ts'
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
  type View,
  when,
} from './entity.ts'
import { basicUserListEntity, userListEntity } from './user-list.ts'

const scopeEntity = entity<FlagScope>('FeatureFlagScope', {
  id: integer(({ id }) => id),
  environment_scope: text(({ environmentScope }) => environmentScope),
})

const hasUserList = ({ userListId }: FlagStrategy) => userListId !== null

function userListOf({ userListId }: FlagStrategy, { world }: View) {
  return world.userLists.get(userListId ?? 0)
}

const strategyEntity = entity<FlagStrategy>('FeatureFlagStrategy', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  parameters: json({ type: 'object' }, ({ parameters }) => parameters),
  scopes: many(scopeEntity, ({ scopes }) => scopes),
  user_list: changed('feature-flags#later-user-list', {
    before: when(hasUserList, one(userListEntity, userListOf)),
    after: when(hasUserList, one(basicUserListEntity, userListOf)),
  }),
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
