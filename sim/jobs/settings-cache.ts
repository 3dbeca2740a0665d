import { enforceSettings } from '../model/settings/in-force.ts'
import type { SettingValues } from '../model/settings/settings.ts'
import type { World } from '../model/world.ts'
import type { Job } from '../time/schedule.ts'

/** Expires the settings cache. */
export function expireSettingsCache(world: World, { changed }: Job['args']): void {
  enforceSettings(world, changed as SettingValues)
}
