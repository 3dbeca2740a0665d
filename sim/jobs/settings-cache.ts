import { enforceSettings } from '../model/settings/in-force.ts'
import type { SettingValues } from '../model/settings/settings.ts'
import type { World } from '../model/world.ts'
import type { Job } from '../time/schedule.ts'

/** The time is over for which the service's processes remember what the settings were. */
export function expireSettingsCache(world: World, { changed }: Job['args']): void {
  enforceSettings(world, changed as SettingValues)
}
