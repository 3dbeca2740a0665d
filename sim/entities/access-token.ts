import { since } from '../lib/dialect.ts'
import { botAccessLevel, botOwnerId } from '../model/access-tokens/issue-tokens.ts'
import type { Token } from '../model/access-tokens/token.ts'
import { dayOf } from '../time/calendar.ts'
import {
  constant,
  day,
  entity,
  type Fields,
  flag,
  integer,
  nullable,
  oneOfTexts,
  text,
  texts,
  timestamp,
  when,
} from './entity.ts'

const fields: Fields<Token> = {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  revoked: flag(({ revoked }) => revoked),
  created_at: timestamp(({ createdAt }) => createdAt),
  description: since(
    'access-tokens#later-description',
    nullable(text<Token>(({ description }) => (description ?? null) as string)),
  ),
  scopes: texts(({ scopes }) => scopes),
  user_id: integer(({ userId }) => userId ?? 0),
  last_used_at: constant(null),
  active: flag(
    ({ revoked, expiresAt }, { hasCome }) => !revoked && (expiresAt === null || !hasCome(expiresAt)),
  ),
  expires_at: nullable(day(({ expiresAt }) => (expiresAt === null ? null : dayOf(expiresAt)))),
}

/** A token by which an administrator acts as a user. */
export const impersonationTokenEntity = entity<Token>('ImpersonationToken', {
  ...fields,
  impersonation: constant(true),
})

/** A token of a project or a group. */
export const resourceTokenEntity = entity<Token>('ResourceAccessToken', {
  ...fields,
  access_level: integer((token, { world }) => botAccessLevel(world, token)),
  resource_type: since(
    'access-tokens#later-resource',
    oneOfTexts<Token, 'project' | 'group'>(['project', 'group'], ({ kind }) =>
      kind === 'group' ? 'group' : 'project',
    ),
  ),
  resource_id: since(
    'access-tokens#later-resource',
    nullable(integer<Token>((token, { world }) => (botOwnerId(world, token) ?? null) as number)),
  ),
})

export const newResourceTokenEntity = entity<Token>('NewResourceAccessToken', {
  ...resourceTokenEntity.fields,
  token: text(({ value }) => value),
})

export const deployTokenEntity = entity<Token>('DeployToken', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  username: text(({ username, id }) => username ?? `gitlab+deploy-token-${id}`),
  expires_at: nullable(timestamp(({ expiresAt }) => expiresAt)),
  scopes: texts(({ scopes }) => scopes),
  revoked: flag(({ revoked }) => revoked),
  expired: flag(({ expiresAt }, { hasCome }) => expiresAt !== null && hasCome(expiresAt)),
})

export const newDeployTokenEntity = entity<Token>('NewDeployToken', {
  ...deployTokenEntity.fields,
  token: text(({ value }) => value),
})

/** A token of a service account, without its value. */
export const serviceTokenEntity = entity<Token>('ServiceAccountToken', fields)

/** A personal access token, without its value. */
export const tokenEntity = entity<Token>('AccessToken', {
  ...fields,
  // As `last_used_at`, which is null: nothing notes who uses a token.
  last_used_ips: since(
    'access-tokens#later-last-used-ips',
    texts<Token>(() => []),
  ),
})

/** A personal access token with its value, which is shown only once. */
export const newTokenEntity = entity<Token>('NewAccessToken', {
  ...fields,
  impersonation: when(({ kind }) => kind === 'impersonation', constant(true)),
  token: text(({ value }) => value),
})
