import type { Json } from '../../lib/json.ts'
import type { ChangeId } from '../../lib/releases/changes.ts'
import { isReleased } from '../installation/released.ts'
import type { World } from '../world.ts'
import { type Attribute, defaultWith } from './attribute.ts'
import { attributes, isSettingAlias } from './attributes.ts'
import type { SettingValues } from './settings.ts'

/** All settings at once, by name; what was never set has its default. */
export interface AllSettings {
  value(name: string): Json
  /** False for what has its default. */
  isStored(name: string): boolean
  /** Whether the release has a change. */
  has(change: ChangeId): boolean
}

/** All settings of the installation as they are stored. */
export function allSettings(world: World): SettingValues {
  const all = withDefaults(world.settings.get(1)?.stored ?? {}, (change) => isReleased(world, change))
  const names = Object.entries(attributes()).filter(([, entry]) => !isSettingAlias(entry))
  return Object.fromEntries(names.map(([name]) => [name, all.value(name)]))
}

/** What is stored, or else the default, which a release that is in force may have changed. */
export function withDefaults(stored: SettingValues, inForce: (change: ChangeId) => boolean): AllSettings {
  return {
    has: inForce,
    isStored: (name) => Object.hasOwn(stored, name),
    value: (name) => storedOrDefault(stored, name, inForce),
  }
}

/** One of them. */
export function storedOrDefault(
  stored: SettingValues,
  name: string,
  inForce: (change: ChangeId) => boolean,
): Json {
  if (Object.hasOwn(stored, name)) return stored[name] as Json
  const entry = settingsByName().get(name)
  if (entry === undefined) throw new Error(`there is no setting ${name}`)
  return defaultWith(entry, inForce)
}

let settings: ReadonlyMap<string, Attribute> | undefined

// An answer asks for hundreds of them.
function settingsByName(): ReadonlyMap<string, Attribute> {
  settings ??= new Map(
    Object.entries(attributes()).flatMap(([name, entry]) => (isSettingAlias(entry) ? [] : [[name, entry]])),
  )
  return settings
}
