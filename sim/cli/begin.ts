import { endSlices } from '../adapters/slices.ts'
import { processIo } from './io.ts'
import { run } from './run.ts'
import { endWithNpx } from './start/end-with-npx.ts'

/** Runs the command line of this process. */
export async function begin(): Promise<void> {
  endWithNpx(process.env)
  process.exitCode = await run(process.argv.slice(2), processIo())
  endSlices()
}
