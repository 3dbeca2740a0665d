import { newResourceTokenEntity, resourceTokenEntity } from '../../entities/access-token.ts'
import { inEach } from '../../lib/dialect.ts'
import {
  isResourceToken,
  issueResourceToken,
  revokeToken,
  rotateToken,
  type TokenResource,
} from '../../model/access-tokens/issue-tokens.ts'
import type { Token } from '../../model/access-tokens/token.ts'
import type { Group } from '../../model/groups/group.ts'
import { type AccessLevel, accessLevels } from '../../model/members/access-level.ts'
import type { Project } from '../../model/projects/project.ts'
import { removeUser } from '../../model/users/remove-user.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { groupLevel, projectLevel } from '../../policy/roles.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, required, string, stringList, withDefault } from '../../protocol/params.ts'
import { badRequest, methodNotAllowed, notFound, unauthorized } from '../../protocol/refusal.ts'
import { rolesTaken } from '../shared/role-levels.ts'
import { personalToken } from '../shared/secrets.ts'
import {
  description,
  knownScopes,
  lastDay,
  newScopes,
  newSecret,
  rotatedUntil,
  rotatesItself,
  rotation,
  tokenFilter,
  tokensEnd,
  tokensLastAYear,
  yearFault,
} from './params.ts'
import { resourceTokenList } from './token-list.ts'

/** Access tokens work alike in projects and in groups. */
interface Place {
  readonly path: string
  readonly subject: 'project' | 'group'
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => TokenResource & {
    readonly row: Project | Group
  }
}
const ofProject: Place = {
  path: '/projects/:id/access_tokens',
  subject: 'project',
  of: ({ project }) => ({ source: 'project', id: (project as Project).id, row: project as Project }),
}
const ofGroup: Place = {
  path: '/groups/:id/access_tokens',
  subject: 'group',
  of: ({ group }) => ({ source: 'group', id: (group as Group).id, row: group as Group }),
}
// The service takes it as a text, which the refusal repeats.
const tokenId = { token_id: required(string({ about: 'ID of the token' })) }

export const listProjectAccessTokens = list(ofProject)
export const listGroupAccessTokens = list(ofGroup)
export const getProjectAccessToken = get(ofProject)
export const getGroupAccessToken = get(ofGroup)
export const createProjectAccessToken = create(ofProject)
export const createGroupAccessToken = create(ofGroup)
export const revokeProjectAccessToken = revoke(ofProject)
export const revokeGroupAccessToken = revoke(ofGroup)
export const rotateProjectAccessToken = rotate(ofProject)
export const rotateGroupAccessToken = rotate(ofGroup)
export const rotateOwnProjectAccessToken = rotateOwn(ofProject)
export const rotateOwnGroupAccessToken = rotateOwn(ofGroup)

function list({ path, subject, of }: Place) {
  return operation(
    {
      method: 'GET',
      path,
      summary: `List the access tokens of a ${subject}`,
      subject,
      params: tokenFilter,
      answers: { many: resourceTokenEntity },
      refuses: [401],
      beyond: true,
    },
    ({ world, params, view, now, ...found }) => {
      const place = of(found)
      refuseNonManagers(view.situation, place)
      return resourceTokenList(world, place, params, now)
    },
  )
}

function get({ path, subject, of }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:token_id`,
      summary: `Get an access token of a ${subject}`,
      subject,
      params: tokenId,
      answers: { one: resourceTokenEntity },
      refuses: [401],
      beyond: true,
    },
    ({ world, params, view, ...found }) => {
      const place = of(found)
      refuseNonManagers(view.situation, place)
      return findResourceToken(world, place, params.token_id)
    },
  )
}

function create({ path, subject, of }: Place) {
  return operation(
    {
      method: 'POST',
      path,
      summary: `Create an access token for a ${subject}, with a bot user`,
      subject,
      params: {
        name: required(string()),
        description,
        scopes: required(stringList({ about: 'Scopes of the token' })),
        access_level: inEach(rolesTaken, (levels: readonly number[]) => withDefault(oneOf(levels), 40)),
        expires_at: string({ about: '`YYYY-MM-DD`' }),
      },
      answers: { status: 201, one: newResourceTokenEntity },
      decides: [tokensEnd, tokensLastAYear, newSecret, newScopes],
      refuses: [400, 401],
      beyond: true,
    },
    ({ world, caller, params, view, now, drawText, ...found }) => {
      const place = of(found)
      refuseNonManagers(view.situation, place)
      const accessLevel = params.access_level as AccessLevel
      if (!caller.admin && accessLevel > levelIn(view.situation, place))
        throw badRequest(`Could not provision ${subject} access token to user with a higher level`)
      const expiresOn = lastDay({ world, dialect: view.dialect, now }, params.expires_at)
      const late = yearFault(world, expiresOn, now)
      if (late !== undefined) throw badRequest(`Expires at ${late}`)
      const given = {
        name: params.name ?? '',
        description: params.description,
        scopes: knownScopes(world, params.scopes),
        accessLevel,
        expiresOn,
        value: personalToken(world, drawText),
        suffix: drawText('0123456789abcdef', 32),
      }
      return issueResourceToken(world, place, given, caller.user as User, now)
    },
  )
}

function revoke({ path, subject, of }: Place) {
  return operation(
    {
      method: 'DELETE',
      path: `${path}/:token_id`,
      summary: `Revoke an access token of a ${subject} and delete its bot user`,
      subject,
      params: tokenId,
      answers: { status: 204 },
      refuses: [401],
      beyond: true,
    },
    ({ world, caller, params, view, now, ...found }) => {
      const place = of(found)
      refuseNonManagers(view.situation, place)
      const token = findResourceToken(world, place, params.token_id)
      revokeToken(world, token)
      return removeUser(world, world.users.require(token.userId ?? 0), false, caller.user as User, now)
    },
  )
}

function rotate({ path, subject, of }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/:token_id/rotate`,
      summary: `Rotate an access token of a ${subject} (the new one expires in a week)`,
      subject,
      params: { ...tokenId, ...rotation },
      decides: [newSecret],
      answers: { status: 200, one: newResourceTokenEntity },
      refuses: [400, 401],
      beyond: true,
    },
    ({ world, params, view, now, drawText, ...found }) => {
      const place = of(found)
      refuseNonManagers(view.situation, place)
      const token = findResourceToken(world, place, params.token_id)
      const expiresOn = rotatedUntil(world, params.expires_at, now)
      return rotateToken(world, token, { value: personalToken(world, drawText), expiresOn }, now)
    },
  )
}

function rotateOwn({ path, subject, of }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/self/rotate`,
      summary: `Rotate the access token of a ${subject} that authenticates the request`,
      since: 'access-tokens#later-resource-rotate-self',
      scopes: rotatesItself,
      subject,
      params: rotation,
      decides: [newSecret],
      answers: { status: 200, one: newResourceTokenEntity },
      refuses: [400, 401, 405],
      beyond: true,
      source: 'access-tokens#later-resource-rotate-self',
    },
    ({ world, caller: { token }, params, now, drawText, ...found }) => {
      const place = of(found)
      if (token?.kind !== 'project' && token?.kind !== 'group') throw methodNotAllowed()
      if (!isResourceToken(world, place, token)) throw unauthorized()
      const expiresOn = rotatedUntil(world, params.expires_at, now)
      return rotateToken(world, token, { value: personalToken(world, drawText), expiresOn }, now)
    },
  )
}

type Found = ReturnType<Place['of']>

// A caller who may not manage tokens is answered 401, as an anonymous one is.
function refuseNonManagers(situation: Situation, { source, row }: Found): void {
  const may =
    source === 'project'
      ? can(situation, 'admin_project', row as Project)
      : can(situation, 'admin_group', row as Group)
  if (!may) throw unauthorized()
}

function levelIn({ world, caller, now }: Situation, { source, row }: Found): number {
  if (caller.user === undefined) return accessLevels.none
  return source === 'project'
    ? projectLevel(world, caller.user, row as Project, now)
    : groupLevel(world, caller.user, row as Group, now)
}

function findResourceToken(world: World, place: TokenResource, id: string | null): Token {
  const token = world.tokens.get(Number(id))
  if (token === undefined || String(token.id) !== id || !isResourceToken(world, place, token))
    throw notFound(`Could not find ${place.source} access token with token_id: ${id}`)
  return token
}
