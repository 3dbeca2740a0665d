import { InvalidRow } from '../../model/invalid-row.ts'
import { badRequest } from '../../protocol/refusal.ts'
import { errorSentences } from '../../protocol/refuse-invalid-row.ts'

/** Runs a rule of the model; a row that it finds invalid is refused with 400 and its reasons. */
export function refuseInvalid<T>(rule: () => T): T {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? badRequest(errorSentences(problem).join(', ')) : problem
  }
}
