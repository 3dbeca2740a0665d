import type { UserAgentDetail } from '../model/issues/user-agent.ts'
import { constant, entity, text } from './entity.ts'

/** The user agent details of an issue or a snippet. */
export const userAgentDetailEntity = entity<UserAgentDetail>('UserAgentDetail', {
  user_agent: text(({ userAgent }) => userAgent),
  ip_address: text(({ address }) => address),
  akismet_submitted: constant(false),
})
