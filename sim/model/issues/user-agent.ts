import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** With what, and from where, somebody made something that others may read. */
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
