import { releases } from '../sim/contract.ts'
import { describeHolding } from './testing/describe-suite.ts'

// What releases changed is decided check by check: the newest has all of it. Half of the checks is enough from day to
// day; `npm run releases` runs all of them at each.
const newest = releases.at(-1) as string
describeHolding(`the suite on release ${newest}`, [['--release', newest, '--runs', '2', '--shard', '1/2']])
