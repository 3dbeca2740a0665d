import { InvalidRow } from '../../model/invalid-row.ts'
import { invalidModel, message, type Refusal } from '../../protocol/refusal.ts'

// If one of these keys has errors, only they are answered, as an array of sentences (merge-requests#errors-as-arrays).
const answeredAlone: readonly (readonly [attribute: string, status: number])[] = [
  ['branch_conflict', 422],
  ['validate_fork', 422],
  ['validate_branches', 409],
  ['base', 422],
]

/** Runs a rule of the model and turns its errors into the service's refusal. */
export function refuseInvalid<Result>(rule: () => Result): Result {
  try {
    return rule()
  } catch (error) {
    throw error instanceof InvalidRow ? refusalOf(error) : error
  }
}

function refusalOf({ errors }: InvalidRow): Refusal {
  for (const [attribute, status] of answeredAlone) {
    const texts = errors[attribute]
    if (texts !== undefined) return message(status, texts)
  }
  return invalidModel(errors)
}
