import type { NoteTarget, SnippetTarget } from '../../model/discussions/notes.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import type { World } from '../../model/world.ts'
import type { AbilityName, Situation } from '../../policy/abilities.ts'
import { seesSnippet } from '../../policy/snippets.ts'
import type { Auth } from '../../protocol/operation.ts'
import { integer, type Param, required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { positionOfCommit } from './note-position.ts'

/** Where discussions are served besides issues and merge requests: commits and project snippets. */
export interface DiscussionPlace {
  readonly path: string
  readonly noun: string
  readonly auth: Auth
  /** Without it there seems to be nothing to discuss. */
  readonly sees: AbilityName
  readonly comment: AbilityName
  /** Parameters of a discussion that it begins. */
  readonly begun: { readonly position?: typeof positionOfCommit }
  readonly named:
    | { readonly sha: Param<string | null, never> }
    | { readonly noteable_id: Param<number | null, never> }
  readonly dotted: readonly string[]
  readonly on: (found: {
    readonly world: World
    readonly project: Project
    readonly params: object
    readonly view: { readonly situation: Situation }
  }) => NoteTarget
}

export const ofCommit: DiscussionPlace = {
  path: '/projects/:id/repository/commits/:sha',
  noun: 'a commit',
  auth: 'public',
  sees: 'see_commit',
  comment: 'comment_commit',
  begun: { position: positionOfCommit },
  named: { sha: required(string({ about: 'Commit, branch or tag' })) },
  dotted: ['sha'],
  on: ({ world, project, params }) => {
    const id = commitNamed(world, project, String((params as { sha?: string }).sha))
    if (id === undefined) throw notFound('Commit')
    return { kind: 'Commit', row: { id, projectId: project.id } }
  },
}

export const ofSnippet: DiscussionPlace = {
  path: '/projects/:id/snippets/:noteable_id',
  noun: 'a project snippet',
  auth: 'public',
  sees: 'see_snippet',
  comment: 'comment_snippet',
  begun: {},
  named: { noteable_id: required(integer({ about: 'ID of the snippet' })) },
  dotted: [],
  on: (context) => {
    const target = snippetOf(context)
    if (target === undefined) throw notFound('Snippet')
    return target
  },
}

/** The project snippet that a path names; undefined where the caller sees none. */
export function snippetOf({
  world,
  project,
  params,
  view,
}: Parameters<DiscussionPlace['on']>[0]): SnippetTarget | undefined {
  const snippet = world.snippets.get(Number((params as { noteable_id?: number }).noteable_id))
  if (snippet?.projectId !== project.id || !seesSnippet(view.situation, snippet)) return undefined
  return { kind: 'Snippet', row: { id: snippet.id, projectId: project.id } }
}
