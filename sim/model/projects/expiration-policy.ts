import { RE2JS, RE2JSSyntaxException } from 're2js'
import type { Errors } from '../invalid-row.ts'
import { BLANK } from '../names.ts'
import type { ExpirationPolicy } from './project.ts'

/** The policy of a project for which none was chosen. */
export const freshPolicy: ExpirationPolicy = {
  cadence: '1d',
  enabled: false,
  keepN: 10,
  olderThan: '90d',
  nameRegex: '.*',
  nameRegexKeep: null,
}

const cadences: readonly string[] = ['1d', '7d', '14d', '1month', '3month']
const keeps: readonly number[] = [1, 5, 10, 25, 50, 100]
const ages: readonly string[] = ['7d', '14d', '30d', '60d', '90d']
const NOT_LISTED = 'is not included in the list'

/** What is wrong with a policy by which container images are removed. */
export function policyFaults({ cadence, enabled, keepN, olderThan, ...names }: ExpirationPolicy): Errors {
  const errors: { [attribute: string]: string[] } = {
    cadence: cadences.includes(cadence) ? [] : [NOT_LISTED],
    keep_n: keepN === null || keeps.includes(keepN) ? [] : [NOT_LISTED],
    older_than: olderThan === null || ages.includes(olderThan) ? [] : [NOT_LISTED],
    name_regex: !enabled ? [] : names.nameRegex ? patternFaults(names.nameRegex) : [BLANK],
    name_regex_keep: enabled ? patternFaults(names.nameRegexKeep) : [],
  }
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([, texts]) => texts.length > 0)
      .map(([name, texts]) => [`container_expiration_policy.${name}`, texts]),
  )
}

/** The words of the service's own engine for what ours calls otherwise. */
const inItsWords: readonly (readonly [RegExp, string])[] = [
  [/^missing closing (.)$/, 'missing $1'],
  [/^missing argument to repetition operator$/, 'no argument for repetition operator'],
  [/^invalid nested repetition operator$/, 'bad repetition operator'],
]

function patternFaults(pattern: string | null): string[] {
  if (!pattern) return []
  try {
    RE2JS.compile(pattern)
    return []
  } catch (problem) {
    if (!(problem instanceof RE2JSSyntaxException)) throw problem
    const { error, input } = problem as unknown as { readonly error: string; readonly input: string }
    // biome-ignore lint/plugin: `$1` stands for a part of what the engine says.
    const told = inItsWords.reduce((text, [ours, theirs]) => text.replace(ours, theirs), error)
    return [`not valid RE2 syntax: ${told}: ${input}`]
  }
}
