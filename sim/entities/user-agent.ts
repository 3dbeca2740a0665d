import type { UserAgentDetail } from '../model/issues/user-agent.ts'
import { constant, entity, text } from './entity.ts'

/** With what, and from where, something was made. */
export const userAgentDetailEntity = entity<UserAgentDetail>('UserAgentDetail', {
  user_agent: text(({ userAgent }) => userAgent),
  ip_address: text(({ address }) => address),
  akismet_submitted: constant(false),
})
