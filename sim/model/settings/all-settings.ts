import type { Json } from '../../lib/json.ts'
import { attributes, isSettingAlias } from './attributes.ts'
import type { SettingValues } from './settings.ts'

/** All settings at once, by name; what was never set has its default. */
export interface AllSettings {
  value(name: string): Json
}

export function withDefaults(stored: SettingValues): AllSettings {
  return {
    value: (name) => {
      if (Object.hasOwn(stored, name)) return stored[name] as Json
      const entry = attributes()[name]
      if (entry === undefined || isSettingAlias(entry)) throw new Error(`there is no setting ${name}`)
      return entry.default
    },
  }
}
