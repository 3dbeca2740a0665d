import type {
  KeyDescription,
  MemberDescription,
  ShareDescription,
  TokenDescription,
  UserDescription,
} from '../../../fixtures/schema.ts'
import { type Fingerprints, fingerprintsOf, readPublicKey } from '../../lib/ssh-key.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { accessLevels } from '../members/access-level.ts'
import type { MemberSource } from '../members/member.ts'
import { nextId } from '../world.ts'
import { type Loading, loadEach, timeOf, timeOrNull, userIdOrNull } from './loading.ts'

export function loadUser(
  loading: Loading,
  user: UserDescription,
  id: number,
  namespaceId: number,
  path: string,
): void {
  const row = loading.world.users.insert({
    id,
    username: user.username,
    name: user.name,
    email: user.email ?? `${user.username}@example.com`,
    state: user.state ?? 'active',
    admin: user.admin ?? false,
    ...(user.auditor && { auditor: true }),
    external: user.external ?? false,
    privateProfile: user.privateProfile ?? false,
    bot: user.bot ?? false,
    namespaceId,
    bio: user.bio ?? '',
    location: user.location ?? '',
    organization: user.organization ?? '',
    jobTitle: user.jobTitle ?? '',
    publicEmail: user.publicEmail ?? '',
    projectsLimit: user.projectsLimit ?? (user.external ? 0 : 100_000),
    createdAt: timeOf(loading, user.createdAt),
  })
  loading.users.add(user.username, row, `${path}.username`)
}

export interface MembersOf {
  readonly source: MemberSource
  readonly id: number
  readonly createdAt: Instant
  readonly path: string
}

export function* loadMembers(
  loading: Loading,
  of: MembersOf,
  members: readonly MemberDescription[] = [],
): Steps<void> {
  yield* loadEach(loading, members, (member, i) => {
    const path = `${of.path}.members[${i}]`
    loading.world.members.insert({
      id: nextId(loading.world, 'members'),
      source: of.source,
      sourceId: of.id,
      userId: loading.users.require(member.user, `${path}.user`).id,
      accessLevel: accessLevels[member.role],
      notificationLevel: member.notificationLevel ?? 3,
      expiresAt: member.expiresAt ?? null,
      createdById: userIdOrNull(loading, member.createdBy, `${path}.createdBy`),
      createdAt: timeOrNull(loading, member.createdAt) ?? of.createdAt,
    })
  })
}

export function* loadShares(
  loading: Loading,
  of: MembersOf,
  shares: readonly ShareDescription[] = [],
): Steps<void> {
  yield* loadEach(loading, shares, (share, i) => {
    loading.world.shares.insert({
      id: nextId(loading.world, 'shares'),
      source: of.source,
      sourceId: of.id,
      groupId: loading.groups.require(share.group, `${of.path}.shares[${i}].group`).row.id,
      accessLevel: accessLevels[share.role],
      expiresAt: share.expiresAt ?? null,
    })
  })
}

export function loadToken(loading: Loading, token: TokenDescription, path: string): void {
  if (loading.world.tokens.find('byValue', token.value) !== undefined)
    throw new Error(`${path}.value: there are two of token '${token.value}'`)
  const scope =
    token.project === undefined ? undefined : loading.projects.require(token.project, `${path}.project`)
  loading.world.tokens.insert({
    id: nextId(loading.world, 'tokens'),
    kind: token.kind ?? 'personal',
    value: token.value,
    // Never the secret itself: names are shown.
    name: token.name ?? 'unnamed',
    userId: userIdOrNull(loading, token.user, `${path}.user`),
    scopes: token.scopes ?? ['api'],
    revoked: token.revoked ?? false,
    expiresAt: timeOrNull(loading, token.expiresAt),
    createdAt: timeOf(loading, token.createdAt),
    refresh: token.refresh ?? null,
    jobId: token.job === undefined ? null : ciJobOf(loading, token, path),
    projectId: scope?.row.id ?? null,
  })
}

function ciJobOf(loading: Loading, token: TokenDescription, path: string): number {
  const scope = loading.projects.require(token.project ?? '', `${path}.project`)
  const pipeline = scope.pipelines.require(token.pipeline ?? '', `${path}.pipeline`)
  for (const job of loading.world.ciJobs.by('byPipeline', pipeline.id).ascending())
    if (job.name === token.job) return job.id
  throw new Error(`${path}.job: pipeline '${token.pipeline}' has no job '${token.job}'`)
}

export function loadKey(loading: Loading, key: KeyDescription, path: string): void {
  const createdAt = timeOf(loading, key.createdAt)
  const row = loading.world.keys.insert({
    id: nextId(loading.world, 'keys'),
    kind: key.deploy === undefined ? 'user' : 'deploy',
    userId: userIdOrNull(loading, key.user, `${path}.user`),
    title: key.title,
    key: key.key,
    usage: key.usage ?? 'auth',
    ...fingerprints(key.key, path),
    expiresAt: timeOrNull(loading, key.expiresAt),
    createdAt,
  })
  key.deploy?.forEach(({ project, canPush }, i) => {
    loading.world.deployKeyProjects.insert({
      id: nextId(loading.world, 'deployKeyProjects'),
      keyId: row.id,
      projectId: loading.projects.require(project, `${path}.deploy[${i}].project`).row.id,
      canPush: canPush ?? false,
      createdAt,
      updatedAt: createdAt,
    })
  })
}

function fingerprints(key: string, path: string): Fingerprints {
  const read = readPublicKey(key)
  if (read === undefined)
    throw new Error(
      `${path}.key: '${key.slice(0, 40)}' is no public key; it is a type, base64 and perhaps a comment`,
    )
  return fingerprintsOf(read.bytes)
}
