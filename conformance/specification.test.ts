import { describeSuite } from './testing/describe-suite.ts'

// What an installation without a plan shows, and what it does not.
const tiered = ['approvals', 'dependencies', 'milestones', 'merge-requests', 'projects', 'runners', 'search']

describeSuite(
  'specification',
  ['--scope', 'all', '--runs', '2'],
  ['--tier', 'free', ...tiered.map((family) => `${family}/`)],
)
