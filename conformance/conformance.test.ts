import { describeConformance } from './vitest.ts'

describeConformance({ dialect: 'specification' })
describeConformance({ dialect: 'real' })
// What only an installation without a plan shows.
describeConformance(
  { tier: 'free' },
  { ids: ['milestones/burndown-unlicensed', 'merge-requests/create-one-person', 'milestones/session'] },
)
