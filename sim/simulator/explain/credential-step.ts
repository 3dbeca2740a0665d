import type { Station } from '../../lib/tracing.ts'
import type { Token } from '../../model/access-tokens/token.ts'
import type { World } from '../../model/world.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { isoTime } from '../../time/calendar.ts'

const kinds: { readonly [kind in Token['kind']]: string } = {
  personal: 'personal access token',
  impersonation: 'impersonation token',
  project: 'project access token',
  group: 'group access token',
  oauth: 'OAuth token',
  job: 'job token',
  deploy: 'deploy token',
  session: 'session',
}

/** What the credentials of a request prove, without any of them. */
export function credentialText(
  world: World,
  request: PlainRequest,
  { proves }: Extract<Station, { station: 'credential' }>,
): string {
  const places = placesWith(request)
  if (proves === 'nothing')
    return places.length === 0 ? 'none was sent' : `none counts of ${places.join(', ')}`
  if (proves === 'unknown')
    return `what ${places.join(', ')} names is no token, or of no kind that counts here`
  const token = world.tokens.get(proves.tokenId)
  return token === undefined ? 'none' : tokenText(world, token, places)
}

function tokenText(world: World, token: Token, places: readonly string[]): string {
  const { kind, userId, scopes, revoked, expiresAt } = token
  const owner = world.users.get(userId ?? 0)
  return [
    `${kinds[kind]}${owner === undefined ? '' : ` of @${owner.username}`} in ${places.join(', ')}`,
    `scopes ${scopes.join(', ') || 'none'}`,
    ...(expiresAt === null ? [] : [`expires ${isoTime(expiresAt)}`]),
    ...(revoked ? ['revoked'] : []),
  ].join('; ')
}

const headers = ['private-token', 'authorization', 'job-token', 'deploy-token', 'cookie']
const params = /(?:^|&)(private_token|access_token|bearer_token|job_token)=/g

/** Where a request carries credentials: names of headers and of parameters of the query. */
function placesWith({ headers: sent, url }: PlainRequest): string[] {
  const query = url.split('?', 2)[1] ?? ''
  return [
    ...headers.filter((name) => sent[name] !== undefined).map((name) => `the header ${name}`),
    ...[...query.matchAll(params)].map(([, name]) => `the parameter ${name}`),
  ]
}
