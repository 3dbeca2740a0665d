import { utf8 } from '../lib/bytes.ts'
import { readableSize } from '../lib/readable-size.ts'
import type { Instant } from '../time/calendar.ts'
import { InvalidRow } from './invalid-row.ts'
import { restrictionFaults } from './restricted-visibility.ts'
import { settingInForce } from './settings/in-force.ts'
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

/** What is wrong with the first file that is longer than administrators allow; undefined where none is. */
export function lengthFault(world: World, files: readonly SnippetFile[]): string | undefined {
  const most = settingInForce(world, 'snippet_size_limit')
  const bytes = files.map(({ content }) => utf8(content).length).find((length) => length > most)
  if (bytes === undefined) return undefined
  return `Content is too long (${readableSize(bytes)}). The maximum size is ${readableSize(most)}.`
}

/** Throws InvalidRow for a level that administrators keep to themselves. */
export function checkLevel(world: World, author: User, visibility: Visibility): void {
  const faults = restrictionFaults(world, author, visibility)
  if (Object.keys(faults).length > 0) throw new InvalidRow(faults)
}
