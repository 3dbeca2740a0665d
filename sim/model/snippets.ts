import type { Instant } from '../time/calendar.ts'
import { InvalidRow } from './invalid-row.ts'
import { restrictionFaults } from './restricted-visibility.ts'
import type { Snippet, SnippetFile } from './snippet.ts'
import type { User } from './user.ts'
import type { Visibility } from './visibility.ts'
import { nextId, type World } from './world.ts'

export interface NewSnippet {
  readonly title: string
  readonly description: string | null
  readonly visibility: Visibility
  readonly files: readonly SnippetFile[]
}

/** Opens a snippet of nobody but its author. */
export function openSnippet(world: World, author: User, given: NewSnippet, now: Instant): Snippet {
  return world.snippets.insert({
    id: nextId(world, 'snippets'),
    projectId: null,
    authorId: author.id,
    ...given,
    createdAt: now,
    updatedAt: now,
  })
}

/** Throws InvalidRow for a level that administrators keep to themselves. */
export function checkLevel(world: World, author: User, visibility: Visibility): void {
  const faults = restrictionFaults(world, author, visibility)
  if (Object.keys(faults).length > 0) throw new InvalidRow(faults)
}
