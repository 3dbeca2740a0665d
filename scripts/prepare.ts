// Writes down the demo world as it begins, for starts that need not build it, and the pages, and has functions that first
// requests call compiled with their files: the last step of a build.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { PREPARED_WORLD } from '../sim/adapters/prepared-world.ts'
import { PAGES } from '../sim/cli/docs/pages.ts'
import { linesOf } from '../sim/control/saved/state-lines.ts'
import { createSimulator } from '../sim/index.ts'
import { functionsOfFirstRequests } from './eager/first-requests.ts'
import { withEagerFunctions } from './eager/functions.ts'
import { archiveOfPages } from './pages.ts'

const built = new URL('..', import.meta.url)
writeFileSync(new URL(PREPARED_WORLD, built), linesOf(createSimulator().save()))
writeFileSync(new URL(PAGES, built), archiveOfPages())

const called = await functionsOfFirstRequests()
for (const name of readdirSync(new URL('chunks', built))) {
  const file = new URL(`chunks/${name}`, built)
  const code = readFileSync(file, 'utf8')
  const eager = withEagerFunctions(code, called.get(file.href) ?? new Set())
  if (eager !== code) writeFileSync(file, eager)
}
