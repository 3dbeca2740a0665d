// Writes down the demo world as it begins, for starts that need not build it, and the pages: the last step of a build.
import { writeFileSync } from 'node:fs'
import { PREPARED_WORLD } from '../sim/adapters/prepared-world.ts'
import { PAGES } from '../sim/cli/docs/pages.ts'
import { linesOf } from '../sim/control/saved/state-lines.ts'
import { createSimulator } from '../sim/index.ts'
import { archiveOfPages } from './pages.ts'

writeFileSync(new URL(`../${PREPARED_WORLD}`, import.meta.url), linesOf(createSimulator().save()))
writeFileSync(new URL(`../${PAGES}`, import.meta.url), archiveOfPages())
