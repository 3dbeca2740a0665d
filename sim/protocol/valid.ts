import { InvalidRow } from '../model/invalid-row.ts'
import { invalidModel, message } from './refusal.ts'

/** What a rule of the model gives; what it finds invalid is answered as attributes with texts. */
export function valid<T>(rule: () => T, status = 400): T {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? invalidModel(problem.errors, status) : problem
  }
}

/** The same where the service puts its table of errors into a sentence: `Failed to save group {:path=>[...]}`. */
export function orFailTo<T>(task: string, rule: () => T): T {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? message(400, `Failed to ${task} ${tableOf(problem)}`) : problem
  }
}

/** A table of errors as the service's language writes it. */
export function tableOf({ errors }: InvalidRow): string {
  const entries = Object.entries(errors).map(
    ([name, texts]) => `:${name}=>[${texts.map((text) => JSON.stringify(text)).join(', ')}]`,
  )
  return `{${entries.join(', ')}}`
}
