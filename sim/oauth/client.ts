import type { OauthApplication } from '../model/installation/oauth-application.ts'
import { basicCredentials } from '../protocol/basic.ts'
import { refused } from './refusals.ts'
import { given, type OauthCall } from './service.ts'

/**
 * The application that calls, which shows its secret in HTTP basic or in the parameters; one that cannot keep a secret
 * says only who it is. Undefined where none is named; throws where the one that is named is not proved.
 */
export function clientOf(call: OauthCall): OauthApplication | undefined {
  const basic = basicCredentials(call.request.headers.authorization)
  const uid = basic?.user ?? given(call, 'client_id')
  if (uid === undefined) return undefined
  const secret = basic?.password ?? given(call, 'client_secret')
  const application = call.world.oauthApplications.find('byUid', uid)
  const proved =
    application !== undefined &&
    (secret === undefined ? !application.confidential : secret === application.secret)
  if (!proved) throw refused('invalid_client')
  return application
}

/** The application that calls, where there must be one. */
export function requiredClient(call: OauthCall): OauthApplication {
  const application = clientOf(call)
  if (application === undefined) throw refused('invalid_client')
  return application
}
