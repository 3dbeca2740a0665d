// Writes the generated documents: marked blocks of pages, the pages of the reference, the schema of worlds, the columns
// of tables.
// With --check it writes nothing and fails, with the difference, when one of them is out of date.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { worldSchema } from '../fixtures/index.ts'
import { contract, everyOperation } from '../sim/contract.ts'
import { argumentsOf } from './arguments.ts'
import { columnsModule } from './columns.ts'
import {
  callersTable,
  changesPage,
  conformOptionsTable,
  coverage,
  differencesTable,
  judgeOptionsTable,
  optionsTable,
  REFERENCE,
  referencePages,
  type Source,
  settingsTable,
  twinOptionsTable,
  withBlock,
} from './documents.ts'
import { inRoot } from './root.ts'
import { sourceModules, sourcePages } from './sources.ts'

const { check } = argumentsOf({
  command: 'npm run docs --',
  says: 'Writes the generated documents.',
  options: {
    check: {
      type: 'boolean',
      default: false,
      about: 'writes nothing and fails where one of them is out of date',
    },
  },
}).values
const source: Source = { contract: { ...contract(), operations: everyOperation() } }

/** The generated blocks of pages, by the name of their marks. */
const blocks: { readonly [page: string]: { readonly [block: string]: string } } = {
  'sim/guide/fidelity.md': { coverage: coverage(source) },
  'sim/guide/differences.md': { differences: differencesTable() },
  'sim/guide/configuration.md': { options: optionsTable() },
  'conformance/README.md': {
    'conform options': conformOptionsTable(),
    callers: callersTable(),
    'twin options': twinOptionsTable(),
    'judge options': judgeOptionsTable(),
  },
  'sim/guide/settings.md': { settings: settingsTable(source) },
}
const documents: { readonly [name: string]: string } = {
  ...Object.fromEntries(
    Object.entries(blocks).map(([page, within]) => [
      page,
      Object.entries(within).reduce((text, [name, block]) => withBlock(text, name, block), readIfThere(page)),
    ]),
  ),
  ...referencePages(source),
  [`${REFERENCE}changes.md`]: changesPage(source),
  ...sourceModules(sourcePages()),
  'sim/model/columns.ts': columnsModule(),
  'fixtures/world.schema.json': `${JSON.stringify(worldSchema(), null, 1)}\n`,
}

for (const [name, text] of Object.entries(documents)) {
  const before = readIfThere(name)
  if (before === text) continue
  if (check) {
    process.stdout.write(
      createTwoFilesPatch(name, name, before, text, 'as it stands', 'as generated', { context: 1 }),
    )
    process.stdout.write(`${name} is out of date: run \`npm run docs\`\n`)
    process.exitCode = 1
  } else {
    mkdirSync(dirname(inRoot(name)), { recursive: true })
    writeFileSync(inRoot(name), text)
    process.stdout.write(`${name} written\n`)
  }
}

// A page whose family has gone.
for (const file of readdirSync(inRoot(REFERENCE))) {
  const name = `${REFERENCE}${file}`
  if (documents[name] !== undefined) continue
  if (check) {
    process.stdout.write(`${name} is not generated any longer: run \`npm run docs\`\n`)
    process.exitCode = 1
  } else {
    rmSync(inRoot(name))
    process.stdout.write(`${name} removed\n`)
  }
}

function readIfThere(name: string): string {
  try {
    return readFileSync(inRoot(name), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
