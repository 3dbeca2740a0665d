import type { Json } from '../../lib/json.ts'
import type { Instant } from '../../time/calendar.ts'
import { isReleased } from '../installation/released.ts'
import { licensed } from '../installation/tier.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { instanceOf, type World } from '../world.ts'
import { withDefaults } from './all-settings.ts'
import type { Attribute } from './attribute.ts'
import { attributes, isSettingAlias } from './attributes.ts'
import { cast, linesIn, type Sent } from './cast.ts'
import { settingFaults } from './faults.ts'
import { storeSettings } from './in-force.ts'
import type { SettingValues } from './settings.ts'

/** What is sent for settings, by any of their names. */
export interface SentSettings {
  readonly [name: string]: Sent
}

type Changes = { [name: string]: Json }

/** Changes settings, all or none of those that were sent. Throws InvalidRow. */
export function changeSettings(world: World, sent: SentSettings, now: Instant): void {
  storeSettings(world, changesOf(world, sent), now)
}

/** The values that settings would have after a change. Throws InvalidRow. */
export function changesOf(world: World, sent: SentSettings): SettingValues {
  const { stored } = world.settings.require(1)
  const changes: Changes = {}
  for (const [name, { attribute, value }] of byOwnName(world, sent))
    changes[name] = cast(world, attribute, value)
  settle(world, changes)
  const errors = settingFaults(withDefaults({ ...stored, ...changes }, (change) => isReleased(world, change)))
  if (Object.keys(errors).length > 0) throw new InvalidRow(asCalled(errors, sent))
  return changes
}

interface SentFor {
  readonly attribute: Attribute
  readonly value: Sent
}

// Another name wins over the setting's own; what the plan does not have is dropped (settings#deprecated-names).
function byOwnName(world: World, sent: SentSettings): Map<string, SentFor> {
  const table = attributes()
  const found = new Map<string, SentFor>()
  const put = (name: string, value: Sent) => {
    const attribute = table[name] as Attribute
    if (!attribute.fixed && isLicensed(world, attribute)) found.set(name, { attribute, value })
  }
  for (const [name, value] of Object.entries(sent)) {
    const entry = table[name]
    if (entry !== undefined && !isSettingAlias(entry)) put(name, value)
  }
  for (const [name, value] of Object.entries(sent)) {
    const entry = table[name]
    if (entry === undefined || !isSettingAlias(entry) || entry.fixed) continue
    if (entry.clears && !isFalse(value)) continue
    const asList = entry.as === 'lines' && typeof value === 'string'
    put(entry.of, entry.clears ? null : asList ? linesIn(value) : value)
  }
  return found
}

export function isLicensed(world: World, { tier }: Attribute): boolean {
  return tier === undefined || licensed(world, tier)
}

function isFalse(value: Sent): boolean {
  return value === false || value === 0 || /^(?:0|f|false|off)$/i.test(String(value))
}

const ASSET_PROXY = [
  'asset_proxy_enabled',
  'asset_proxy_url',
  'asset_proxy_secret_key',
  'asset_proxy_allowlist',
]

// What the service makes of values before it judges them.
function settle(world: World, changes: Changes): void {
  const before = withDefaults(world.settings.require(1).stored, (change) => isReleased(world, change))
  const given = (name: string): boolean => Object.hasOwn(changes, name)
  if (typeof changes.default_branch_name === 'string')
    changes.default_branch_name = changes.default_branch_name.replace(/<[^<>]*>/g, '') || null
  if (changes.commit_email_hostname === '') changes.commit_email_hostname = null
  if (given('asset_proxy_allowlist')) {
    const own = /^https?:\/\/(?:\[([^\]]+)\]|([^/:?#]+))/.exec(instanceOf(world).url)
    const hosts = [...(changes.asset_proxy_allowlist as readonly string[]), own?.[1] ?? own?.[2] ?? '']
    changes.asset_proxy_allowlist = [...new Set(hosts)]
  }
  // Markdown that was rendered with another proxy is rendered anew, unless the request says which version counts.
  const isOther = ASSET_PROXY.some((name) => given(name) && differ(changes[name], before.value(name)))
  if (isOther && !given('local_markdown_version'))
    changes.local_markdown_version = Number(before.value('local_markdown_version')) + 1
  // No days at all switch the delay off (settings#delayed-deletion).
  if (changes.deletion_adjourned_period === 0 && !isReleased(world, 'projects#later-delayed-deletion')) {
    changes.deletion_adjourned_period = 1
    changes.delayed_project_deletion = changes.delayed_group_deletion = false
  }
  if (given('terms')) settleTerms(changes)
}

// Terms are never taken back.
function settleTerms(changes: Changes): void {
  const text = typeof changes.terms === 'string' ? changes.terms.trim() : ''
  if (text === '') delete changes.terms
  else changes.terms = text
}

function differ(one: Json | undefined, other: Json): boolean {
  return Array.isArray(one) && Array.isArray(other) ? one.join('\n') !== other.join('\n') : one !== other
}

// A refusal uses the name that was sent where the specification and the service have names of their own.
function asCalled(errors: Errors, sent: SentSettings): Errors {
  const table = attributes()
  const renamed = Object.keys(sent).flatMap((name) => {
    const entry = table[name]
    return entry !== undefined && isSettingAlias(entry) && entry.neutral ? [[entry.of, name] as const] : []
  })
  const names = new Map(renamed)
  return Object.fromEntries(Object.entries(errors).map(([name, texts]) => [names.get(name) ?? name, texts]))
}
