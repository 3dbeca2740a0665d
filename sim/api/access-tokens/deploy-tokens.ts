import { deployTokenEntity, newDeployTokenEntity } from '../../entities/access-token.ts'
import { changed, since } from '../../lib/dialect.ts'
import {
  deployTokenOf,
  issueDeployToken,
  type TokenResource,
} from '../../model/access-tokens/issue-tokens.ts'
import type { Scope, Token } from '../../model/access-tokens/token.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { AbilityName } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, datetime, integer, listOf, required, string } from '../../protocol/params.ts'
import { invalid, notFound } from '../../protocol/refusal.ts'
import { deployToken } from '../shared/secrets.ts'
import { tokenList } from './token-list.ts'

const deployTokenScopes = [
  'read_repository',
  'read_registry',
  'write_registry',
  'read_package_registry',
  'write_package_registry',
] as const satisfies readonly Scope[]
const laterDeployScopes = [
  ...deployTokenScopes,
  'read_virtual_registry',
  'write_virtual_registry',
] as const satisfies readonly Scope[]

/** Deploy tokens work alike in projects and in groups. */
interface Place {
  readonly path: string
  readonly subject: 'project' | 'group'
  readonly reads: AbilityName
  readonly needs: AbilityName
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => TokenResource
}
const ofProject: Place = {
  path: '/projects/:id/deploy_tokens',
  subject: 'project',
  reads: 'admin_project',
  needs: 'admin_project',
  of: ({ project }) => ({ source: 'project', id: (project as Project).id }),
}
const ofGroup: Place = {
  path: '/groups/:id/deploy_tokens',
  subject: 'group',
  reads: 'read_group_deploy_tokens',
  needs: 'admin_group',
  of: ({ group }) => ({ source: 'group', id: (group as Group).id }),
}
const tokenId = { token_id: required(integer({ about: 'ID of the token' })) }
const active = {
  active: boolean({ about: '`true` for active tokens only, `false` for expired and revoked ones only' }),
}

export const listInstanceDeployTokens = operation(
  {
    method: 'GET',
    path: '/deploy_tokens',
    summary: 'List all deploy tokens of the instance',
    auth: 'admin',
    params: active,
    answers: { many: deployTokenEntity, unordered: true },
    beyond: true,
  },
  ({ world, params, now }) => {
    return tokenList(world, { kind: 'deploy' }, stateOf(params), now)
  },
)
export const listProjectDeployTokens = list(ofProject)
export const listGroupDeployTokens = list(ofGroup)
export const getProjectDeployToken = get(ofProject)
export const getGroupDeployToken = get(ofGroup)
export const createProjectDeployToken = create(ofProject)
export const createGroupDeployToken = create(ofGroup)
export const deleteProjectDeployToken = remove(ofProject)
export const deleteGroupDeployToken = remove(ofGroup)

function list({ path, subject, reads: needs, of }: Place) {
  return operation(
    {
      method: 'GET',
      path,
      summary: `List the deploy tokens of a ${subject}`,
      auth: 'public',
      subject,
      needs,
      params: active,
      answers: { many: deployTokenEntity, unordered: true },
      beyond: true,
    },
    ({ world, params, now, ...found }) => {
      const { source: index, id } = of(found)
      return tokenList(world, { kind: 'deploy', of: { index, id } }, stateOf(params), now)
    },
  )
}

function get({ path, subject, reads: needs, of }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:token_id`,
      summary: `Get a deploy token of a ${subject}`,
      auth: 'public',
      subject,
      needs,
      params: tokenId,
      answers: { one: deployTokenEntity },
      beyond: true,
    },
    ({ world, params, ...found }) => findDeployToken(world, of(found), params.token_id),
  )
}

function create({ path, subject, needs, of }: Place) {
  return operation(
    {
      method: 'POST',
      path,
      summary: `Create a deploy token for a ${subject}`,
      auth: 'public',
      subject,
      needs,
      params: {
        name: required(string()),
        scopes: changed('access-tokens#later-virtual-registry', {
          before: required(listOf(deployTokenScopes, { about: 'Scopes of the token' })),
          after: required(listOf(laterDeployScopes, { about: 'Scopes of the token' })),
        }),
        expires_at: datetime(),
        username: string({ about: '`gitlab+deploy-token-ID` by default' }),
      },
      decides: [since('access-tokens#later-deploy-token', true)],
      answers: { status: 201, one: newDeployTokenEntity },
      refuses: [400],
      beyond: true,
    },
    ({ world, params, now, drawText, ...found }) => {
      const wanted = params.scopes ?? []
      if (wanted.length === 0) throw invalid('scopes is empty')
      const given = {
        name: params.name ?? '',
        username: params.username ?? undefined,
        scopes: laterDeployScopes.filter((scope) => wanted.includes(scope)),
        expiresAt: params.expires_at ?? null,
        value: deployToken(world, drawText),
      }
      return issueDeployToken(world, of(found), given, now)
    },
  )
}

function remove({ path, subject, needs, of }: Place) {
  return operation(
    {
      method: 'DELETE',
      path: `${path}/:token_id`,
      summary: `Delete a deploy token of a ${subject}`,
      auth: 'public',
      subject,
      needs,
      params: tokenId,
      answers: { status: 204 },
      beyond: true,
    },
    ({ world, params, ...found }) => {
      world.tokens.delete(findDeployToken(world, of(found), params.token_id).id)
    },
  )
}

function stateOf({ active }: { readonly active?: boolean | null | undefined }) {
  return active == null ? {} : { state: active ? ('active' as const) : ('inactive' as const) }
}

function findDeployToken(world: World, place: TokenResource, id: number | null): Token {
  const token = deployTokenOf(world, place, id ?? 0)
  if (token === undefined) throw notFound('DeployToken')
  return token
}
