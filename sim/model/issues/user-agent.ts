import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** The user agent and address with which an issue or a snippet was created. */
export interface UserAgentDetail {
  readonly id: number
  readonly subject: 'Issue' | 'Snippet'
  readonly subjectId: number
  readonly userAgent: string
  readonly address: string
}

export const userAgentDetailsTable = table<UserAgentDetail>()('userAgentDetails', {
  bySubject: index((it) => [it.subject, it.subjectId]),
})
