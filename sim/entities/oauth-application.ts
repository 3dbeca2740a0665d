import type { OauthApplication } from '../model/installation/oauth-application.ts'
import { entity, flag, integer, text } from './entity.ts'

const fields = {
  id: integer<OauthApplication>(({ id }) => id),
  application_id: text<OauthApplication>(({ uid }) => uid),
  application_name: text<OauthApplication>(({ name }) => name),
  callback_url: text<OauthApplication>(({ redirectUri }) => redirectUri),
  confidential: flag<OauthApplication>(({ confidential }) => confidential),
}

/** An OAuth application. */
export const oauthApplicationEntity = entity<OauthApplication>('OauthApplication', fields)

/** The same with its secret, which is shown only once. */
export const newOauthApplicationEntity = entity<OauthApplication>('NewOauthApplication', {
  ...fields,
  secret: text(({ secret }) => secret),
})
