import { describeConformance } from './vitest.ts'

describeConformance({ dialect: 'specification' })
describeConformance({ dialect: 'real' })
// What an installation without a plan shows, and what it does not.
describeConformance(
  { tier: 'free' },
  { ids: ['approvals', 'dependencies', 'milestones', 'merge-requests', 'projects', 'runners', 'search'] },
)
