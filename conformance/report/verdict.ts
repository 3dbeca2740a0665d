import { optionsFor } from '../../sim/contract.ts'
import { scopeText } from '../run/scope.ts'
import { acceptedText, contractFor } from '../targets/accepted.ts'
import { matrix } from './matrix.ts'
import { type Fault, faults, type Gathered, reasonOf } from './reporter.ts'

/** What came of a run, for who reads nothing else. */
export interface Verdict {
  readonly kind: 'conforms' | 'fails' | 'unknown'
  readonly sentence: string
  /** How much was tried. */
  readonly tried: string
}

export function verdictOf(gathered: Gathered, found: readonly Fault[] = faults(gathered)): Verdict {
  return { ...judgement(gathered, found), tried: triedOf(gathered) }
}

function judgement({ ended, checks }: Gathered, found: readonly Fault[]): Omit<Verdict, 'tried'> {
  const must = found.filter(({ finding }) => finding.severity === 'must').length
  const should = found.length - must
  const broken = ended?.counts.broken ?? 0
  const weak = should === 0 ? '' : `; ${should} that should ${should === 1 ? 'does' : 'do'} not`
  if (must > 0)
    return {
      kind: 'fails',
      sentence: `Does not conform: ${requirements(must)} that must hold ${must === 1 ? 'does' : 'do'} not${weak}.`,
    }
  if (broken > 0)
    return { kind: 'unknown', sentence: `Cannot be told: ${broken} of the checks broke${weak}.` }
  if (
    !checks.some(({ result }) => result.kind === 'pass' || result.kind === 'fail' || result.kind === 'known')
  )
    return { kind: 'unknown', sentence: 'Cannot be told: no check came to a verdict.' }
  const known = ended?.counts.known ?? 0
  const accepted = known === 0 ? '' : `, but for ${known} known ${known === 1 ? 'finding' : 'findings'}`
  return {
    kind: 'conforms',
    sentence: `Conforms, as far as it was tried: everything that must hold does${accepted}${weak}.`,
  }
}

function requirements(count: number): string {
  return `${count} ${count === 1 ? 'requirement' : 'requirements'}`
}

function triedOf({ started, ended, checks }: Gathered): string {
  if (ended === undefined) return ''
  const { pass, fail, known } = ended.counts
  const about = new Set(checks.flatMap(({ covers }) => covers))
  const rows = matrix(contractFor(started), ended.tried, checks).filter(({ operation }) =>
    about.has(operation),
  )
  const reached = rows.filter(({ operation, success }) => success && operation in ended.tried).length
  const total = checks.length + (ended.untried?.length ?? 0)
  const told = `${pass + fail + known} of ${total} checks came to a verdict`
  const scope = (started?.scope?.specification ?? 0) + (started?.scope?.others ?? 0)
  const operations = scope === 0 ? '' : `, and ${reached} of ${scope} operations were called with success`
  return `${told}${operations}.${ended.stopped ? ' The run was stopped before its end.' : ''}`
}

/** What was checked, where, when and how. */
export function factsOf({ started, ended }: Gathered): readonly (readonly [name: string, text: string])[] {
  if (started === undefined || ended === undefined) return []
  const { target, dialect, tier, version, mode, scope, callers, seed, runs, at } = started
  const requests = ended.traffic.requests > 0 ? `${ended.traffic.requests} requests in ` : ''
  return [
    ['Target', target],
    ['Release', version ?? 'not told by the service'],
    ['Plan', tier ?? 'not known'],
    [
      'Dialect',
      dialect === undefined ? acceptedText(started) : Object.values(optionsFor(dialect)).join(', release '),
    ],
    ...(scope === undefined ? [] : ([['Scope', scopeText(scope)]] as const)),
    ['Mode', modes[mode]],
    ['Callers', callers.join(', ') || 'none whose token opens anything'],
    ['Date', at.replace('T', ' ').replace(/(:\d\d)?(\.\d+)?Z$/, ' UTC')],
    [
      'Effort',
      `${requests}${(ended.milliseconds / 1000).toFixed(1)} s, seed ${seed}, ${runs} inputs a property`,
    ],
  ]
}

const modes = {
  read: 'read: what is there was looked at, and nothing was changed',
  write: 'write: projects were created, checked and removed',
  control: 'control: of a simulator, whose clock was moved as well',
} as const

/** Why checks have no verdict, the most frequent reason first. */
export function openReasons({
  checks,
  ended,
}: Gathered): readonly (readonly [reason: string, checks: number])[] {
  const byReason = new Map<string, number>()
  for (const { result } of checks) {
    const reason = reasonOf(result)
    if (reason !== undefined) byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  }
  const untried = ended?.untried?.length ?? 0
  if (untried > 0) byReason.set('the run ended before them', untried)
  return [...byReason].sort(([, one], [, other]) => other - one)
}
