import type { ChangeId } from '../../lib/releases/changes.ts'
import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const tokenKinds = [
  'personal',
  'impersonation',
  'project',
  'group',
  'oauth',
  'job',
  'deploy',
  'session',
] as const
export type TokenKind = (typeof tokenKinds)[number]

export const scopes = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'read_package_registry',
  'write_package_registry',
  'sudo',
  'admin_mode',
] as const
/** Scopes of OpenID Connect, which applications may ask for too: they tell only who the user is. */
export const identityScopes = ['openid', 'profile', 'email'] as const
/** Scopes of newer releases, each with the row that tells since when. */
export const laterScopes = {
  create_runner: 'access-tokens#later-create-runner',
  k8s_proxy: 'access-tokens#later-k8s-proxy',
  ai_features: 'access-tokens#later-ai-features',
  manage_runner: 'access-tokens#later-manage-runner',
  read_service_ping: 'access-tokens#later-manage-runner',
  self_rotate: 'access-tokens#later-self-rotate',
  read_virtual_registry: 'access-tokens#later-virtual-registry',
  write_virtual_registry: 'access-tokens#later-virtual-registry',
} as const satisfies { readonly [scope: string]: ChangeId }
export type LaterScope = keyof typeof laterScopes
/** The scope of applications that registered themselves. It opens no operation of the API. */
export const REGISTERED_SCOPE = 'mcp'
export type Scope =
  | (typeof scopes)[number]
  | (typeof identityScopes)[number]
  | LaterScope
  | typeof REGISTERED_SCOPE

/** Scopes that only deploy tokens have: those of the package registry. */
export const deployScopes: readonly Scope[] = ['read_package_registry', 'write_package_registry']

/** A credential of any kind. `value` is the secret itself and is redacted wherever rows are shown. */
export interface Token {
  readonly id: number
  readonly kind: TokenKind
  readonly value: string
  readonly name: string
  /** Null only for tokens of no user (deploy tokens, client credentials). */
  readonly userId: number | null
  readonly scopes: readonly Scope[]
  readonly revoked: boolean
  readonly expiresAt: Instant | null
  readonly createdAt: Instant
  /** Of an OAuth token: the value that renews it. */
  readonly refresh: string | null
  /** Of a job token: its CI job; of a deploy token: its project. */
  readonly jobId: number | null
  readonly projectId: number | null
  /** Of an OAuth token: the application that it was issued to. */
  readonly applicationId?: number | null
  /** Of an OAuth token that was not used yet: the one that it renews. */
  readonly replacesId?: number | null
  /** What somebody says it is for. */
  readonly description?: string
  /** Of a deploy token: its group, whose projects it opens. */
  readonly groupId?: number
  /** Of a deploy token: the name that goes with it. */
  readonly username?: string
}

/** Tokens that never end come last. */
const NEVER = Number.MAX_SAFE_INTEGER

export const tokensTable = table<Token>((token) => [token.name])('tokens', {
  byValue: index((token) => [token.value]),
  byRefresh: index((token) => (token.refresh === null ? undefined : [token.refresh])),
  byUser: index((token) => (token.userId === null ? undefined : [token.userId])),
  byApplication: index(({ applicationId }) => (applicationId == null ? undefined : [applicationId])),
  byKind: index((token) => [token.kind]),
  byKindCreated: index((token) => [token.kind, token.createdAt]),
  byKindExpiry: index((token) => [token.kind, token.expiresAt ?? NEVER]),
  byKindName: index((token) => [token.kind, token.name]),
  byUserKind: index((token) => (token.userId === null ? undefined : [token.userId, token.kind])),
  byUserKindCreated: index((token) =>
    token.userId === null ? undefined : [token.userId, token.kind, token.createdAt],
  ),
  byUserKindExpiry: index((token) =>
    token.userId === null ? undefined : [token.userId, token.kind, token.expiresAt ?? NEVER],
  ),
  byUserKindName: index((token) =>
    token.userId === null ? undefined : [token.userId, token.kind, token.name],
  ),
  byGroupKind: index((token) => (token.groupId === undefined ? undefined : [token.groupId, token.kind])),
  byProjectKind: index((token) => (token.projectId === null ? undefined : [token.projectId, token.kind])),
  byCreated: index((token) => [token.createdAt]),
  /** Those that end some day. */
  byEnd: index((token) => (token.revoked || token.expiresAt === null ? undefined : [token.expiresAt])),
  byGroup: index((token) => (token.groupId === undefined ? undefined : [token.groupId])),
  byProject: index((token) => (token.projectId === null ? undefined : [token.projectId])),
})
