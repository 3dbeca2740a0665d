import { describeHolding } from './testing/describe-suite.ts'

// Few checks tell the dialects apart, and which replies they reach is seen in the other one: a part of them is enough from
// day to day. `npm run nightly` runs all.
describeHolding('the suite in the real dialect', [['--dialect', 'real', '--runs', '4', '--shard', '1/8']])
