import { rubyText } from '../lib/ruby-text.ts'
import type { Steps } from '../lib/steps.ts'
import { InvalidRow } from '../model/invalid-row.ts'
import { invalidModel, message } from './refusal.ts'

/** The result of a rule of the model; an InvalidRow becomes a refusal with texts by attribute. */
export function refuseInvalidRow<T>(rule: () => T, status = 400): T {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? invalidModel(problem.errors, status) : problem
  }
}

/** The same for a rule that works step by step. */
export function* refuseInvalidRowOf<T>(rule: Steps<T>, status = 400): Steps<T> {
  try {
    return yield* rule
  } catch (problem) {
    throw problem instanceof InvalidRow ? invalidModel(problem.errors, status) : problem
  }
}

/** The InvalidRow that a rule of the model throws, for calls that go on after it. */
export function refusedRow(rule: () => unknown): InvalidRow | undefined {
  try {
    rule()
  } catch (problem) {
    if (problem instanceof InvalidRow) return problem
    throw problem
  }
  return undefined
}

/** The result of a rule where the service puts its table of errors into a sentence: `Failed to save group {:path=>[...]}`. */
export function refuseInvalidRowAsFailure<T>(task: string, rule: () => T): T {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? message(400, `Failed to ${task} ${errorTable(problem)}`) : problem
  }
}

/** The same where the service sends whole sentences in an array: `["Name can't be blank"]`. */
export function refuseInvalidRowAsSentences<T>(rule: () => T, status = 400): T {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? message(status, errorSentences(problem)) : problem
  }
}

/** Errors as sentences, which begin with the attribute in words unless they are about the row as a whole. */
export function errorSentences({ errors }: InvalidRow): string[] {
  return Object.entries(errors).flatMap(([name, texts]) =>
    name === 'base' ? texts : texts.map((text) => `${inWords(name)} ${text}`),
  )
}

function inWords(attribute: string): string {
  const words = attribute.replace(/[._]/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** A table of errors as the service's language writes it. */
export function errorTable({ errors }: InvalidRow): string {
  const entries = Object.entries(errors).map(([name, texts]) => `:${name}=>${rubyText(texts)}`)
  return `{${entries.join(', ')}}`
}
