// Writes down the demo world as it begins, for starts that need not build it: the last step of a build.
import { writeFileSync } from 'node:fs'
import { PREPARED_WORLD } from '../sim/adapters/prepared-world.ts'
import { createSimulator } from '../sim/index.ts'

writeFileSync(new URL(`../${PREPARED_WORLD}`, import.meta.url), JSON.stringify(createSimulator().save()))
