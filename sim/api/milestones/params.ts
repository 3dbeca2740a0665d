import { InvalidRow } from '../../model/invalid-row.ts'
import { integer, oneOf, type Params, required, string } from '../../protocol/params.ts'
import { message, type Refusal } from '../../protocol/refusal.ts'

export const milestoneId = {
  milestone_id: required(integer({ about: 'Global ID' })),
} as const satisfies Params

export const milestoneValues = {
  title: string(),
  description: string(),
  due_date: string({ about: '`YYYY-MM-DD` or `YYYYMMDD`; blank clears it' }),
  start_date: string({ about: '`YYYY-MM-DD` or `YYYYMMDD`; blank clears it' }),
} as const satisfies Params

export const stateEvent = { state_event: oneOf(['close', 'activate']) } as const satisfies Params

/** Runs a rule of the model. What it refuses becomes one text that holds the table of errors (dossier 1, 11.3). */
export function orFailTo<Result>(task: 'create' | 'update', rule: () => Result): Result {
  try {
    return rule()
  } catch (error) {
    throw error instanceof InvalidRow ? failedTo(task, error) : error
  }
}

function failedTo(task: string, { errors }: InvalidRow): Refusal {
  const entries = Object.entries(errors).map(
    ([name, texts]) => `:${name}=>[${texts.map((text) => JSON.stringify(text)).join(', ')}]`,
  )
  return message(400, `Failed to ${task} milestone {${entries.join(', ')}}`)
}
