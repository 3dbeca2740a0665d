import { integer, oneOf, type Params, required, string } from '../../protocol/params.ts'

export const milestoneId = {
  milestone_id: required(integer({ about: 'ID of the milestone, not its IID' })),
} as const satisfies Params

export const milestoneValues = {
  title: string(),
  description: string(),
  due_date: string({ about: '`YYYY-MM-DD` or `YYYYMMDD`; blank clears it' }),
  start_date: string({ about: '`YYYY-MM-DD` or `YYYYMMDD`; blank clears it' }),
} as const satisfies Params

export const stateEvent = { state_event: oneOf(['close', 'activate']) } as const satisfies Params
