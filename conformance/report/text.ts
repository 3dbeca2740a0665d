import { type MergedFinding, ruleOf } from '../kit/finding.ts'
import { beginningOf } from '../kit/json.ts'
import type { CheckEnded, Event, Recipe } from '../run/events.ts'
import { scopeText } from '../run/scope.ts'
import { acceptedText, contractFor } from '../targets/accepted.ts'
import { callsOf, headlineOf, recipeOf, sourcesOf } from './bug-report.ts'
import { left, type MatrixRow, matrix, sums } from './matrix.ts'
import {
  countsLine,
  faults,
  type Gathered,
  gather,
  nothingGathered,
  type Reporter,
  type ReporterOptions,
  reasonOf,
} from './reporter.ts'
import { sentenceShares } from './sentences.ts'
import type { Share } from './share.ts'

/** For people: a line a group as it goes, then each fault once with everything that is needed to see it again. */
export function textReporter(options: ReporterOptions): Reporter {
  const gathered = nothingGathered()
  const lines = createLines(options.planned)
  return {
    next: (event) => {
      gather(gathered, event)
      if (event.type === 'started') return opening(event)
      if (event.type === 'ended') return `${lines.rest()}${summary(gathered, options)}`
      return event.type === 'check-ended' ? lines.next(event) : ''
    },
  }
}

/**
 * A line a group, once the last of its checks has ended: checks that others build on, and those that run alone, are not
 * beside the rest of their group.
 */
function createLines(planned: readonly string[] = []) {
  const left = new Map<string, number>()
  for (const id of planned) left.set(groupOf(id), (left.get(groupOf(id)) ?? 0) + 1)
  const open = new Map<string, Map<string, number>>()

  function closed(name: string): string {
    const counts = [...(open.get(name) ?? [])].map(([kind, count]) => `${count} ${kind}`).join(', ')
    open.delete(name)
    return `  ${name.padEnd(30)} ${counts}\n`
  }

  return {
    next({ id, result: { kind } }: CheckEnded): string {
      const name = groupOf(id)
      const counts = open.get(name) ?? new Map<string, number>()
      open.set(name, counts.set(kind, (counts.get(kind) ?? 0) + 1))
      const rest = (left.get(name) ?? 0) - 1
      left.set(name, rest)
      return rest === 0 ? closed(name) : ''
    },
    rest: () => [...open.keys()].map(closed).join(''),
  }
}

function groupOf(id: string): string {
  const rule = ruleOf(id)
  return rule.startsWith('laws/') ? rule : (id.split('/')[0] ?? id)
}

type Started = Extract<Event, { type: 'started' }>

function opening({ target, planned, seed, runs, mode, scope, callers, ...told }: Started): string {
  const { dialect, tier, version, restoring, creates, refused = {}, misnamed = {} } = told
  const facts = [
    ...(version === undefined ? [] : [`version ${version}`]),
    tier === undefined ? 'plan not known' : `${tier} plan`,
    acceptedText(told),
    `mode ${mode}`,
  ]
  return [
    `Conformance of ${target} (${facts.join(', ')})`,
    ...(scope === undefined ? [] : [`scope: ${scopeText(scope)}`]),
    ...(version === undefined && dialect === undefined ? [UNKNOWN_RELEASE] : []),
    `callers: ${callers.join(', ') || 'none whose token opens anything'}`,
    ...Object.entries(refused).map(
      ([who, status]) => `the token of ${who} opens nothing there (${status}), and counts as not given`,
    ),
    ...Object.entries(misnamed).map(([who, why]) => `the token of ${who} is ${why}, and counts as not given`),
    ...(creates === undefined ? [] : creation(creates, target)),
    `${planned} checks, seed ${seed}, ${runs} inputs a property`,
    ...(restoring === undefined ? [] : [puttingBack(restoring)]),
    '\n',
  ].join('\n')
}

const UNKNOWN_RELEASE =
  'the service tells no version, and is judged as release 15.8 unless --release names its own'

function puttingBack(checks: number): string {
  return `settings of the installation or of accounts are changed and put back at once in ${checks} of them; --no-installation leaves them alone`
}

function creation(group: string, target: string): readonly string[] {
  return [
    `creates the group ${group} and everything else below it, and removes it at the end, also after Ctrl-C;`,
    `if the run is killed: forgery conform --clean --url ${target}`,
  ]
}

type Ended = Extract<Event, { type: 'ended' }>

const endings = {
  signal: 'stopped before the end',
  failures: 'stopped after the failures that were allowed',
  time: 'stopped when the time was up',
  gone: 'stopped, since the service does not answer any more',
} as const

/** Checks that were not begun, by family or law. */
function untried({ untried = [] }: Ended): string {
  const groups = new Map<string, number>()
  for (const id of untried) groups.set(groupOf(id), (groups.get(groupOf(id)) ?? 0) + 1)
  const lines = [...groups].map(([name, count]) => `  ${name.padEnd(30)} ${count}`)
  return lines.length === 0 ? '' : [`Not tried (${untried.length})`, ...lines, ''].join('\n')
}

function leftBehind({ left = [] }: Ended): string {
  const lines = left.map((what) => `  ${what}`)
  return lines.length === 0
    ? ''
    : ['Left behind; remove it with forgery conform --clean', ...lines, ''].join('\n')
}

function closing({ counts, milliseconds, stopped, traffic, why = 'signal' }: Ended): string {
  const { requests, throttled, retried } = traffic
  const sent = [
    ...(requests > 0 ? [`${requests} requests`] : []),
    ...(throttled > 0 ? [`${throttled} sent again after a limit of the target`] : []),
    ...(retried > 0 ? [`${retried} sent again after a fault of the network`] : []),
  ]
  const early = stopped ? `${endings[why]}: ` : ''
  const last = `${early}${countsLine(counts)} in ${(milliseconds / 1000).toFixed(1)} s\n`
  return sent.length === 0 ? last : `${sent.join(', ')}\n${last}`
}

function summary(gathered: Gathered, options: ReporterOptions): string {
  const { ended } = gathered
  const parts = [
    ...faults(gathered).map(({ finding, first }) => failure(finding, first, options)),
    ...errors(gathered),
    known(gathered),
    reasons(gathered, 'skip', 'Skipped'),
    reasons(gathered, 'disabled', 'Disabled'),
    undecided(gathered),
    reasons(gathered, 'blocked', 'Blocked'),
    observed(gathered),
    lookedAt(gathered, options),
    ended === undefined ? '' : untried(ended),
    ended === undefined ? '' : leftBehind(ended),
  ].filter((part) => part !== '')
  const last = ended === undefined ? '' : closing(ended)
  return `\n${parts.map((part) => `${part}\n`).join('')}${last}`
}

function failure(finding: MergedFinding, first: CheckEnded, { replay }: ReporterOptions): string {
  const recipe = recipeOf(first)
  const others = finding.metBy.slice(1)
  return [
    `FAIL ${finding.check} (${finding.severity})`,
    `  ${first.says}`,
    ...sourcesOf(first.source).map((line) => `  (${line})`),
    `  ${headlineOf({ finding, first })}`,
    `    expected  ${finding.expected}`,
    `    actual    ${finding.actual}`,
    ...(recipe === undefined ? [] : howTo(recipe)),
    `  replay: ${replay(finding.check)}`,
    ...(others.length === 0 ? [] : [`  the same in ${others.length} more: ${some(others)}`]),
    '',
  ].join('\n')
}

function howTo(recipe: Recipe): readonly string[] {
  const { counterexample, shrinks, seed } = recipe
  const shrunk = shrinks === 0 ? '' : `, after ${shrinks} shrinks`
  const lines = callsOf(recipe).flatMap((line) => line.split('\n'))
  return [
    ...(counterexample === undefined ? [] : [`    smallest  ${counterexample} (seed ${seed}${shrunk})`]),
    ...(lines.length === 0 ? [] : ['  calls', ...lines.map((line) => `    ${line}`)]),
  ]
}

function errors({ checks }: Gathered): readonly string[] {
  const interrupted = new Map<string, string[]>()
  const own: string[] = []
  for (const { id, result } of checks)
    if (result.kind === 'broken' && result.interrupted)
      interrupted.set(result.error, [...(interrupted.get(result.error) ?? []), id])
    else if (result.kind === 'broken')
      own.push(`BROKEN, by a fault of the suite itself:  ${id}\n  ${result.error.split('\n').join('\n  ')}\n`)
  const lost = [...interrupted].map(([why, ids]) => `BROKEN, since no reply came:  ${some(ids)}\n  ${why}\n`)
  return [...lost, ...own]
}

/** What a baseline accepts, one line each. */
function known({ checks }: Gathered): string {
  const lines = checks.flatMap(({ id, result }) =>
    result.kind === 'known' ? [`  ${id}: ${result.finding.title}; ${result.reason}`] : [],
  )
  return lines.length === 0 ? '' : ['Known', ...lines, ''].join('\n')
}

/** Checks without a verdict, by reason. */
function reasons({ checks }: Gathered, kind: 'skip' | 'disabled' | 'blocked', heading: string): string {
  const byReason = new Map<string, string[]>()
  for (const { id, result } of checks) {
    const reason = result.kind === kind ? reasonOf(result) : undefined
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), id])
  }
  if (byReason.size === 0) return ''
  const lines = [...byReason].map(([reason, ids]) => `  ${ids.length} because ${reason}: ${some(ids)}`)
  return [`${heading}`, ...lines, ''].join('\n')
}

/** Inputs that decided nothing, by reason. */
function undecided({ checks }: Gathered): string {
  const byReason = new Map<string, { inputs: number; readonly ids: string[] }>()
  for (const { id, result } of checks) {
    if (result.kind !== 'pass' && result.kind !== 'skip') continue
    for (const { reason, inputs } of result.undecided ?? []) {
      const entry = byReason.get(reason) ?? { inputs: 0, ids: [] }
      entry.inputs += inputs
      entry.ids.push(id)
      byReason.set(reason, entry)
    }
  }
  if (byReason.size === 0) return ''
  const lines = [...byReason].map(
    ([reason, { inputs, ids }]) => `  ${inputs} inputs because ${reason}: ${some(ids)}`,
  )
  return ['Unknown: inputs that decide nothing', ...lines, ''].join('\n')
}

function observed({ observations }: Gathered): string {
  const seen = new Map<string, string[]>()
  for (const { id, observation } of observations) {
    const line = `${observation.what}: ${String(observation.seen)}`
    seen.set(line, [...(seen.get(line) ?? []), id])
  }
  return seen.size === 0
    ? ''
    : ['Observed', ...[...seen].map(([line, ids]) => `  ${line} (${some(ids)})`), ''].join('\n')
}

/** The sum of the matrix: how much of each family was reached, and what was not. */
function lookedAt(
  { started, ended, checks }: Gathered,
  { inFull = new Set(), sentences = [] }: ReporterOptions,
): string {
  if (ended === undefined || inFull.size === 0) return ''
  const rows = matrix(contractFor(started), ended.tried, checks, inFull, sentences)
  const shares = sentenceShares(sentences, checks)
  const lines = sums(rows, shares).map((sum) =>
    line(
      sum.name,
      columns.map((column) => `${sum[column].tried}/${sum[column].of}`),
    ),
  )
  const heading = 'Looked at (--report html shows each operation)'
  return [heading, line('', columns), ...lines, '', ...unreached(rows), ...untold(shares)].join('\n')
}

const columns = ['operations', 'statuses', 'params', 'roles', 'paging', 'sentences'] as const

function line(name: string, cells: readonly string[]): string {
  return `  ${name.padEnd(25)}${cells.map((cell) => cell.padStart(12)).join('')}`.trimEnd()
}

const MOST_UNREACHED = 12

// A target that lacks a role or a plan leaves something of nearly every operation.
function unreached(rows: readonly MatrixRow[]): readonly string[] {
  const lines = rows.flatMap((row) => {
    const missing = left(row)
    return missing === '' ? [] : [`  ${row.operation}: ${cut(missing)}`]
  })
  if (lines.length === 0) return []
  const rest = lines.length - MOST_UNREACHED
  const more = rest > 0 ? [`  and something of ${rest} more`] : []
  return ['Not looked at', ...lines.slice(0, MOST_UNREACHED), ...more, '']
}

/** Rows of `conformance/sources` that no check decided. */
function untold(shares: ReadonlyMap<string, Share>): readonly string[] {
  const lines = [...shares].flatMap(([page, { missing }]) =>
    missing.length === 0 ? [] : [`  ${page}: ${cut(missing.join(', '))}`],
  )
  return lines.length === 0 ? [] : ['Sentences not tried (--report json names all)', ...lines, '']
}

function cut(text: string): string {
  return text.length > 90 ? `${beginningOf(text, 90)} …` : text
}

function some(ids: readonly string[]): string {
  return ids.length <= 3 ? ids.join(', ') : `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`
}
