import type { DifferenceId } from './differences.ts'
import { type ChangeId, changesUntil } from './releases/changes.ts'
import { type NewerRelease, type Release, releases } from './releases/release.ts'

/** Which authority the simulator speaks where specification and real service contradict each other. */
export const dialects = ['specification', 'real'] as const
export type Authority = (typeof dialects)[number]

/** What a simulator speaks: an authority on the release of the specification, or the service of a newer release. */
export type Dialect = Authority | NewerRelease

/** A value that the two authorities disagree on. */
interface ByAuthority<T> {
  readonly differs: DifferenceId
  readonly specification: T | Differs<T>
  readonly real: T | Differs<T>
}

/** A value that a release changed. */
interface ByRelease<T> {
  readonly changes: ChangeId
  readonly before: T | Differs<T>
  readonly after: T | Differs<T>
}

/**
 * A value that depends on the dialect. It may stand wherever a definition or an entity takes a value, and in another one:
 * what the two authorities disagree on may change later.
 */
export type Differs<T> = ByAuthority<T> | ByRelease<T>

/** Declares a difference where it applies. The number is a row of `differences.ts`. */
export function differs<const T>(
  differs: DifferenceId,
  both: { readonly specification: T | Differs<T>; readonly real: T | Differs<T> },
): Differs<T> {
  return { differs, ...both }
}

/** Declares where it applies what a release changed. The row of `releases/changes.ts` says which release. */
export function changed<const T>(
  changes: ChangeId,
  both: { readonly before: T | Differs<T>; readonly after: T | Differs<T> },
): Differs<T> {
  return { changes, ...both }
}

/** What exists from a release on. */
export function since<const T>(changes: ChangeId, after: T | Differs<T>): Differs<T | undefined> {
  return { changes, before: undefined, after }
}

/** What exists before a release only. */
export function until<const T>(changes: ChangeId, before: T | Differs<T>): Differs<T | undefined> {
  return { changes, before, after: undefined }
}

export function isDiffers(value: unknown): value is Differs<unknown> {
  return isByAuthority(value) || isByRelease(value)
}

function isByAuthority(value: unknown): value is ByAuthority<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'differs' in value &&
    'specification' in value &&
    'real' in value
  )
}

function isByRelease(value: unknown): value is ByRelease<unknown> {
  return (
    typeof value === 'object' && value !== null && 'changes' in value && 'before' in value && 'after' in value
  )
}

/** `value` in one dialect. */
export function inDialect<T>(value: T | Differs<T>, dialect: Dialect): T {
  if (isByAuthority(value)) return inDialect(value[authorityOf(dialect)] as T | Differs<T>, dialect)
  if (isByRelease(value))
    return inDialect(
      (isInForce(value.changes, dialect) ? value.after : value.before) as T | Differs<T>,
      dialect,
    )
  return value as T
}

/** The same difference, of what is made of both its values. */
export function inEach<T, U>(value: T | Differs<T>, make: (value: T) => U): U | Differs<U> {
  if (isByAuthority(value))
    return {
      differs: value.differs,
      specification: inEach<T, U>(value.specification as T | Differs<T>, make),
      real: inEach<T, U>(value.real as T | Differs<T>, make),
    }
  if (isByRelease(value))
    return {
      changes: value.changes,
      before: inEach<T, U>(value.before as T | Differs<T>, make),
      after: inEach<T, U>(value.after as T | Differs<T>, make),
    }
  return make(value as T)
}

/** True where the dialect is that of a release that has the change. */
export function isInForce(change: ChangeId, dialect: Dialect): boolean {
  return inForce.get(releaseOf(dialect))?.has(change) === true
}

// Handlers ask for each request.
const inForce: ReadonlyMap<Release, ReadonlySet<ChangeId>> = new Map(
  releases.map((release) => [release, changesUntil(release)]),
)

/** The authority that is followed where the two disagree: what is newer than the specification is the service itself. */
export function authorityOf(dialect: Dialect): Authority {
  return dialect === 'specification' ? dialect : 'real'
}

export function releaseOf(dialect: Dialect): Release {
  return dialect === 'specification' || dialect === 'real' ? '15.8' : dialect
}

/** The dialect in words; a newer release says by itself that it is the service's. */
export function spokenIn(dialect: Dialect): string {
  return releaseOf(dialect) === '15.8' ? `dialect ${dialect}` : `release ${dialect}`
}

/** What the service calls itself: `17.11.0`. */
export function versionOf(dialect: Dialect): string {
  return `${releaseOf(dialect)}.0`
}

/**
 * The dialect of an authority on a release. Throws a RangeError for the specification on a release that it does not
 * describe.
 */
export function dialectOf(authority: Authority | undefined, release: Release = '15.8'): Dialect {
  if (release === '15.8') return authority ?? 'specification'
  if (authority === 'specification')
    throw new RangeError(
      `release ${release} is newer than the specification: leave out the dialect, or use dialect real`,
    )
  return release
}

/** The options of a simulator that speaks the dialect; the release of the specification need not be named. */
export function optionsFor(dialect: Dialect): { readonly dialect: Authority; readonly release?: Release } {
  const release = releaseOf(dialect)
  return { dialect: authorityOf(dialect), ...(release === '15.8' ? {} : { release }) }
}

/** A deep copy of plain data with every difference decided; functions and class instances pass unchanged. */
export function resolveDifferences<T>(value: T, dialect: Dialect): T {
  const decided: unknown = inDialect<unknown>(value, dialect)
  if (Array.isArray(decided)) return decided.map((item) => resolveDifferences(item, dialect)) as T
  if (typeof decided !== 'object' || decided === null || Object.getPrototypeOf(decided) !== Object.prototype)
    return decided as T
  const copy: { [key: string]: unknown } = {}
  for (const [key, item] of Object.entries(decided)) copy[key] = resolveDifferences(item, dialect)
  return copy as T
}
