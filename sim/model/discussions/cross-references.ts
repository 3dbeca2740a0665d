import type { Issue } from '../issues/issue.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import { pathFrom, projectReferenced } from '../projects/project-paths.ts'
import { commitNamed } from '../repository/project-objects.ts'
import type { World } from '../world.ts'
import { isAboutOthers, mentionIn, type Note } from './note.ts'
import { type Reference, referencesIn } from './references.ts'

/** What refers to something, and what is referred to. */
export type Mentionable =
  | { readonly kind: 'Issue'; readonly row: Issue }
  | { readonly kind: 'MergeRequest'; readonly row: MergeRequest }
  | { readonly kind: 'Commit'; readonly row: { readonly id: string; readonly projectId: number } }

/** What a reference in a project leads to, whoever may see it; undefined where there is none. */
export function referenced(
  world: World,
  project: Project,
  { kind, path, name }: Reference,
): Mentionable | undefined {
  const at = path === '' ? project : projectReferenced(world, project, path)
  if (at === undefined) return undefined
  if (kind === 'Commit') {
    // A branch may be named like the beginning of a commit.
    const id = commitNamed(world, at, name)
    return id?.startsWith(name) ? { kind, row: { id, projectId: at.id } } : undefined
  }
  if (kind === 'Issue') {
    const row = world.issues.find('byIid', at.id, Number(name))
    return row && { kind, row }
  }
  const row = world.mergeRequests.find('byIid', at.id, Number(name))
  return row && { kind, row }
}

const words = {
  Issue: ['issue', '#'],
  MergeRequest: ['merge request', '!'],
  Commit: ['commit', '@'],
} as const

/** The text of the note that tells in a project of a mention elsewhere (discussions#cross-references). */
export function mentionText(world: World, projectId: number, by: Mentionable): string {
  const [word, sign] = words[by.kind]
  const path = pathFrom(world, projectId, by.row.projectId)
  const name = by.kind === 'Commit' ? by.row.id : by.row.iid
  return `mentioned in ${word} ${path}${by.kind === 'Commit' && path === '' ? '' : sign}${name}`
}

/** True when a system note on something tells of the mention already; of a commit, in whichever project it is. */
export function isTold(world: World, { kind, row }: Mentionable, by: Mentionable): boolean {
  const mention = mentionIn(mentionText(world, row.projectId, by)) as string
  return world.notes.find('byMention', kind, row.id, row.projectId, mention) !== undefined
}

/**
 * What a system note names beside its subject, null for what is gone: nothing in others. A commit is not looked for,
 * since that takes as long as its history is.
 */
export function namedIn(world: World, note: Note): readonly (Mentionable | null)[] {
  const { body, projectId } = note
  const project = isAboutOthers(note) ? world.projects.get(projectId) : undefined
  if (project === undefined) return NOTHING
  return referencesIn(body, 'plain').map((reference) => {
    if (reference.kind !== 'Commit') return referenced(world, project, reference) ?? null
    const at = projectReferenced(world, project, reference.path)
    return at === undefined ? null : { kind: 'Commit', row: { id: reference.name, projectId: at.id } }
  })
}

const NOTHING: readonly never[] = []
