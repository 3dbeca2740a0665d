import { type Day, type Instant, startOfDay } from '../../time/calendar.ts'
import type { AccessLevel } from '../members/access-level.ts'
import type { Member } from '../members/member.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { Scope, Token } from './token.ts'

/** A project or a group that tokens belong to. */
export interface TokenResource {
  readonly source: 'project' | 'group'
  readonly id: number
}

export interface NewResourceToken {
  readonly name: string
  readonly description?: string | null | undefined
  readonly scopes: readonly Scope[]
  readonly accessLevel: AccessLevel
  readonly expiresOn: Day | null
  readonly value: string
  /** Makes the bot's user name unique. */
  readonly suffix: string
}

/** Issues a token of a project or a group: a bot is made a member, and the token is the bot's. */
export function issueResourceToken(
  world: World,
  { source, id }: TokenResource,
  given: NewResourceToken,
  author: User,
  now: Instant,
): Token {
  const username = `${source}_${id}_bot_${given.suffix}`
  const bot = world.users.insert({
    id: nextId(world, 'users'),
    username,
    name: given.name,
    email: `${username}@noreply.localhost`,
    state: 'active',
    admin: false,
    external: true,
    privateProfile: false,
    bot: true,
    namespaceId: nextId(world, 'groups'),
    bio: '',
    location: '',
    organization: '',
    jobTitle: '',
    publicEmail: '',
    projectsLimit: 0,
    hashedPassword: null,
    createdById: author.id,
    createdAt: now,
  })
  world.members.insert({
    id: nextId(world, 'members'),
    source,
    sourceId: id,
    userId: bot.id,
    accessLevel: given.accessLevel,
    notificationLevel: 3,
    expiresAt: given.expiresOn,
    createdById: author.id,
    createdAt: now,
  })
  return world.tokens.insert({
    id: nextId(world, 'tokens'),
    kind: source,
    value: given.value,
    name: given.name,
    ...(given.description != null && { description: given.description }),
    userId: bot.id,
    scopes: given.scopes,
    revoked: false,
    expiresAt: given.expiresOn === null ? null : (startOfDay(given.expiresOn) ?? null),
    createdAt: now,
    refresh: null,
    jobId: null,
    projectId: null,
  })
}

/** Whether a token is one of a bot of a project or a group. */
export function isResourceToken(world: World, { source, id }: TokenResource, token: Token): boolean {
  const { kind, userId } = token
  return (
    kind === source &&
    userId !== null &&
    world.members.find('bySource', source, id, userId) !== undefined &&
    world.users.require(userId).bot
  )
}

/** The tokens of a project's or a group's bots. */
export function resourceTokens(world: World, { source, id }: TokenResource): Token[] {
  return world.members
    .by('bySource', source, id)
    .list()
    .filter(({ userId }) => world.users.require(userId).bot)
    .flatMap(({ userId }) => world.tokens.by('byUser', userId).list())
    .filter(({ kind }) => kind === source)
    .sort((a, b) => a.id - b.id)
}

/** The level that a bot has where its token belongs. */
export function botAccessLevel(world: World, token: Token): AccessLevel {
  return botMember(world, token)?.accessLevel ?? 0
}

/** The id of the project or group of a token; undefined once its user is no member any more. */
export function botOwnerId(world: World, token: Token): number | undefined {
  return botMember(world, token)?.sourceId
}

function botMember(world: World, { kind, userId }: Token): Member | undefined {
  return world.members.by('byUser', userId ?? 0, kind).list()[0]
}

/** Revokes a token. */
export function revokeToken(world: World, token: Token): Token {
  return world.tokens.update(token.id, { revoked: true })
}

/** Revokes a token and issues one like it, with another value and end. */
export function rotateToken(
  world: World,
  token: Token,
  { value, expiresOn }: { readonly value: string; readonly expiresOn: Day },
  now: Instant,
): Token {
  revokeToken(world, token)
  return world.tokens.insert({
    ...token,
    id: nextId(world, 'tokens'),
    value,
    expiresAt: startOfDay(expiresOn) ?? null,
    createdAt: now,
  })
}

export interface NewDeployToken {
  readonly name: string
  readonly username: string | undefined
  readonly scopes: readonly Scope[]
  readonly expiresAt: Instant | null
  readonly value: string
}

/** Creates a deploy token of a project or a group. */
export function issueDeployToken(
  world: World,
  { source, id: sourceId }: TokenResource,
  { username, ...given }: NewDeployToken,
  now: Instant,
): Token {
  const id = nextId(world, 'tokens')
  return world.tokens.insert({
    id,
    kind: 'deploy',
    ...given,
    username: username || `gitlab+deploy-token-${id}`,
    userId: null,
    revoked: false,
    createdAt: now,
    refresh: null,
    jobId: null,
    projectId: source === 'project' ? sourceId : null,
    ...(source === 'group' && { groupId: sourceId }),
  })
}

export function deployTokenOf(
  world: World,
  { source, id }: TokenResource,
  tokenId: number,
): Token | undefined {
  const token = world.tokens.get(tokenId)
  const owner = source === 'project' ? token?.projectId : token?.groupId
  return token?.kind === 'deploy' && owner === id ? token : undefined
}
