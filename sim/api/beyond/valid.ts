import { InvalidRow } from '../../model/invalid-row.ts'
import { invalidModel } from '../../protocol/refusal.ts'

/** What a rule of the model gives; what it finds invalid is answered as attributes with texts. */
export function valid<T>(rule: () => T, status = 400): T {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? invalidModel(problem.errors, status) : problem
  }
}
