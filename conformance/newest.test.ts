import { releases } from '../sim/contract.ts'
import { describeHolding } from './testing/describe-suite.ts'

// What releases changed is decided check by check: the newest has all of it. A part of the checks is enough from day to
// day, another one than in the real dialect; `npm run releases` runs all of them at each.
const newest = releases.at(-1) as string
describeHolding(`the suite on release ${newest}`, [['--release', newest, '--runs', '2', '--shard', '3/8']])
