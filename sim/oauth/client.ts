import type { OauthApplication } from '../model/installation/oauth-application.ts'
import { changedLaterSetting } from '../model/settings/in-force.ts'
import type { World } from '../model/world.ts'
import { basicCredentials } from '../protocol/basic.ts'
import { refused } from './refusals.ts'
import { given, type OauthCall } from './service.ts'

/**
 * The calling application, authenticated by its secret in HTTP basic or in the parameters; a public one sends only its
 * id. Undefined when no application is named; throws when the authentication fails.
 */
export function clientOf(call: OauthCall): OauthApplication | undefined {
  const basic = basicCredentials(call.request.headers.authorization)
  const uid = basic?.user ?? given(call, 'client_id')
  if (uid === undefined) return undefined
  const secret = basic?.password ?? given(call, 'client_secret')
  const application = call.world.oauthApplications.find('byUid', uid)
  const authenticated =
    application !== undefined &&
    (secret === undefined ? !application.confidential : secret === application.secret)
  if (!authenticated) throw refused('invalid_client')
  return application
}

/** Whether newer releases were told to give tokens for passwords to applications alone. */
export function passwordNeedsClient(world: World): boolean {
  return changedLaterSetting(world, 'ropc_without_client_credentials') === false
}

/** The calling application; throws when there is none. */
export function requiredClient(call: OauthCall): OauthApplication {
  const application = clientOf(call)
  if (application === undefined) throw refused('invalid_client')
  return application
}
