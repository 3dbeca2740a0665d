// `npm run bench`: the figures behind the design, measured side by side in one run. Ratios matter, not the figures
// themselves; on a busy machine read them twice. `--quick` takes shorter rounds and leaves out the largest world;
// `--only WORD` measures the sections whose titles hold it, `--load WORD` such loads over HTTP,
// `--beside FOLDER` another build by turns with this one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { argumentsOf, misused } from './arguments.ts'
import { throughAdapters } from './bench/adapters.ts'
import { type Figure, printed } from './bench/figures.ts'
import { besideGit } from './bench/git.ts'
import { overHttp } from './bench/http.ts'
import { inProcess } from './bench/in-process.ts'
import { bySize, byTable, heapOfRows } from './bench/sizes.ts'
import { startUp } from './bench/start-up.ts'

// Where a machine has these, reading them doubles what a process of Node takes to start, ours and the others'.
delete process.env.NODE_EXTRA_CA_CERTS

const command = 'npm run bench --'
const { values } = argumentsOf({
  command,
  says: 'Measures requests, forks, lists, git and the start beside what others take for the same.',
  options: {
    quick: {
      type: 'boolean',
      default: false,
      about: 'takes shorter rounds and leaves out the largest world',
    },
    only: { type: 'string', default: '', about: 'measures the sections whose titles hold this' },
    load: { type: 'string', default: '', about: 'over HTTP, measures the loads whose names hold this' },
    beside: {
      type: 'string',
      about: 'over HTTP, measures the build in this folder too, such as ../old/dist',
    },
  },
})
const { quick, only, load, beside } = values
const rounds = quick ? { rounds: 3, milliseconds: 300, warm: 1500 } : { rounds: 7, milliseconds: 1000 }

/** Its figures, one by one where measuring all of them takes long. */
type Section = () => AsyncIterable<Figure> | Promise<readonly Figure[]>

const sections: { readonly [title: string]: Section } = {
  'Over HTTP: processor time of a request, and what the others take of it': () =>
    overHttp(rounds, { word: load, beside }),
  'In process': async () => inProcess(),
  'Through adapters, processor time beside a static body': () => throughAdapters(rounds),
  'By the rows of a project': () =>
    bySize(quick ? [1000, 100_000] : [1000, 100_000, 1_000_000], quick ? 3 : 5),
  'By the rows of other tables': () => byTable([1000, 100_000], quick ? 1 : 3),
  'Heap of a row': () => heapOfRows(100_000),
  'Git, processor time beside git on disk': () =>
    besideGit(quick ? { commits: 500, files: 1000 } : { commits: 2000, files: 5000 }),
  Start: () => startUp(quick ? 3 : 7),
}

if (beside !== undefined && !existsSync(join(beside, 'scripts', 'bench', 'server.js')))
  misused(command, `--beside is '${beside}', which holds no build: node scripts/setup.mjs makes one in dist`)
const chosen = Object.entries(sections).filter(([title]) => title.includes(only))
if (chosen.length === 0)
  misused(command, `no section's title holds '${only}': ${Object.keys(sections).join('; ')}`)
for (const [title, measure] of chosen) {
  process.stdout.write(`\n${title}\n`)
  let measured = 0
  for await (const figure of listed(measure())) {
    measured += 1
    process.stdout.write(printed(figure))
  }
  if (measured === 0) misused(command, `no load's name holds '${load}'`)
}

async function* listed(figures: ReturnType<Section>): AsyncGenerator<Figure> {
  yield* Symbol.asyncIterator in figures ? figures : await figures
}
