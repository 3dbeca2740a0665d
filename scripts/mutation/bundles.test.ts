import { expect, test } from 'vitest'
import { bundled, withSwitches } from './bundles.ts'

test('simulator and suite are bundled from the sources where they are', async () => {
  const { simulator, suite } = await bundled({})
  expect(simulator).toContain('createSimulator')
  expect(suite).toContain('wholePlan')
})

test('only the changes that are tried keep a switch, and nothing is counted', () => {
  const code = 'stryMutAct_9fa48$2("7") ? "" : (stryCov_9fa48$2("7"), stryMutAct_9fa48$2("8") ? [] : a)'
  expect(withSwitches(code, new Set(['8']))).toBe('false ? "" : (0, isChanged(8) ? [] : a)')
})
