import { matchesPath } from '../../../lib/glob.ts'
import { evaluateCondition, matchesPattern, type Variables } from './expression.ts'
import { asMapping, CiConfigError, type Mapping, textList } from './yaml.ts'

/** The event that a pipeline runs for, as far as rules can ask for it. */
export interface Occasion {
  readonly refType: 'branch' | 'tag' | 'merge_request'
  ref(): string
  readonly source: string
  readonly variables: Variables
  /** Paths of what was changed; undefined where nothing tells, and every change is taken to be there. */
  changed(): readonly string[] | undefined
  /** All paths of the commit. */
  paths(): readonly string[]
}

/** The first matching rule; undefined where none matches. */
export function matchingRule(
  rules: readonly unknown[],
  occasion: Occasion,
  variables: Variables,
): Mapping | undefined {
  return rules
    .flat(5)
    .map(asMapping)
    .find((rule) => ruleHolds(rule, occasion, variables))
}

function ruleHolds(rule: Mapping, occasion: Occasion, variables: Variables): boolean {
  const condition = rule.get('if')
  if (condition !== undefined && !evaluateCondition(String(condition), variables)) return false
  const changes = rule.get('changes')
  if (changes !== undefined && !touches(changes, occasion)) return false
  const exists = rule.get('exists')
  return exists === undefined || anyPath(pathsOf(exists), occasion.paths())
}

// Where nothing tells what was changed (a new branch, a tag, a call of the API), a change counts as made.
function touches(changes: unknown, occasion: Occasion): boolean {
  const changed = occasion.changed()
  return changed === undefined || anyPath(pathsOf(changes), changed)
}

function pathsOf(value: unknown): string[] {
  return textList(value instanceof Map ? (value.get('paths') ?? []) : value)
}

function anyPath(patterns: readonly string[], paths: readonly string[]): boolean {
  return patterns
    .flatMap(alternatives)
    .some((pattern) => paths.some((path) => matchesPath(pattern.replace(/^\//, ''), path)))
}

/** `*.{a,b}` stands for two patterns. */
function alternatives(pattern: string): string[] {
  const [, before, inner, after] = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(pattern) ?? []
  if (inner === undefined) return [pattern]
  return inner
    .split(',')
    .slice(0, 50)
    .map((part) => `${before}${part}${after}`)
}

/**
 * False of a configuration none of whose jobs can be part of a pipeline of a merge request. A job that does not say when it
 * runs does for branches and tags; a key may be spelled with escapes, and what is included says keys of its own.
 */
export function mayNameMergeRequests(yaml: string): boolean {
  return /rules|only|include|\\/.test(yaml)
}

/** Whether `only` and `except` include a job in a pipeline. */
export function isSelectedByOnlyExcept(
  only: unknown,
  except: unknown,
  occasion: Occasion,
  variables: Variables,
): boolean {
  const allowed = only === undefined ? new Map([['refs', ['branches', 'tags']]]) : limits(only)
  if (only instanceof Map && !only.has('refs')) allowed.set('refs', ['branches', 'tags'])
  for (const key of allowed.keys()) if (!fits(key, allowed.get(key), occasion, variables)) return false
  const barred = except === undefined ? new Map<unknown, unknown>() : limits(except)
  return ![...barred].some(([key, value]) => fits(key, value, occasion, variables))
}

function limits(value: unknown): Map<unknown, unknown> {
  return value instanceof Map ? new Map(value) : new Map([['refs', value]])
}

function fits(key: unknown, value: unknown, occasion: Occasion, variables: Variables): boolean {
  switch (key) {
    case 'refs':
      return textList(value).some((named) => isRef(named, occasion))
    case 'variables':
      return textList(value).some((condition) => evaluateCondition(condition, variables))
    case 'changes':
      return touches(value, occasion)
    default:
      return true
  }
}

const sources: { readonly [name: string]: readonly string[] } = {
  api: ['api'],
  pushes: ['push'],
  schedules: ['schedule'],
  triggers: ['trigger'],
  web: ['web'],
  pipelines: ['pipeline'],
  external: ['external'],
  merge_requests: ['merge_request_event'],
  external_pull_requests: ['external_pull_request_event'],
  chat: ['chat'],
}

// What it does not have to ask, a plan does not follow from.
function isRef(named: string, occasion: Occasion): boolean {
  const { refType, source } = occasion
  // `branches@group/project` is meant for one project of several forks.
  const [name = ''] = named.split('@', 1)
  if (name === 'branches') return refType === 'branch'
  if (name === 'tags') return refType === 'tag'
  const listed = sources[name]
  if (listed !== undefined) return listed.includes(source)
  if (refType === 'merge_request') return false
  const [, pattern, flags = ''] = /^\/(.*)\/([imsU]*)$/s.exec(name) ?? []
  return pattern === undefined ? name === occasion.ref() : matchesPattern(pattern, flags, occasion.ref())
}

const UNITS: { readonly [unit: string]: number } = {
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  m: 60,
  minute: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  d: 86_400,
  day: 86_400,
  w: 604_800,
  week: 604_800,
  mo: 2_592_000,
  month: 2_592_000,
  y: 31_536_000,
  year: 31_536_000,
}

/** `3 hours 20 minutes` or a number of seconds, in milliseconds. Throws CiConfigError. */
export function durationOf(value: unknown, what: string): number {
  const duration = durationIn(value)
  if (duration === undefined) throw new CiConfigError(`${what} should be a duration`)
  return duration
}

/** The same; undefined for an invalid duration. */
export function durationIn(value: unknown): number | undefined {
  const text = String(value).trim().toLowerCase()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  let seconds = 0
  for (const [, amount, unit = ''] of text.matchAll(/(\d{1,9}(?:\.\d{1,3})?)\s*([a-z]+)/g)) {
    const factor = UNITS[unit] ?? UNITS[unit.replace(/s$/, '')]
    if (factor === undefined) return undefined
    seconds += Number(amount) * factor
  }
  return seconds === 0 ? undefined : Math.round(seconds * 1000)
}
