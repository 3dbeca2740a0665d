import { describePlanted } from '../testing/describe-planted.ts'
import { mutants } from './index.ts'

describePlanted(mutants)
