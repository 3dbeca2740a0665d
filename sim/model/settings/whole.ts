import type { Json } from '../../lib/json.ts'
import { attributes, isOtherName } from './attributes.ts'
import type { SettingValues } from './settings.ts'

/** All settings at once, by name; what was never set has its default. */
export interface Whole {
  value(name: string): Json
}

export function wholeOf(stored: SettingValues): Whole {
  return {
    value: (name) => {
      if (Object.hasOwn(stored, name)) return stored[name] as Json
      const entry = attributes()[name]
      if (entry === undefined || isOtherName(entry)) throw new Error(`there is no setting ${name}`)
      return entry.default
    },
  }
}
