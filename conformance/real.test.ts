import { contract } from '../sim/contract.ts'
import { apiRoot } from './kit/client.ts'
import { createLedger } from './report/tried.ts'
import { describeReach } from './testing/describe-reach.ts'
import { describeConformance } from './vitest.ts'

const ledger = createLedger(contract('real'), apiRoot)

describeConformance({ dialect: 'real' }, { scope: 'all', ledger })
describeReach('real', ledger)
