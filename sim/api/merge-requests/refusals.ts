import { InvalidRow } from '../../model/invalid-row.ts'
import { invalidModel, message, type Refusal } from '../../protocol/refusal.ts'

// Errors under these keys are answered alone, as an array of sentences (dossier 1, 2.1 and 9.5).
const alone: readonly (readonly [attribute: string, status: number])[] = [
  ['branch_conflict', 422],
  ['validate_fork', 422],
  ['validate_branches', 409],
  ['base', 422],
]

/** Runs a rule of the model and turns what it refuses into the service's answer. */
export function orRefuse<Result>(rule: () => Result): Result {
  try {
    return rule()
  } catch (error) {
    throw error instanceof InvalidRow ? refusalOf(error) : error
  }
}

function refusalOf({ errors }: InvalidRow): Refusal {
  for (const [attribute, status] of alone) {
    const texts = errors[attribute]
    if (texts !== undefined) return message(status, texts)
  }
  return invalidModel(errors)
}
