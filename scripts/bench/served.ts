import type { Simulator } from '../../sim/index.ts'

/**
 * Serves a simulator with the adapter that is built together with it, as that of `forgery serve` is: what both have in common,
 * such as the bytes of a text, is worked out once. Gives its URL.
 */
export async function served(simulator: Simulator): Promise<string> {
  const { url } = await simulator.listen()
  return url
}
