// biome-ignore lint/style/noRestrictedImports: a file that a person names is checked where it is read, types cost nothing.
import type { WorldDescription } from '../../fixtures/index.ts'
import { isSavedState, type SavedState } from '../control/saved/saved-state.ts'
import { append } from '../lib/lists.ts'
import { readDocument } from './document.ts'
import { wrongUse } from './failure.ts'
import type { WorldPart } from './world-parts.ts'

/** What is drawn of the demo world. */
interface Size {
  readonly seed: number
  readonly scale: number
}

/** What a simulator can begin with: a seeded world, what files and folders describe, or what was saved of another one. */
export interface Beginning {
  readonly world: 'demo' | 'empty' | WorldDescription | SavedState
  /** Names the file in what is said of a place in the world. */
  readonly placed: (message: string) => string
}

/** Reads what worlds are named on the command line. Throws a CliFailure that names the file, and the place in it. */
export async function begunWith(worlds: readonly string[], size: Size): Promise<Beginning> {
  const [only = 'demo', ...others] = worlds
  const placed = (message: string) => `${only}: ${message}`
  if (others.length === 0 && isSeeded(only)) return { world: only, placed }
  const parts = await partsOf(worlds, size)
  const saved = parts.find(({ draft }) => isSavedState(draft))
  if (saved === undefined) return described(parts)
  if (parts.length > 1)
    throw wrongUse(`--world: ${saved.origin} is a saved snapshot, which nothing can be added to`)
  return { world: saved.draft as SavedState, placed }
}

/** The description that files, folders and seeded worlds make together. Throws a CliFailure that names the place. */
export async function describedBy(worlds: readonly string[], size: Size): Promise<WorldDescription> {
  const parts = await partsOf(worlds.length === 0 ? ['demo'] : worlds, size)
  const [only] = parts
  // What Forgery describes itself needs no reading, and is printed as short as it is.
  if (worlds.length < 2 && isSeeded(only?.origin ?? '')) return only?.draft as WorldDescription
  return (await described(parts)).world
}

function isSeeded(world: string): world is 'demo' | 'empty' {
  return world === 'demo' || world === 'empty'
}

async function partsOf(worlds: readonly string[], { seed, scale }: Size): Promise<WorldPart[]> {
  const parts: WorldPart[] = []
  for (const world of worlds) {
    if (isSeeded(world)) {
      const { demoWorld, emptyWorldDescription } = await fixtures()
      const draft = world === 'demo' ? demoWorld({ seed, scale }) : emptyWorldDescription()
      parts.push({ origin: world, draft })
      continue
    }
    const { isFolder, partsOfFolder } = await import('./world-folder.ts')
    if (await isFolder(world)) append(parts, await partsOfFolder(world))
    else parts.push({ origin: world, draft: await readDocument('--world', world) })
  }
  return parts
}

async function described(
  parts: readonly WorldPart[],
): Promise<Beginning & { readonly world: WorldDescription }> {
  const { DescriptionError, emptyWorldDescription, parseWorldDescription } = await fixtures()
  const [first, ...others] = parts
  const alone = others.length === 0 && first?.project === undefined ? first : undefined
  const { joined } = await import('./world-parts.ts')
  const { draft, placed } =
    alone === undefined
      ? joined(withUsers(parts, emptyWorldDescription()))
      : { draft: alone.draft, placed: (message: string) => `${alone.origin}: ${message}` }
  try {
    return { world: parseWorldDescription(draft), placed }
  } catch (error) {
    if (error instanceof DescriptionError) throw wrongUse(`--world: ${placed(error.message)}`)
    throw error
  }
}

// Where nobody is described, there is the administrator of the empty world.
function withUsers(parts: readonly WorldPart[], empty: WorldDescription): readonly WorldPart[] {
  const { users, tokens } = empty
  const has = parts.some(({ draft }) => (draft as { readonly users?: unknown } | null)?.users !== undefined)
  return has ? parts : [{ origin: 'empty', draft: { users, tokens } }, ...parts]
}

function fixtures() {
  // biome-ignore lint/style/noRestrictedImports: `forgery world` prints a description, it does not build a world from it.
  return import('../../fixtures/index.ts')
}
