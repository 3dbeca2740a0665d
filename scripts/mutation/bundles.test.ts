import { expect, test } from 'vitest'
import { bundled } from './bundles.ts'

test('simulator and suite are bundled from the sources where they are', async () => {
  const { simulator, suite } = await bundled({})
  expect(simulator).toContain('createSimulator')
  expect(suite).toContain('wholePlan')
})
