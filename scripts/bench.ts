// `npm run bench`: the figures behind the design, measured side by side in one run. Ratios matter, not the figures
// themselves; on a busy machine read them twice. `--quick` takes shorter rounds and leaves out the largest world.
import { printed } from './bench/figures.ts'
import { overHttp } from './bench/http.ts'
import { inProcess } from './bench/in-process.ts'
import { bySize } from './bench/sizes.ts'
import { startUp } from './bench/start-up.ts'

const quick = process.argv.includes('--quick')
const rounds = quick ? { rounds: 3, milliseconds: 500 } : { rounds: 7, milliseconds: 1500 }

const sections = {
  'Over HTTP, 16 connections': () => overHttp(rounds),
  'In process': () => inProcess(),
  'By size of the world': () => bySize(quick ? [1000, 100_000] : [1000, 100_000, 1_000_000], quick ? 3 : 9),
  Start: () => startUp(quick ? 3 : 7),
}

for (const [title, measure] of Object.entries(sections)) process.stdout.write(printed(title, await measure()))
