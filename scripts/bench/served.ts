import { listen } from '../../sim/adapters/node.ts'
import { compileLate, counted } from '../../sim/cli/start/compile-late.ts'
import type { Simulator } from '../../sim/index.ts'

/** Serves a simulator as `forgery serve` does, with what that tells the engine. Gives its URL. */
export async function served(simulator: Simulator): Promise<string> {
  const { url } = await listen(
    counted((request) => simulator.respond(request)),
    { bodyLimit: (request) => simulator.bodyLimit(request) },
  )
  simulator.moveTo(url)
  compileLate()
  return url
}
