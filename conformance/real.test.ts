import { describeSuite } from './testing/describe-suite.ts'

// What lies around the specification is checked in its own dialect: few of those checks tell the dialects apart.
describeSuite('real', ['--runs', '3'])
