import { changed, type Differs, since, until } from '../../lib/dialect.ts'
import { type ChangeId, changes } from '../../lib/releases/changes.ts'
import { compareReleases } from '../../lib/releases/release.ts'
import type { Attribute, NeededTogether, SettingAlias } from '../../model/settings/attribute.ts'
import { attributes, isSettingAlias } from '../../model/settings/attributes.ts'
import {
  allOrNoneOf,
  any,
  atLeastOneOfOr,
  boolean,
  decimal,
  exactlyOneOf,
  exclusive,
  integer,
  integerHash,
  type Param,
  type ParamKind,
  type Params,
  type Rule,
  required,
  string,
  stringList,
} from '../../protocol/params.ts'

let built: Params | undefined
let rules: readonly (Rule | Differs<Rule>)[] | undefined

/** The parameters of the settings, built from their table. */
export function settingParams(): Params {
  built ??= Object.fromEntries(
    Object.entries(attributes()).map(([name, entry]) => [name, atItsTime(entry, ofItsTime(entry))]),
  )
  return built
}

/** At least one attribute; some deprecated names do not count as one (settings#nothing-sent). */
export function settingRules(): readonly (Rule | Differs<Rule>)[] {
  rules ??= [
    exclusive('password_authentication_enabled_for_web', 'password_authentication_enabled', 'signin_enabled'),
    atLeastOne(),
  ]
  return rules
}

/** The attribute that an alias is another name of. */
function ownOf(entry: Attribute | SettingAlias): Attribute {
  return isSettingAlias(entry) ? (attributes()[entry.of] as Attribute) : entry
}

function atItsTime(entry: Attribute | SettingAlias, param: Param | Differs<Param>): Params[string] {
  const { since: brought, gone, until: removed = gone?.since } = ownOf(entry)
  if (brought !== undefined) return since(brought, param)
  return removed === undefined ? param : until(removed, param)
}

// The names that count are those of the release: one rule before the first change, another one after each.
function atLeastOne(): Rule | Differs<Rule> {
  const moved = Object.values(attributes()).flatMap((entry) =>
    isSettingAlias(entry)
      ? []
      : [entry.since, entry.until, entry.gone?.since].filter((id) => id !== undefined),
  )
  const byRelease = new Map(moved.map((id) => [changes[id].release as string, id]))
  const inOrder = [...byRelease].sort(([a], [b]) => compareReleases(a, b)).map(([, id]) => id)
  return inOrder.reduceRight<Rule | Differs<Rule>>(
    (after, id, i) =>
      changed<Rule | Differs<Rule>>(id, { before: ruleIn(inOrder[i - 1]), after }) as Differs<Rule>,
    ruleIn(inOrder.at(-1)),
  )
}

function ruleIn(last: ChangeId | undefined): Rule {
  const release = last === undefined ? '15.8' : changes[last].release
  const isThere = (id: ChangeId) => compareReleases(changes[id].release, release) <= 0
  const entries = Object.entries(attributes()).filter(([, entry]) => {
    const { since: brought, gone, until: removed = gone?.since } = ownOf(entry)
    return (brought === undefined || isThere(brought)) && (removed === undefined || !isThere(removed))
  })
  const counting = entries.filter(([, entry]) => !isSettingAlias(entry) || entry.alone !== 'refused')
  const listed = counting.filter(([, entry]) => !isSettingAlias(entry) || !entry.neutral)
  const unlisted = counting.filter(([, entry]) => isSettingAlias(entry) && entry.neutral)
  return atLeastOneOfOr(
    unlisted.map(([name]) => name),
    listed.map(([name]) => name),
  )
}

/** The parameter, with the values that its release knows. */
function ofItsTime(entry: Attribute | SettingAlias): Param | Differs<Param> {
  const { laterValues } = isSettingAlias(entry) ? {} : entry
  if (laterValues === undefined) return paramOf(entry)
  const after = paramOf({ ...entry, values: laterValues.values } as Attribute)
  return changed(laterValues.since, { before: paramOf(entry), after }) as Differs<Param>
}

function paramOf(entry: Attribute | SettingAlias): Param {
  if (!isSettingAlias(entry)) return param(entry, entry.raw === true)
  const own = attributes()[entry.of] as Attribute
  const { about = `The same as \`${entry.of}\``, deprecated } = entry
  const told = { about, ...(deprecated && { deprecated }) }
  if (entry.clears) return any({ like: 'boolean', ...told })
  if (entry.as === 'lines') return any({ like: 'string', ...told })
  const { effect: _told, ...likeOwn } = param(own, entry.raw === true)
  const whole = { ...likeOwn, ...told }
  return entry.neutral && own.given !== undefined ? { ...whole, whenTrue: renamed(own.given) } : whole
}

// `akismet_enabled` needs `akismet_api_key`.
function renamed({ needs = {} }: NeededTogether) {
  const others = Object.entries(attributes()).flatMap(([name, entry]) =>
    isSettingAlias(entry) && entry.neutral && needs[entry.of] !== undefined ? [name] : [],
  )
  return { params: Object.fromEntries(others.map((name) => [name, required(string())])) }
}

function param(attribute: Attribute, raw: boolean): Param {
  const { kind, values, given, tier, about, effect, least, most, above, below, shortest, longest } = attribute
  const floor = typeof above === 'number' ? above + 1 : typeof least === 'number' ? least : shortest
  const ceiling = typeof below === 'number' ? below - 1 : typeof most === 'number' ? most : longest
  const extra = {
    ...(floor === undefined ? {} : { atLeast: floor }),
    ...(ceiling === undefined ? {} : { atMost: ceiling }),
    ...(tier === undefined ? {} : { tier }),
    ...(about === undefined ? {} : { about }),
    ...(effect === undefined ? {} : { effect }),
  }
  const limits = values === undefined ? {} : { values }
  if (raw) return any({ ...extra, like: likes[kind] })
  const typed = { ...makers[kind](extra), ...limits }
  return given === undefined ? typed : { ...typed, whenTrue: groupOf(given) }
}

const likes: { readonly [kind in Attribute['kind']]: ParamKind } = {
  flag: 'boolean',
  integer: 'integer',
  decimal: 'decimal',
  text: 'string',
  list: 'stringList',
  integers: 'integerList',
  lines: 'string',
  visibilities: 'stringList',
  weights: 'integerHash',
  switches: 'hash',
  json: 'object',
  duration: 'string',
  time: 'datetime',
  group: 'string',
}

const makers: { readonly [kind in Attribute['kind']]: (extra: object) => Param } = {
  flag: boolean,
  integer,
  decimal,
  text: string,
  list: stringList,
  integers: any,
  lines: any,
  visibilities: stringList,
  weights: integerHash,
  switches: any,
  json: any,
  duration: any,
  time: any,
  group: string,
}

function groupOf({ needs = {}, takes = {}, exactlyOneOf: one, allOrNoneOf: all }: NeededTogether) {
  const param = (kind: 'string' | 'integer'): Param => (kind === 'string' ? string() : integer())
  const needed = Object.entries(needs).map(([name, kind]) => [name, required(param(kind))] as const)
  const taken = Object.entries(takes).map(([name, kind]) => [name, param(kind)] as const)
  return {
    params: Object.fromEntries([...needed, ...taken]),
    rules: [
      ...(all === undefined ? [] : [allOrNoneOf(...all)]),
      ...(one === undefined ? [] : [exactlyOneOf(...one)]),
    ],
  }
}
