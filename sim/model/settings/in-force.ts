import { tracing } from '../../lib/tracing.ts'
import type { Instant } from '../../time/calendar.ts'
import { isReleased } from '../installation/released.ts'
import { instanceOf, nextId, type World } from '../world.ts'
import type { Attribute } from './attribute.ts'
import {
  attributes,
  defaultOf,
  type LaterCountName,
  laterDefaultOf,
  type SettingName,
  type SettingValue,
  type SwitchName,
} from './attributes.ts'
import type { SettingValues } from './settings.ts'

/** How long other operations act on what the settings were, in milliseconds, unless the installation says more. */
const CACHED = 60_000

/**
 * The value of a setting on which operations and jobs act: `settingInForce(world, 'max_import_size')`.
 *
 * Every operation but reading and changing the settings themselves asks here. The service keeps its settings in a
 * cache, so a change comes into force 60 seconds of virtual time after it was made, by the job `settings-cache`; the
 * option `settingsCache` of a simulator shortens that.
 */
export function settingInForce<N extends SettingName>(world: World, name: N): SettingValue<N> {
  return noted(name, valueIn(world, world.settings.require(1).inForce, name))
}

/** True when a switch that is off by default was switched on. Every request asks some, so this looks at no table. */
export function switchedOn(world: World, name: SwitchName): boolean {
  return noted(name, world.settings.require(1).inForce[name] === true)
}

/** Asks whether any of these switches that are off by default was switched on; once while the settings are the same. */
export function anySwitchedOn(names: readonly SwitchName[]): (world: World) => boolean {
  const known = new WeakMap<SettingValues, boolean>()
  return (world) => {
    const { inForce } = world.settings.require(1)
    let any = known.get(inForce)
    if (any === undefined) {
      any = names.some((name) => inForce[name] === true)
      known.set(inForce, any)
    }
    return any
  }
}

/** True when a switch that is on by default was switched off; as cheap. */
export function switchedOff(world: World, name: SwitchName): boolean {
  const off = world.settings.require(1).inForce[name] === false
  noted(name, !off)
  return off
}

/** The value of a setting that somebody has changed; undefined while it is as it was at the beginning. As cheap, too. */
export function changedSetting<N extends SettingName>(world: World, name: N): SettingValue<N> | undefined {
  return world.settings.require(1).inForce[name] as SettingValue<N> | undefined
}

/** The value of a setting that a later release brought, where somebody has changed it. As cheap, too. */
export function changedLaterSetting(world: World, name: string): unknown {
  return (world.settings.require(1).inForce as { readonly [name: string]: unknown })[name]
}

/** The number that a setting of a later release holds, in a release that has it. */
export function laterCountInForce(world: World, name: LaterCountName): number {
  const { default: usual } = attributes()[name] as Attribute<number>
  return (changedLaterSetting(world, name) as number | undefined) ?? usual
}

/** The value of a setting as it was last stored, whether it is in force already or not. */
export function storedSetting<N extends SettingName>(world: World, name: N): SettingValue<N> {
  return valueIn(world, world.settings.require(1).stored, name)
}

/** Stores values; they come into force when the cache expires. */
export function storeSettings(world: World, changed: SettingValues, now: Instant): void {
  const { stored } = world.settings.require(1)
  world.settings.update(1, { stored: { ...stored, ...changed }, updatedAt: now })
  const { settingsCache: cached = CACHED } = instanceOf(world)
  if (cached === 0) enforceSettings(world, changed)
  else {
    const args = { changed }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'settings-cache', args, due: now + cached })
  }
}

/** Sets values that are in force from the beginning. */
export function presetSettings(world: World, values: SettingValues): void {
  const { stored, inForce } = world.settings.require(1)
  world.settings.update(1, { stored: { ...stored, ...values }, inForce: { ...inForce, ...values } })
}

/** Brings stored changes into force, after the cache of the old values expired. */
export function enforceSettings(world: World, changed: SettingValues): void {
  const { inForce } = world.settings.require(1)
  world.settings.update(1, { inForce: { ...inForce, ...changed } })
}

function noted<T>(name: SettingName, value: T): T {
  tracing.to?.({ station: 'setting', name, value })
  return value
}

function valueIn<N extends SettingName>(world: World, values: SettingValues, name: N): SettingValue<N> {
  if (Object.hasOwn(values, name)) return values[name] as SettingValue<N>
  const later = laterDefaultOf(name)
  return later !== undefined && isReleased(world, later.since)
    ? (later.default as SettingValue<N>)
    : defaultOf(name)
}
