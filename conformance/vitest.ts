import { describe } from 'vitest'
import type { DescribeOptions, Wanted } from './kit/wanted.ts'

export { type ForgeryFixtures, forgeryTest } from '../sim/adapters/vitest.ts'
export type { DescribeOptions, Wanted } from './kit/wanted.ts'

/**
 * Declares the conformance suite as vitest tests, one a check: of the service at a URL, of any other target, or of a
 * simulator in process, which the options of one stand for. The tests are not collected when nothing answers at the
 * URL, or for wishes that no check fits.
 *
 * @example
 * describeConformance({ url: 'http://127.0.0.1:8080', mode: 'control' }, { ids: ['milestones'] })
 */
export function describeConformance(wanted: Wanted = {}, options: DescribeOptions = {}): void {
  describe(`conformance of ${nameOf(wanted)}`, async () => {
    // Loaded only here: who uses a simulator in tests does not wait for the suite.
    const { declareChecks } = await import('./kit/declare.ts')
    await declareChecks(wanted, options)
  })
}

function nameOf(wanted: Wanted): string {
  if ('url' in wanted) return wanted.url
  if ('open' in wanted) return `${wanted.name}, ${wanted.dialect ?? 'either'} dialect`
  return `a simulator in this process, ${wanted.dialect ?? 'specification'} dialect`
}
