import type { Project } from '../../model/projects/project.ts'
import type { Snippet, SnippetFile } from '../../model/snippets/snippet.ts'
import type { Situation } from '../../policy/abilities.ts'
import { managesSnippet, seesSnippet } from '../../policy/snippets.ts'
import { integer, required, saidAs, string } from '../../protocol/params.ts'
import { forbidden, notFound } from '../../protocol/refusal.ts'

const named = { snippet_id: required(integer({ about: 'ID of the snippet' })) }

/** Where snippets are served: in a project, or as personal snippets. */
export interface Place {
  readonly path: string
  readonly noun: string
  readonly named: typeof named
  readonly place:
    | { readonly subject: 'project'; readonly needs: 'read_snippets' }
    | { readonly subject?: never }
}

export const ofProject: Place = {
  path: '/projects/:id/snippets',
  noun: 'a project snippet',
  named,
  place: { subject: 'project', needs: 'read_snippets' },
}
export const ofPerson: Place = {
  path: '/snippets',
  noun: 'a personal snippet',
  named: saidAs('id', named),
  place: {},
}

export const fileParams = {
  ref: required(
    string({ about: '`main`, the only branch of a snippet, or `HEAD`; older commits are not kept' }),
  ),
  file_path: required(string({ about: 'Path of the file', filePath: true })),
}

/** The snippet with an id; refuses if the caller may not see it. */
export function visibleSnippet(
  situation: Situation,
  found: object,
  wanted: number | null,
  absent = notFound('Snippet'),
): Snippet {
  const { project } = found as { readonly project?: Project }
  const snippet = situation.world.snippets.get(wanted ?? 0)
  if (
    snippet === undefined ||
    snippet.projectId !== (project?.id ?? null) ||
    !seesSnippet(situation, snippet)
  )
    throw absent
  return snippet
}

/** The snippet with an id that the caller may change; personal ones are looked for among the caller's own. */
export function writableSnippet(situation: Situation, found: object, wanted: number | null): Snippet {
  const snippet = visibleSnippet(situation, found, wanted)
  if (managesSnippet(situation, snippet)) return snippet
  throw snippet.projectId === null ? notFound('Snippet') : forbidden()
}

const BRANCH: readonly string[] = ['main', 'HEAD']

/** A file of a snippet, on its only branch. */
export function fileNamed({ files }: Snippet, ref: string | null, wanted: string | null): SnippetFile {
  if (!BRANCH.includes(ref ?? '')) throw notFound('Reference')
  const file = files.find(({ path }) => path === wanted)
  if (file === undefined) throw notFound('File')
  return file
}
