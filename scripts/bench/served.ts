import { compileLate, counted } from '../../sim/cli/start/compile-late.ts'
import type { Simulator } from '../../sim/index.ts'

/**
 * Serves a simulator as `forgery serve` does, with what that tells the engine, and with the adapter that is built together
 * with it: what both have in common, such as the bytes of a text, is worked out once. Gives its URL.
 */
export async function served(simulator: Simulator): Promise<string> {
  simulator.respond = counted(simulator.respond.bind(simulator))
  const { url } = await simulator.listen()
  compileLate()
  return url
}
