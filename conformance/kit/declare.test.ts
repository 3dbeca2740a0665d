import { afterAll, vi } from 'vitest'
import { describeConformance } from '../vitest.ts'

// Whatever time tests are given elsewhere, a check has what it needs: a slow service is not a wrong one.
vi.setConfig({ testTimeout: 1, hookTimeout: 1 })
describeConformance({}, { ids: ['milestones/order', 'milestones/expired'], runs: 2 })
afterAll(() => vi.resetConfig())
