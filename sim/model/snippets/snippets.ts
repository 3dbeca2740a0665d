import { utf8 } from '../../lib/bytes.ts'
import { readableSize } from '../../lib/readable-size.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { removeTalk } from '../discussions/remove-talk.ts'
import { restrictionFaults } from '../installation/restricted-visibility.ts'
import { InvalidRow } from '../invalid-row.ts'
import { BLANK, isLonger, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import type { Visibility } from '../projects/visibility.ts'
import { settingInForce } from '../settings/in-force.ts'
import { updated } from '../updated.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { Snippet, SnippetFile } from './snippet.ts'

export interface SnippetValues {
  readonly title: string
  readonly description: string | null
  readonly visibility: Visibility
  readonly files: readonly SnippetFile[]
}

/** What a change does to one file. */
export const fileActions = ['create', 'update', 'delete', 'move'] as const
export interface FileAction {
  readonly action: (typeof fileActions)[number]
  readonly path: string | undefined
  readonly previousPath: string | undefined
  readonly content: string | undefined
}

/** Opens a snippet, of a project or of nobody but its author. */
export function openSnippet(
  world: World,
  author: User,
  given: SnippetValues,
  now: Instant,
  project?: Project,
): Snippet {
  if (project !== undefined) world.projects.update(project.id, { lastActivityAt: now })
  return world.snippets.insert({
    id: nextId(world, 'snippets'),
    projectId: project?.id ?? null,
    authorId: author.id,
    ...given,
    createdAt: now,
    updatedAt: now,
  })
}

/** Changes a snippet. Throws InvalidRow. */
export function changeSnippet(
  world: World,
  snippet: Snippet,
  by: User,
  changes: Partial<SnippetValues>,
  now: Instant,
): Snippet {
  const changed = updated(snippet, changes, now)
  if (changed.visibility !== snippet.visibility) refuseRestrictedLevel(world, by, changed.visibility)
  refuseTooLong(world, changed)
  return world.snippets.put(changed)
}

/** Removes a snippet with what people said of it, step by step. */
export function* removeSnippet(world: World, { id }: Snippet, pace = new Pace()): Steps<void> {
  yield* removeTalk(world, 'Snippet', id, pace)
  world.snippets.delete(id)
}

/** The files of a snippet after a change; undefined where it cannot be made. */
export function changedFiles(
  files: readonly SnippetFile[],
  actions: readonly FileAction[],
): readonly SnippetFile[] | undefined {
  const after = new Map(files.map(({ path, content }) => [path, content]))
  for (const { action, path, previousPath, content } of actions) {
    if (action === 'create') {
      const name = path || unnamed(after)
      if (after.has(name)) return undefined
      after.set(name, content as string)
      continue
    }
    const old = previousPath || (path as string)
    const before = after.get(old)
    if (before === undefined) return undefined
    if (path !== old && path !== undefined && action !== 'delete') {
      if (after.has(path)) return undefined
      after.delete(old)
    }
    if (action === 'delete') after.delete(old)
    else after.set(path || old, content ?? before)
  }
  return after.size === 0 ? undefined : [...after].map(([path, content]) => ({ path, content }))
}

/** True for a change with all that its action needs. */
export function isComplete({ action, path, previousPath, content }: FileAction): boolean {
  switch (action) {
    case 'create':
      return Boolean(content)
    case 'update':
      return Boolean(path) && Boolean(content)
    case 'delete':
      return Boolean(path)
    case 'move':
      return Boolean(path) && Boolean(previousPath) && path !== previousPath
    default:
      return action satisfies never
  }
}

function unnamed(files: ReadonlyMap<string, string>): string {
  for (let number = 1; ; number++) {
    const name = `snippetfile${number}.txt`
    if (!files.has(name)) return name
  }
}

/** Throws InvalidRow for a restricted visibility level. */
export function refuseRestrictedLevel(world: World, author: User, visibility: Visibility): void {
  const faults = restrictionFaults(world, author, visibility)
  if (Object.keys(faults).length > 0) throw new InvalidRow(faults)
}

const LONGEST_TITLE = 255
const LONGEST_DESCRIPTION = 1_048_576

/** Throws InvalidRow for what is too long. */
export function refuseTooLong(
  world: World,
  { title, description, files }: Pick<SnippetValues, 'title' | 'description' | 'files'>,
): void {
  const errors: { [attribute: string]: readonly string[] } = {}
  if (title.trim() === '') errors.title = [BLANK]
  else if (isLonger(title, LONGEST_TITLE)) errors.title = [tooLong(LONGEST_TITLE)]
  if (isLonger(description, LONGEST_DESCRIPTION)) errors.description = [tooLong(LONGEST_DESCRIPTION)]
  const most = settingInForce(world, 'snippet_size_limit')
  const size = files.map(({ content }) => utf8(content).length).find((length) => length > most)
  if (size !== undefined)
    errors.content = [`is too long (${readableSize(size)}). The maximum size is ${readableSize(most)}.`]
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
