import { InvalidRow } from '../invalid-row.ts'

/** Does what the rules of the model may refuse; the error then names the place in the description. */
export function placed<T>(path: string, build: () => T): T {
  try {
    return build()
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    const [[name, texts] = ['', []]] = Object.entries(problem.errors)
    throw new Error(`${path}.${name}: ${texts.join(', ')}`)
  }
}
