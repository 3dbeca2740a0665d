import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { settingInForce, storedSetting, storeSettings } from './in-force.ts'

const here = perTest({ clock: 'frozen' })

test('a setting that nobody changed has its default', () => {
  expect(settingInForce(here.sim.world, 'project_export_limit')).toBe(6)
  expect(settingInForce(here.sim.world, 'default_branch_name')).toBeNull()
})

test('a change is stored at once and comes into force when the cache expires', () => {
  const { sim } = here
  const seen = () => [
    storedSetting(sim.world, 'max_import_size'),
    settingInForce(sim.world, 'max_import_size'),
  ]
  storeSettings(sim.world, { max_import_size: 50 }, sim.now())
  expect(seen()).toEqual([50, 0])
  sim.clock.advance('30s')
  storeSettings(sim.world, { max_import_size: 70 }, sim.now())
  sim.clock.advance('29999ms')
  expect(seen()).toEqual([70, 0])
  sim.clock.advance(1)
  expect(seen()).toEqual([70, 50])
  sim.clock.advance('30s')
  expect(seen()).toEqual([70, 70])
})
