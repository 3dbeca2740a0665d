import type { Json } from '../../lib/json.ts'
import type { ChangeId } from '../../lib/releases/changes.ts'
import type { Tier } from '../installation/instance.ts'
import type { Visibility } from '../projects/visibility.ts'
import type { FormatName } from './formats.ts'

// How attributes are shown: as they were given, with a plan, or whatever the licence is.
export const raw = { raw: true } as const
export const premium = { tier: 'premium' } as const
export const ultimate = { tier: 'ultimate' } as const
export const licensedRaw = { raw: true, tier: 'premium' } as const
export const ultimateRaw = { raw: true, tier: 'ultimate' } as const
/** What every licensed build shows, whatever the licence is. */
export const build = { raw: true, always: true } as const
export const buildTyped = { always: true } as const

/** What follows from a limit of requests. */
export const LIMITS = 'more such requests answer 429, with `--rate-limits on`'

/** The kinds of settings; `cast.ts` turns what is sent into each kind. */
export const attributeKinds = [
  'flag',
  'integer',
  'decimal',
  'text',
  'list',
  'integers',
  'lines',
  'visibilities',
  'weights',
  'switches',
  'duration',
  'time',
  'group',
  'json',
] as const
export type AttributeKind = (typeof attributeKinds)[number]

/** A number, or the setting that holds it. */
export type Bound = number | string

/** What holds of values beyond their kind; the texts of refusals stand in `faults.ts`. */
export interface Rules {
  /** Any value passes the parameters and is judged here: settings#typed-attributes. */
  readonly raw?: true
  /** What null is taken for. */
  readonly none?: string
  /** Null is a value. */
  readonly orNone?: true
  /** Neither null nor blank. */
  readonly filled?: true
  /** The only values allowed. */
  readonly values?: readonly (string | number)[]
  /** Of a list: items that are none of these are dropped. */
  readonly known?: readonly string[]
  readonly least?: Bound
  readonly most?: Bound
  readonly above?: Bound
  readonly below?: Bound
  /** A fraction is cut off instead of being refused. */
  readonly fraction?: 'dropped'
  /** The column has eight bytes, not four. */
  readonly wide?: true
  /** Sent in megabytes and stored so, but shown in bytes (settings#other-forms). */
  readonly shown?: 'bytes'
  /** Characters. */
  readonly longest?: number
  readonly shortest?: number
  readonly form?: FormatName
  /** A refusal in words of its own. */
  readonly wording?: 'dormancy' | 'denylist'
  /** The rules hold only while one of these is on. */
  readonly while?: readonly string[]
}

/** Settings that must be sent together with a switch that is true (settings#needed-together). */
export interface NeededTogether {
  readonly needs?: { readonly [name: string]: 'string' | 'integer' }
  readonly takes?: { readonly [name: string]: 'string' | 'integer' }
  readonly exactlyOneOf?: readonly string[]
  readonly allOrNoneOf?: readonly string[]
}

/** Plan, release and visibility of a setting, apart from its value. */
export interface Availability {
  readonly given?: NeededTogether
  /** Below this plan what is sent is dropped, and the key is absent from answers. */
  readonly tier?: Exclude<Tier, 'free'>
  /** Shown whatever the plan is. */
  readonly always?: true
  /** Never shown. */
  readonly hidden?: true
  /** Taken and ignored. */
  readonly fixed?: true
  /** Sent as text though it is a number. */
  readonly quoted?: true
  /** The change that brought it; what is unmarked is older than 15.8. */
  readonly since?: ChangeId
  /** The change that removed it. */
  readonly until?: ChangeId
  /** Shown alike from a release on, and taken no longer. */
  readonly gone?: { readonly since: ChangeId; readonly shown: Json }
  /** Another default from a release on. */
  readonly later?: {
    readonly since: ChangeId
    readonly default: Json
  }
  /** Other values from a release on. */
  readonly laterValues?: { readonly since: ChangeId; readonly values: readonly (string | number)[] }
  readonly about?: string
  /** What other operations do with the value in force; unsaid where none asks for it. */
  readonly effect?: string
}

export type AttributeExtras = Rules & Availability

/** A setting as the table declares it; `Value` is what is stored and what other operations read. */
export interface Attribute<Value extends Json = Json> extends AttributeExtras {
  readonly kind: AttributeKind
  readonly default: Value
}

/** Another name of a setting: deprecated, of the real service, or of another form of it. */
export interface SettingAlias {
  readonly of: string
  /** Reads and takes a list as a text with an entry a line. */
  readonly as?: 'lines'
  /** Any value passes the parameters, as with an attribute. */
  readonly raw?: true
  /** Taken, but not shown. */
  readonly hidden?: true
  /** Shown, but what is sent does nothing. */
  readonly fixed?: true
  /** Does not count as an attribute where at least one has to be sent. */
  readonly alone?: 'refused'
  /** The real service's name for what the specification names neutrally; refusals use the name that was sent. */
  readonly neutral?: true
  /** False clears the setting, true does nothing. */
  readonly clears?: true
  readonly deprecated?: true
  readonly about?: string
}

export function flag(byDefault: boolean, extra: AttributeExtras = {}): Attribute<boolean> {
  return { kind: 'flag', default: byDefault, ...extra }
}

export function integer(byDefault: number, extra: AttributeExtras = {}): Attribute<number> {
  return { kind: 'integer', default: byDefault, ...extra }
}

export function optionalInteger(
  byDefault: number | null = null,
  extra: AttributeExtras = {},
): Attribute<number | null> {
  return { kind: 'integer', default: byDefault, orNone: true, ...extra }
}

export function decimal(byDefault: number, extra: AttributeExtras = {}): Attribute<number> {
  return { kind: 'decimal', default: byDefault, ...extra }
}

export function text(byDefault: string | null = null, extra: AttributeExtras = {}): Attribute<string | null> {
  return { kind: 'text', default: byDefault, ...extra }
}

/** One of fixed texts. */
export function oneOfTexts<const W extends string>(
  values: readonly W[],
  byDefault: NoInfer<W>,
  extra: AttributeExtras = {},
): Attribute<W> {
  return { kind: 'text', default: byDefault, values, ...extra }
}

export function list(
  byDefault: readonly string[] = [],
  extra: AttributeExtras = {},
): Attribute<readonly string[]> {
  return { kind: 'list', default: byDefault, ...extra }
}

export function integers(extra: AttributeExtras = {}): Attribute<readonly number[]> {
  return { kind: 'integers', default: [], ...extra }
}

/** A list that travels as a text with an entry a line. */
export function lines(
  byDefault: readonly string[] = [],
  extra: AttributeExtras = {},
): Attribute<readonly string[]> {
  return { kind: 'lines', default: byDefault, raw: true, ...extra }
}

export function visibilityList(extra: AttributeExtras = {}): Attribute<readonly Visibility[]> {
  return { kind: 'visibilities', default: [], ...extra }
}

/** Whole numbers by free names. */
export function weights(byDefault: { readonly [name: string]: number }): Attribute<typeof byDefault> {
  return { kind: 'weights', default: byDefault }
}

/** Switches by fixed names. */
export function switches(
  names: readonly string[],
  more?: { readonly since: ChangeId; readonly names: readonly string[] },
): Attribute<{ readonly [name: string]: boolean }> {
  const off = (all: readonly string[]) => Object.fromEntries(all.map((name) => [name, false]))
  const later = more && { since: more.since, default: off([...names, ...more.names]) }
  return { kind: 'switches', default: off(names), raw: true, ...(later && { later }) }
}

/** The default of an attribute where these changes are in force. */
export function defaultWith(
  { later, default: first }: Attribute,
  inForce: (change: ChangeId) => boolean,
): Json {
  return (later !== undefined && inForce(later.since) ? later.default : first) as Json
}

/** Seconds, sent and taken as text: `15 days`. */
export function durationText(extra: AttributeExtras = {}): Attribute<number | null> {
  return { kind: 'duration', default: null, raw: true, ...extra }
}

export function time(byDefault: string, extra: AttributeExtras = {}): Attribute<string> {
  return { kind: 'time', default: byDefault, raw: true, ...extra }
}

/** An object or a list, taken as it is sent. */
export function json(byDefault: Json, extra: AttributeExtras = {}): Attribute {
  return { kind: 'json', default: byDefault, raw: true, ...extra }
}

/** A group's id, taken as its path. */
export function groupPath(extra: AttributeExtras = {}): Attribute<number | null> {
  return { kind: 'group', default: null, ...extra }
}

export function settingAlias(of: string, extra: Omit<SettingAlias, 'of'> = {}): SettingAlias {
  return { of, ...extra }
}

/** The switch, the period in seconds and the figure of a family of request limits (settings#throttle-families). */
export function throttle<const F extends string>(
  family: F,
  period: number,
  requests: number,
  standing: Pick<Availability, 'effect'> = {},
): ThrottleAttributes<F> {
  const figure = { raw: true, filled: true, above: 0, ...standing } as const
  return {
    [`throttle_${family}_enabled`]: flag(false, { raw: true, ...standing }),
    [`throttle_${family}_period_in_seconds`]: integer(period, { ...figure, about: 'seconds' }),
    [`throttle_${family}_requests_per_period`]: integer(requests, figure),
  } as ThrottleAttributes<F>
}

type ThrottleAttributes<F extends string> = {
  readonly [name in `throttle_${F}_enabled`]: Attribute<boolean>
} & { readonly [name in `throttle_${F}_${'period_in_seconds' | 'requests_per_period'}`]: Attribute<number> }
