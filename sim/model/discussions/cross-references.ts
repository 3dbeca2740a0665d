import type { Issue } from '../issues/issue.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import { pathFrom, projectReferenced } from '../projects/project-paths.ts'
import { commitNamed } from '../repository/project-objects.ts'
import type { World } from '../world.ts'
import type { Note } from './note.ts'
import type { Reference } from './references.ts'

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

/** True when a system note tells of the mention already; of a commit, in whichever project it is. */
export function tellsOf(note: Note, text: string, by: Mentionable): boolean {
  if (by.kind !== 'Commit') return note.body === text
  return note.body.startsWith('mentioned in commit ') && note.body.endsWith(by.row.id)
}

/**
 * What a system note says to have mentioned its subject: undefined unless it is such a note, null where that is gone. A
 * commit is not looked for, since that takes as long as its history is.
 */
export function mentionedBy(world: World, { system, body, projectId }: Note): Mentionable | null | undefined {
  if (!system || !body.startsWith('mentioned in ')) return undefined
  const project = world.projects.get(projectId)
  const commit = /^mentioned in commit (?:([\w./-]{1,300})@)?([0-9a-f]{40})$/.exec(body)
  if (commit !== null && project !== undefined) {
    const at = projectReferenced(world, project, commit[1] ?? '')
    return at === undefined ? null : { kind: 'Commit', row: { id: commit[2] as string, projectId: at.id } }
  }
  const [, path = '', sign, name] =
    /^mentioned in (?:issue|merge request) ([\w./-]{0,300})([#!])(\d{1,9})$/.exec(body) ?? []
  if (name === undefined || project === undefined) return undefined
  return referenced(world, project, { kind: sign === '#' ? 'Issue' : 'MergeRequest', path, name }) ?? null
}
