import { releases } from '../sim/contract.ts'
import { describeHolding } from './testing/describe-suite.ts'

// What releases changed is decided check by check: the newest has all of it.
const newest = releases.at(-1) as string
describeHolding(`the suite on release ${newest}`, [['--release', newest, '--runs', '2']])
