// `npm run check`: everything that must hold before a change goes in. CI runs exactly this.
// `npm run check -- FAMILY`: what is likely to notice a change in one family, in half a minute.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const chosen = process.argv.slice(2)
const families = readdirSync(`${root}sim/api`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
  .map(({ name }) => name)

const all = [
  ['set up', 'node scripts/setup.mjs'],
  ['format and lint', 'npm run --silent lint'],
  ['types', 'npm run --silent types'],
  ['changelog', 'node scripts/changelog.mjs'],
  ['tests', 'npx vitest run'],
  ['generated documents', 'node dist/scripts/docs.js --check'],
  ['OpenAPI document', 'node dist/scripts/openapi.js --check'],
]

/** The steps for some families: their files, tests, checks in both dialects and planted faults, and the house rules. */
function stepsFor(nouns) {
  const folders = nouns.flatMap((noun) => [`sim/api/${noun}`, `sim/model/${noun}`]).filter(present)
  const suite = nouns.flatMap((noun) => [`conformance/checks/${noun}`, `conformance/mutants/${noun}.ts`])
  const tests = folders.map((folder) => `${folder}/`).join(' ')
  // Tests of checks and faults have the id of the check in their names.
  const ids = `(^| )(${nouns.join('|')})/`
  return [
    [
      'format and lint',
      `npx biome ci --error-on-warnings ${[...folders, ...suite.filter(present)].join(' ')}`,
    ],
    ['types', 'npm run --silent types'],
    ['tests and house rules', `npx vitest run ${tests} scripts/house-rules.test.ts`],
    [
      'checks and planted faults',
      `npx vitest run conformance/specification.test.ts conformance/real.test.ts conformance/mutants -t "${ids}"`,
    ],
  ]
}

function present(path) {
  return existsSync(`${root}${path}`)
}

/** Families whose names have a part in common with what was written; all of them where none has. */
function near(written) {
  const parts = written.split('-').map((part) => part.slice(0, 4))
  const alike = families.filter((name) => parts.some((part) => part.length > 2 && name.includes(part)))
  return (alike.length > 0 ? alike : families).join(', ')
}

function run(steps) {
  const failed = []
  for (const [name, command] of steps) {
    process.stdout.write(`\n> ${name}: ${command}\n`)
    const { status } = spawnSync(command, { shell: true, stdio: 'inherit', cwd: root })
    if (status !== 0) failed.push(name)
    // Without dependencies and a build the other steps can only repeat the same complaint.
    if (status !== 0 && name === 'set up') break
  }
  process.stdout.write(failed.length === 0 ? '\nall checks passed\n' : `\nfailed: ${failed.join(', ')}\n`)
  return failed.length === 0 ? 0 : 1
}

const unknown = chosen.find((name) => !families.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`there is no family '${unknown}' in sim/api; the nearest are ${near(unknown)}\n`)
  process.exitCode = 2
} else process.exitCode = run(chosen.length === 0 ? all : stepsFor(chosen))
