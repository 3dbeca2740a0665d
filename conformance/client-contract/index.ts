import type { Contract } from '../../sim/contract.ts'
import type { TriedOperations } from '../report/tried.ts'
import type { Event } from '../run/events.ts'
import type { ExitStatus } from '../run/judge.ts'
import type { Target } from '../targets/target.ts'
import { seekAttributes } from './attributes.ts'
import type { ClientContract } from './client-contract.ts'
import { coverageOf } from './coverage.ts'

export { readClientContract } from './client-contract.ts'

interface Wanted {
  readonly file: string
  readonly client: ClientContract
  readonly agreed: Contract
  readonly target: Target
}

interface Told {
  readonly complain: (text: string) => void
  readonly heard?: (event: Event) => void
}

/** Runs checks for a client, and tells what it reads and does not get, and what the run did not look at. */
export async function conformedFor<T extends Told>(
  { file, client, agreed, target }: Wanted,
  told: T,
  run: (target: Target, told: T) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const sought = seekAttributes(client, target, agreed)
  const known = new Set(agreed.operations.map(({ id }) => id))
  let tried: TriedOperations = {}
  const heard = (event: Event) => {
    told.heard?.(event)
    if (event.type === 'ended') tried = event.tried
  }
  const status = await run(sought.target, { ...told, heard })
  const { missing, uncovered } = coverageOf(client, tried, sought, (operation) => known.has(operation))
  for (const line of missing) told.complain(`forgery conform: ${file}: ${line}\n`)
  if (uncovered.length > 0) told.complain(`forgery conform: ${file}: not covered by this run\n`)
  for (const line of uncovered) told.complain(`  ${line}\n`)
  return status === 0 && missing.length > 0 ? 1 : status
}
