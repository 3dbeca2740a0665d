// Writes the generated documents: the marked blocks of the README and the reference page.
// With --check it writes nothing and fails, with the difference, when one of them is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { createTwoFilesPatch } from 'diff'
import { worldSchema } from '../fixtures/index.ts'
import { contract } from '../sim/contract.ts'
import {
  conformOptionsTable,
  coverage,
  differencesTable,
  optionsTable,
  referencePage,
  type Source,
  settingsTable,
  twinOptionsTable,
  withBlock,
} from './documents.ts'
import { inRoot } from './root.ts'

const check = process.argv.includes('--check')
const source: Source = { contract: contract() }

const blocks = {
  coverage: coverage(source),
  differences: differencesTable(),
  options: optionsTable(),
  settings: settingsTable(source),
  'conform options': conformOptionsTable(),
  'twin options': twinOptionsTable(),
}
const readme = readIfThere('README.md')
const documents = {
  'README.md': Object.entries(blocks).reduce((text, [name, block]) => withBlock(text, name, block), readme),
  'sim/REFERENCE.md': referencePage(source),
  'fixtures/world.schema.json': `${JSON.stringify(worldSchema(), null, 2)}\n`,
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
    writeFileSync(inRoot(name), text)
    process.stdout.write(`${name} written\n`)
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
