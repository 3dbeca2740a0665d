import { expect, test } from 'vitest'
import type { NewerRelease } from '../lib/releases/release.ts'
import { callsOf, testSimulator } from '../testing/calls.ts'

/** What a job of the project is answered in a release; that of the specification unless one is named. */
function statuses(paths: readonly string[], release?: NewerRelease) {
  const calls = callsOf(testSimulator(release === undefined ? {} : { release }))
  const headers = { 'job-token': 'acme-webapp-job-token' }
  return paths.map((path) => calls.send('GET', `/projects/1${path}`, { headers }).status)
}

test('jobs read environments and deployments from 16.2 on, single tags and commits later', () => {
  const paths = ['/environments', '/deployments', '/repository/tags/v1.0.0', '/repository/commits/main']
  expect(statuses(paths)).toEqual([401, 401, 404, 404])
  expect(statuses(paths, '16.11')).toEqual([200, 200, 404, 404])
  expect(statuses(paths, '18.9')).toEqual([200, 200, 200, 200])
})
