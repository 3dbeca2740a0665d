import { contract } from '../sim/contract.ts'
import { apiRoot } from './kit/client.ts'
import { createLedger } from './report/tried.ts'
import { describeReach } from './testing/describe-reach.ts'
import { describeConformance } from './vitest.ts'

const ultimate = createLedger(contract('specification'), apiRoot)
const free = createLedger(contract('specification'), apiRoot)

describeConformance({ dialect: 'specification' }, { scope: 'all', ledger: ultimate })
// What an installation without a plan shows, and what it does not.
describeConformance(
  { tier: 'free' },
  {
    ids: [
      'approvals/',
      'dependencies/',
      'milestones/',
      'merge-requests/',
      'projects/',
      'runners/',
      'search/',
    ],
    ledger: free,
  },
)
describeReach('specification', ultimate, free)
