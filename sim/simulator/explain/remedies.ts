import type { Scope, Token } from '../../model/access-tokens/token.ts'
import { tiers } from '../../model/installation/instance.ts'
import { type AccessLevel, accessLevels, type Role } from '../../model/members/access-level.ts'
import { features, type Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { instanceOf, nextId, type World } from '../../model/world.ts'
import { ancestorsAndSelf, groupLevel, groupOf, projectLevel } from '../../policy/roles.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import type { Asked, Outcome } from './attempt.ts'
import { enrol } from './grants.ts'
import { type Place, placesOf } from './places.ts'
import type { Remedy, RemedyKind } from './remedy.ts'
import { ofSettings } from './settings.ts'

/** Everything that could be otherwise about a refused request, the least and most usual changes first. */
export function remediesFor(asked: Asked, outcome: Outcome): Remedy[] {
  const { world } = asked
  const user = outcome.caller?.user ?? ownerOf(world, tokenOf(world, outcome))
  const places = placesOf(world, outcome.stations)
  return [
    ...(user === undefined ? [signIn(asked)] : []),
    ...ofToken(asked, tokenOf(world, outcome)),
    ...(user === undefined ? [] : ofAccount(user)),
    ...(user === undefined || user.admin ? [] : ofSudo(asked, user, outcome)),
    ...(user === undefined ? [] : places.flatMap((place) => ofRole(asked, user, place))),
    ...(user === undefined ? [] : ofAuthor(world, user, outcome)),
    ...places.flatMap(({ source, row }) => (source === 'project' ? ofProject(row) : [])),
    ...ofInstallation(world, outcome),
    ...places.map((place) => ofVisibility(world, place)),
    ...(user === undefined || user.admin ? [] : [ofAdministrator(asked, user)]),
  ]
}

/** The token that a request's credentials named. */
export function tokenOf(world: World, { stations }: Outcome): Token | undefined {
  const told = stations.find((station) => station.station === 'credential')
  return told === undefined || typeof told.proves === 'string'
    ? undefined
    : world.tokens.get(told.proves.tokenId)
}

/** The role that a user has in a place: `none` without one. */
export function roleIn({ world, now }: Pick<Asked, 'world' | 'now'>, user: User, place: Place): Role {
  const level =
    place.source === 'project'
      ? projectLevel(world, user, place.row, now)
      : groupLevel(world, user, place.row, now)
  return roleNamed(level)
}

function roleNamed(level: AccessLevel): Role {
  const found = Object.entries(accessLevels).find(([, value]) => value === level)
  return (found?.[0] ?? 'none') as Role
}

function ownerOf(world: World, token: Token | undefined): User | undefined {
  return token === undefined ? undefined : world.users.get(token.userId ?? 0)
}

/** The secret of a user who is there only while somebody wonders what a user could do. */
const STRANGER = 'stranger'

const credentialHeaders = ['private-token', 'authorization', 'job-token', 'deploy-token', 'cookie']
const credentialParams = /^(?:private_token|access_token|bearer_token|job_token)=/

function signIn({ now }: Asked): Remedy {
  return {
    kind: 'credential',
    needs: 'the token of a user',
    has: 'no credential counts',
    apply(world, request) {
      const like = world.users.all().first()
      const id = nextId(world, 'users')
      if (like === undefined) return request
      world.users.insert({
        ...like,
        id,
        username: `${STRANGER}-${id}`,
        email: `${STRANGER}-${id}@example.com`,
        state: 'active',
        admin: false,
        external: false,
        bot: false,
        auditor: false,
        namespaceId: nextId(world, 'groups'),
        createdAt: now,
      })
      world.tokens.insert({
        id: nextId(world, 'tokens'),
        kind: 'personal',
        value: `${STRANGER}-${id}`,
        name: STRANGER,
        userId: id,
        scopes: ['api'],
        revoked: false,
        expiresAt: null,
        createdAt: now,
        refresh: null,
        jobId: null,
        projectId: null,
      })
      return signedBy(request, `${STRANGER}-${id}`)
    },
  }
}

function signedBy(request: PlainRequest, value: string): PlainRequest {
  const bare = unsigned(request)
  return { ...bare, headers: { ...bare.headers, 'private-token': value } }
}

/** A request without its credentials. */
export function unsigned(request: PlainRequest): PlainRequest {
  const others = Object.entries(request.headers).filter(([name]) => !credentialHeaders.includes(name))
  const [path = '', query] = request.url.split('?', 2)
  const kept = query?.split('&').filter((pair) => !credentialParams.test(pair)) ?? []
  return {
    ...request,
    url: kept.length === 0 ? path : `${path}?${kept.join('&')}`,
    headers: Object.fromEntries(others),
  }
}

function ofToken({ now }: Asked, token: Token | undefined): Remedy[] {
  if (token === undefined) return []
  const change = (kind: RemedyKind, needs: string, has: string, columns: Partial<Token>): Remedy => ({
    kind,
    needs,
    has,
    apply(world, request) {
      world.tokens.update(token.id, columns)
      return request
    },
  })
  const ended = token.expiresAt !== null && token.expiresAt <= now
  const wider = (['read_api', 'api', 'sudo', 'admin_mode'] as const).filter(
    (scope) => !token.scopes.includes(scope),
  )
  const scopes = token.scopes.join(', ') || 'none'
  return [
    ...(ended ? [change('token', 'a token that has not expired', 'this one has', { expiresAt: null })] : []),
    ...(token.revoked
      ? [change('token', 'a token that is not revoked', 'this one is', { revoked: false })]
      : []),
    ...wider.map((scope: Scope) =>
      change('scope', `the scope ${scope}`, `the token has ${scopes}`, { scopes: [...token.scopes, scope] }),
    ),
  ]
}

function ofAccount(user: User): Remedy[] {
  if (user.state === 'active') return []
  const has = `@${user.username} is ${user.state.replaceAll('_', ' ')}`
  return [
    {
      kind: 'account',
      needs: 'an active account',
      has,
      apply(world, request) {
        world.users.update(user.id, { state: 'active' })
        return request
      },
    },
  ]
}

function roleText({ username }: User, role: Role): string {
  if (username.startsWith(`${STRANGER}-`)) return 'other users have no role there'
  return role === 'none' ? `@${username} has no role there` : `@${username} is ${role}`
}

const roles: readonly Exclude<Role, 'none'>[] = ['guest', 'reporter', 'developer', 'maintainer', 'owner']

function ofRole(asked: Asked, user: User, place: Place): Remedy[] {
  const { now } = asked
  const own = roleIn(asked, user, place)
  const { source, row } = place
  const has = roleText(user, own)
  return roles
    .filter((role) => accessLevels[role] > accessLevels[own])
    .map((role) => ({
      kind: 'role',
      needs: `the role ${role} in ${row.fullPath}`,
      has,
      apply(world, request) {
        enrol(world, user.id, source, row.id, role, now)
        return request
      },
    }))
}

function ofAuthor(world: World, user: User, { stations }: Outcome): Remedy[] {
  return stations.flatMap((station): Remedy[] => {
    if (station.station !== 'subject' || station.id === undefined) return []
    const { id, subject, token } = station
    const table =
      subject === 'mergeRequest' ? world.mergeRequests : subject === 'issue' ? world.issues : undefined
    const author = world.users.get(table?.get(id)?.authorId ?? 0)
    if (author === undefined || author.id === user.id) return []
    const sign = subject === 'issue' ? '#' : '!'
    return [
      {
        kind: 'author',
        needs: `to be the author of ${sign}${token}`,
        has: `that is @${author.username}`,
        apply(changed, request) {
          if (subject === 'issue') changed.issues.update(id, { authorId: user.id })
          else changed.mergeRequests.update(id, { authorId: user.id })
          return request
        },
      },
    ]
  })
}

function ofProject(project: Project): Remedy[] {
  const { id, fullPath } = project
  const change = (kind: RemedyKind, needs: string, has: string, columns: Partial<Project>): Remedy => ({
    kind,
    needs,
    has,
    apply(world, request) {
      world.projects.update(id, columns)
      return request
    },
  })
  return [
    ...(project.archived
      ? [change('archived', `${fullPath} unarchived`, 'it is archived', { archived: false })]
      : []),
    ...features
      .filter(
        (feature) => project.features[feature] === 'disabled' || project.features[feature] === 'private',
      )
      .map((feature) =>
        change(
          'feature',
          `the feature ${feature} enabled in ${fullPath}`,
          `it is ${project.features[feature]}`,
          { features: { ...project.features, [feature]: 'enabled' } },
        ),
      ),
    ...Object.entries(project.settings)
      .filter(([, value]) => typeof value === 'boolean')
      .map(([name, value]) =>
        change(
          'project-setting',
          `${wireName(name)} ${value ? 'off' : 'on'} in ${fullPath}`,
          `it is ${value ? 'on' : 'off'}`,
          {
            settings: { ...project.settings, [name]: !value },
          },
        ),
      ),
  ]
}

function wireName(column: string): string {
  return column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function ofInstallation(world: World, outcome: Outcome): Remedy[] {
  const { tier, impersonation } = instanceOf(world)
  const higher = tiers.slice(tiers.indexOf(tier) + 1)
  return [
    ...ofSettings(outcome),
    ...(impersonation
      ? []
      : [
          instance('setting', 'impersonation switched on for the installation', 'it is off', {
            impersonation: true,
          }),
        ]),
    ...higher.map((plan) => instance('plan', `the plan ${plan}`, `this is ${tier}`, { tier: plan })),
  ]
}

function instance(
  kind: RemedyKind,
  needs: string,
  has: string,
  columns: Parameters<World['instance']['update']>[1],
): Remedy {
  return {
    kind,
    needs,
    has,
    apply(world, request) {
      world.instance.update(1, columns)
      return request
    },
  }
}

function ofVisibility(world: World, { source, row }: Place): Remedy {
  const above = source === 'project' ? groupOf(world, row) : row
  return {
    kind: 'visibility',
    needs: `${row.fullPath} public`,
    has: `it is ${row.visibility}`,
    apply(changed, request) {
      for (const group of [...ancestorsAndSelf(changed, above)])
        changed.groups.update(group.id, { visibility: 'public' })
      if (source === 'project') changed.projects.update(row.id, { visibility: 'public' })
      return request
    },
  }
}

/** Acting as another user takes two things at once. */
function ofSudo({ world }: Asked, user: User, { stations, caller }: Outcome): Remedy[] {
  if (caller !== undefined || !stations.some(({ station }) => station === 'sudo')) return []
  return [
    {
      kind: 'administrator',
      needs: 'an administrator whose token has the scope sudo',
      has: `@${user.username} is none`,
      apply(changed, request) {
        changed.users.update(user.id, { admin: true })
        const added = ['sudo', 'admin_mode'] as const
        for (const token of world.tokens.by('byUser', user.id).list())
          changed.tokens.update(token.id, { scopes: [...new Set([...token.scopes, ...added])] })
        return request
      },
    },
  ]
}

function ofAdministrator({ world }: Asked, user: User): Remedy {
  return {
    kind: 'administrator',
    needs: 'an administrator',
    has: `@${user.username} is none`,
    apply(changed, request) {
      changed.users.update(user.id, { admin: true })
      for (const token of world.tokens.by('byUser', user.id).list())
        changed.tokens.update(token.id, { scopes: [...new Set([...token.scopes, 'admin_mode' as const])] })
      return request
    },
  }
}
