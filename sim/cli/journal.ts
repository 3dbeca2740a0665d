import { scriptEndings } from '../control/script/script-kind.ts'
import { failed, systemReason } from './failure.ts'
import type { Io } from './io.ts'
import type { JournalSettings } from './options.ts'
import { writeOutput } from './output/write-output.ts'

/** Prints the journal of a running simulator as a script. Throws a CliFailure where it cannot be had. */
export async function journal(
  { as = 'vitest', url = 'http://127.0.0.1:8080', controlToken, output }: JournalSettings,
  io: Pick<Io, 'out'>,
): Promise<number> {
  const address = `${url.replace(/\/+$/, '')}/_forgery/journal.${scriptEndings[as]}`
  const headers = controlToken === undefined ? {} : { 'X-Forgery-Token': controlToken }
  const reply = await fetch(address, { headers }).catch((error: unknown) => {
    throw failed(`--url: cannot reach ${url}: ${systemReason((error as Error).cause ?? error)}`)
  })
  const text = await reply.text()
  if (!reply.ok)
    throw failed(`--url: ${url} has no journal: ${errorIn(text) ?? `it answers ${reply.status}`}`)
  await writeOutput(text, output, io.out)
  return 0
}

function errorIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'string' ? error : undefined
  } catch {
    return undefined
  }
}
