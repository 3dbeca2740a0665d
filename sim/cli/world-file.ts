// biome-ignore lint/style/noRestrictedImports: a file that a person names is checked where it is read, types cost nothing.
import type { WorldDescription } from '../../fixtures/index.ts'
import { isSavedState, type SavedState } from '../control/saved-state.ts'
import { readDocument } from './document.ts'
import { wrongUse } from './failure.ts'

/** The description in a file, checked. Throws a CliFailure that names the place in the file. */
export async function describedIn(file: string): Promise<WorldDescription> {
  return described(file, await readDocument('--world', file))
}

/** What a simulator can begin with: the description in a file, or what was saved of another simulator. */
export async function begunWith(file: string): Promise<WorldDescription | SavedState> {
  const document = await readDocument('--world', file)
  return isSavedState(document) ? document : described(file, document)
}

async function described(file: string, document: unknown): Promise<WorldDescription> {
  const { DescriptionError, parseWorldDescription } = await fixtures()
  try {
    return parseWorldDescription(document)
  } catch (error) {
    if (error instanceof DescriptionError) throw wrongUse(`--world: ${file}: ${error.message}`)
    throw error
  }
}

/** The description of a world that has a name, or of a file. */
export async function describedAs(world: string, seed: number, scale: number): Promise<WorldDescription> {
  if (world !== 'demo' && world !== 'empty') return describedIn(world)
  const { demoWorld, emptyWorldDescription } = await fixtures()
  return world === 'demo' ? demoWorld({ seed, scale }) : emptyWorldDescription()
}

function fixtures() {
  // biome-ignore lint/style/noRestrictedImports: `forgery world` prints a description, it does not build a world from it.
  return import('../../fixtures/index.ts')
}
