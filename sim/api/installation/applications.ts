import { newOauthApplicationEntity, oauthApplicationEntity } from '../../entities/oauth-application.ts'
import { since } from '../../lib/dialect.ts'
import { scopesHere } from '../../model/access-tokens/scopes.ts'
import { identityScopes, type Scope } from '../../model/access-tokens/token.ts'
import type { OauthApplication } from '../../model/installation/oauth-application.ts'
import { redirectFaults } from '../../model/installation/redirect-addresses.ts'
import { isReleased } from '../../model/installation/released.ts'
import { nextId, type World } from '../../model/world.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, string, withDefault } from '../../protocol/params.ts'
import { invalidModel, notFound } from '../../protocol/refusal.ts'
import type { DrawText } from '../shared/secrets.ts'

const HEX = '0123456789abcdef'
const applicationId = {
  id: required(integer({ about: 'ID of the application, not its `application_id`' })),
}
const newScopes = since('access-tokens#later-k8s-proxy', true)

export const listApplications = operation(
  {
    method: 'GET',
    path: '/applications',
    summary: 'List the OAuth applications of the instance',
    auth: 'admin',
    answers: { many: oauthApplicationEntity, unordered: true },
    beyond: true,
  },
  ({ world }) => indexListing(world.oauthApplications.all(), 'ascending'),
)

export const createApplication = operation(
  {
    method: 'POST',
    path: '/applications',
    summary: 'Create an OAuth application (its secret is shown only once)',
    auth: 'admin',
    params: {
      name: required(string()),
      redirect_uri: required(string({ about: 'Allowed redirect URIs, one per line' })),
      scopes: required(string({ about: 'Scopes, separated by spaces' })),
      confidential: withDefault(boolean({ about: 'Whether the application can keep its secret' }), true),
    },
    decides: [
      since('installation#later-secret-prefix', true),
      since('conventions#later-device-grant', true),
      newScopes,
    ],
    answers: { status: 201, one: newOauthApplicationEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, params, now, drawText }) => {
    const wanted = (params.scopes ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
    const known: readonly string[] = [...scopesHere(world), ...identityScopes]
    const errors = {
      ...((params.name ?? '').trim() === '' && { name: ["can't be blank"] }),
      ...redirectFaults(params.redirect_uri ?? ''),
      ...(!wanted.every((scope) => known.includes(scope)) && {
        scopes: ["doesn't match configured on the server."],
      }),
    }
    if (Object.keys(errors).length > 0) throw invalidModel(errors)
    const secret = () => drawText(HEX, 64)
    return world.oauthApplications.insert({
      id: nextId(world, 'oauthApplications'),
      uid: secret(),
      secret: applicationSecret(world, drawText),
      name: params.name ?? '',
      redirectUri: params.redirect_uri ?? '',
      scopes: wanted as Scope[],
      confidential: params.confidential,
      trusted: false,
      createdAt: now,
    })
  },
)

function applicationSecret(world: World, drawText: DrawText): string {
  return `${isReleased(world, 'installation#later-secret-prefix') ? 'gloas-' : ''}${drawText(HEX, 64)}`
}

export const deleteApplication = operation(
  {
    method: 'DELETE',
    path: '/applications/:id',
    summary: 'Delete an OAuth application and its tokens',
    auth: 'admin',
    params: applicationId,
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => {
    const application = findApplication(world, params.id)
    for (const grant of world.oauthGrants.by('byApplication', application.id).list())
      world.oauthGrants.delete(grant.id)
    for (const grant of world.deviceGrants.by('byApplication', application.id).list())
      world.deviceGrants.delete(grant.id)
    for (const token of world.tokens.by('byApplication', application.id).list()) world.tokens.delete(token.id)
    world.oauthApplications.delete(application.id)
  },
)

export const renewApplicationSecret = operation(
  {
    method: 'POST',
    path: '/applications/:id/renew-secret',
    summary: 'Reset the secret of an OAuth application',
    since: 'installation#later-renew-secret',
    auth: 'admin',
    params: applicationId,
    answers: { status: 200, one: newOauthApplicationEntity },
    refuses: [404],
    beyond: true,
    source: 'installation#later-renew-secret',
  },
  ({ world, params, drawText }) => {
    const { id } = findApplication(world, params.id)
    return world.oauthApplications.update(id, { secret: applicationSecret(world, drawText) })
  },
)

function findApplication(world: World, id: number | null): OauthApplication {
  const application = world.oauthApplications.get(id ?? 0)
  if (application === undefined) throw notFound('Application')
  return application
}
