import type { Member } from '../model/members/member.ts'
import { entity, text, when } from './entity.ts'

/** What became of several users who were added at once: one sentence for all who were refused. */
export interface MembersAdded {
  readonly faults: string | undefined
}

export const membersAddedEntity = entity<MembersAdded>('MembersAdded', {
  message: when(
    ({ faults }) => faults !== undefined,
    text(({ faults }) => faults ?? ''),
  ),
  status: text(({ faults }) => (faults === undefined ? 'success' : 'error')),
})

export function areSeveralAdded(result: Member | MembersAdded): result is MembersAdded {
  return 'faults' in result
}
