import { InvalidRow } from '../../model/invalid-row.ts'
import { badRequest } from '../../protocol/refusal.ts'
import { sentencesOf } from '../../protocol/valid.ts'

/** What a rule of the model gives; what it finds invalid is the reason of a bad request. */
export function invalidBase<T>(rule: () => T): T {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? badRequest(sentencesOf(problem).join(', ')) : problem
  }
}
