import { contract } from '../sim/contract.ts'
import { apiRoot } from './client.ts'
import { describeReach } from './testing/describe-reach.ts'
import { createLedger } from './tried.ts'
import { describeConformance } from './vitest.ts'

const ledger = createLedger(contract('real'), apiRoot)

describeConformance({ dialect: 'real' }, { ledger })
describeReach('real', ledger)
