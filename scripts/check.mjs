// `npm run check`: everything that must hold before a change goes in. CI runs exactly this.
// `npm run check -- FAMILY`: what is likely to notice a change in one family, in half a minute.
import { spawn, spawnSync } from 'node:child_process'
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
  return [
    [
      'format and lint',
      `npx biome ci --error-on-warnings ${[...folders, ...suite.filter(present)].join(' ')}`,
    ],
    ['types', 'npm run --silent types'],
    [
      'tests, checks, planted faults and house rules',
      'npx vitest run',
      { FORGERY_FAMILIES: nouns.join(',') },
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

/** Runs steps one after the other, as each may need what the one before has made. */
function inOrder(steps) {
  const failed = []
  for (const [name, command] of steps) {
    process.stdout.write(`\n> ${name}: ${command}\n`)
    const { status } = spawnSync(command, { shell: true, stdio: 'inherit', cwd: root })
    if (status !== 0) failed.push(name)
    // Without dependencies and a build the other steps can only repeat the same complaint.
    if (status !== 0 && name === 'set up') break
  }
  return failed
}

/** Runs steps at the same time, and shows what each printed once it is over. */
async function atOnce(steps) {
  const failed = []
  const running = steps.map(([name, command, more]) => {
    const child = spawn(command, { shell: true, cwd: root, env: { ...process.env, ...more } })
    let printed = `\n> ${name}: ${command}\n`
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text
      })
    return new Promise((done) => {
      child.on('close', (status) => {
        process.stdout.write(printed)
        if (status !== 0) failed.push(name)
        done()
      })
    })
  })
  await Promise.all(running)
  return failed
}

const usage = `npm run check -- [FAMILY …]

Runs everything that must hold before a change goes in; with families of sim/api, what is likely to notice a change in those.
`

const unknown = chosen.find((name) => !families.includes(name))
if (chosen.includes('--help')) process.stdout.write(usage)
else if (unknown !== undefined) {
  process.stderr.write(`there is no family '${unknown}' in sim/api; the nearest: ${near(unknown)}\n`)
  process.exitCode = 2
} else {
  const failed = await (chosen.length === 0 ? inOrder(all) : atOnce(stepsFor(chosen)))
  process.stdout.write(failed.length === 0 ? '\nall checks passed\n' : `\nfailed: ${failed.join(', ')}\n`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
