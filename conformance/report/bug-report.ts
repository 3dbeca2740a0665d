import { groundsOf } from '../kit/citation.ts'
import type { CheckEnded, Recipe } from '../run/events.ts'
import type { Fault, ReporterOptions } from './reporter.ts'

// A finding is told so that it can be pasted into a bug report as it stands: the requirement with its source and how
// sure it is, what was sent and what came, what was expected, and the command that repeats it.

/** `GET /projects/:id/milestones: the order of the milestones`. */
export function headlineOf({ finding: { operation, title }, first: { covers } }: Fault): string {
  if (operation === undefined) return title
  // A path that a check wrote out itself has ids in it; what it looks at has a name.
  const [only, ...others] = covers
  const named = only !== undefined && others.length === 0 && /[?\d]/.test(operation) ? only : operation
  return `${named}: ${title}`
}

/** Where a requirement is written down, with how sure each row is: `milestones#order, verified: … (15.8)`. */
export function sourcesOf(source: string): readonly string[] {
  const rows = groundsOf(source)
  return rows.length === 0
    ? [source]
    : rows.map(({ page, anchor, ground, learntFrom }) => `${page}#${anchor}, ${ground}: ${learntFrom}`)
}

/** The recipe of a check that failed. */
export function recipeOf({ result }: CheckEnded): Recipe | undefined {
  return result.kind === 'fail' || result.kind === 'known' ? result.recipe : undefined
}

/** All calls in one piece, for a shell: what each answered, and what the ids in them are, stands in comments. */
export function callsOf({ arrangement, calls, replies, lastReply, objects }: Recipe): readonly string[] {
  const answered = calls.flatMap((call, i) => [call, ...commented(replies[i])])
  return [
    ...(arrangement.length === 0 ? [] : ['# what was arranged', ...arrangement, '# what was tried']),
    ...answered,
    ...(calls.length === 0 ? commented(lastReply) : []),
    ...objects.map((line) => `# ${line}`),
  ]
}

function commented(reply: string | undefined): readonly string[] {
  return reply === undefined ? [] : [`#   ${reply.split('\n').join('\n#   ')}`]
}

/** The whole report as plain text, without its headline. */
export function bugReport({ finding, first }: Fault, { replay }: Pick<ReporterOptions, 'replay'>): string {
  const recipe = recipeOf(first)
  return [
    `requirement  ${first.says} (${finding.severity})`,
    ...sourcesOf(first.source).map((line) => `source       ${line}`),
    `expected     ${finding.expected}`,
    `actual       ${finding.actual}`,
    ...(recipe?.counterexample === undefined ? [] : [`smallest     ${recipe.counterexample}`]),
    ...(recipe === undefined ? [] : callsOf(recipe)),
    `replay: ${replay(finding.check)}`,
  ].join('\n')
}
