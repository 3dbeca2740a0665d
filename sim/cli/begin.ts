import { processIo } from './io.ts'
import { run } from './run.ts'

/** Runs the command line of this process. */
export async function begin(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processIo())
}
