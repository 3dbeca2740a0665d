import { describeSuite } from './testing/describe-suite.ts'

describeSuite('real', ['--scope', 'all', '--runs', '8'])
