import { mutants } from '../mutants/index.ts'
import { describeConformance } from '../vitest.ts'
import { describePlanted } from './describe-planted.ts'

// `npm run check -- FAMILY` runs this file; the checks of all families run elsewhere.
const families = (process.env.FORGERY_FAMILIES ?? '').split(',')
const ids = families.map((family) => `${family}/`)

describeConformance({ dialect: 'specification' }, { ids })
describeConformance({ dialect: 'real' }, { ids })
describePlanted(mutants.filter(({ caughtBy }) => ids.some((id) => caughtBy.startsWith(id))))
