import { snippetEntity } from '../../entities/snippet.ts'
import { utf8 } from '../../lib/bytes.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Snippet, SnippetFile } from '../../model/snippets/snippet.ts'
import { removeSnippet } from '../../model/snippets/snippets.ts'
import { levelIn, type Situation } from '../../policy/abilities.ts'
import { readsEverything } from '../../policy/auditors.ts'
import { seesSnippet } from '../../policy/snippets.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { datetime, lookedUp } from '../../protocol/params.ts'
import { rawHeaders } from '../../protocol/raw-content.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { byId, listOfPlace, placeIn, where } from '../shared/place-list.ts'
import type { RowFilter } from '../shared/row-filters.ts'
import {
  fileNamed,
  fileParams,
  ofPerson,
  ofProject,
  type Place,
  visibleSnippet,
  writableSnippet,
} from '../shared/snippet-places.ts'
import { anyOf, within } from '../shared/table-list.ts'

export const listSnippets = operation(
  {
    method: 'GET',
    path: '/snippets',
    summary: 'List the snippets of the current user',
    answers: { many: snippetEntity },
    beyond: true,
  },
  ({ world, caller }) => indexListing(world.snippets.by('byOwner', caller.user?.id ?? 0), 'descending'),
)

export const listPublicSnippets = operation(
  {
    method: 'GET',
    path: '/snippets/public',
    summary: 'List public snippets',
    answers: { many: snippetEntity },
    beyond: true,
  },
  ({ world }) => indexListing(world.snippets.by('byOpen'), 'descending'),
)

export const listAllSnippets = operation(
  {
    method: 'GET',
    path: '/snippets/all',
    summary: 'List all snippets',
    params: { created_after: datetime(), created_before: datetime() },
    answers: { many: snippetEntity },
    beyond: true,
  },
  ({ world, params, view: { situation } }) => {
    const rows = world.snippets
    const { created_after: after, created_before: before } = params
    return listOfPlace({
      world,
      rows,
      place: 'all',
      isIn: () => true,
      run: rows.by('byUpdated'),
      order: 'updated',
      rank: ({ updatedAt }) => updatedAt,
      direction: 'desc',
      filters: [
        ...within(
          () => rows.by('byCreated'),
          'created',
          ({ createdAt }) => createdAt,
          after,
          before,
        ),
        // Who sees a snippet of a project is told of each.
        ...(readsEverything(world, situation.caller)
          ? []
          : [{ passes: (it: Snippet) => seesSnippet(situation, it) }]),
      ],
    })
  },
)

export const listProjectSnippets = operation(
  {
    method: 'GET',
    path: ofProject.path,
    summary: 'List the snippets of a project',
    subject: 'project',
    needs: 'read_snippets',
    answers: { many: snippetEntity },
    beyond: true,
  },
  ({ world, project, view: { situation } }) => {
    const rows = world.snippets
    return listOfPlace({
      world,
      rows,
      ...placeIn(project, rows.by('byProjectId', project.id)),
      ...byId,
      direction: 'desc',
      filters: visibleIn(situation, project),
    })
  },
)

export const getSnippet = get(ofPerson)
export const getProjectSnippet = get(ofProject)
export const getRawSnippet = raw(ofPerson)
export const getRawProjectSnippet = raw(ofProject)
export const getRawSnippetFile = rawNamed(ofPerson)
export const getRawProjectSnippetFile = rawNamed(ofProject)
export const deleteSnippet = remove(ofPerson)
export const deleteProjectSnippet = remove(ofProject)

function get({ path, noun, named, place }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:snippet_id`,
      summary: `Get ${noun}`,
      auth: 'public',
      ...place,
      params: named,
      answers: { one: snippetEntity },
      refuses: [404],
      beyond: true,
    },
    ({ params, view: { situation }, ...found }) =>
      visibleSnippet(
        situation,
        found,
        params.snippet_id,
        place.subject === 'project' ? recordNotFound() : undefined,
      ),
  )
}

function raw({ path, noun, named, place }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:snippet_id/raw`,
      summary: `Get the raw content of ${noun}`,
      auth: 'public',
      ...place,
      params: named,
      answers: { bytes: 'text/plain' },
      refuses: [404],
      beyond: true,
    },
    ({ params, view: { situation }, ...found }) =>
      content(visibleSnippet(situation, found, params.snippet_id).files[0] as SnippetFile),
  )
}

function rawNamed({ path, noun, named, place }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:snippet_id/files/:ref/:file_path/raw`,
      summary: `Get the raw content of a file of ${noun}`,
      auth: 'public',
      ...place,
      params: { ...lookedUp(named), ...fileParams },
      dotted: ['file_path'],
      answers: { bytes: 'text/plain' },
      refuses: [404],
      beyond: true,
    },
    ({ params, view: { situation }, ...found }) =>
      content(fileNamed(visibleSnippet(situation, found, params.snippet_id), params.ref, params.file_path)),
  )
}

function remove({ path, noun, named, place }: Place) {
  return operation(
    {
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/:snippet_id`,
      summary: `Delete ${noun}`,
      ...place,
      params: named,
      answers: { status: 204 },
      refuses: [403, 404],
      beyond: true,
    },
    ({ world, params, view: { situation }, unmodified, ...found }) => {
      const snippet = writableSnippet(situation, found, params.snippet_id)
      return removeSnippet(world, unmodified(snippet))
    },
  )
}

// Members see all snippets of a project; others what is open to them, and their own.
function visibleIn(situation: Situation, project: Project): RowFilter<Snippet>[] {
  const { world, caller } = situation
  const { user } = caller
  if (readsEverything(world, caller) || levelIn(situation, project) >= accessLevels.guest) return []
  const place = { world, rows: world.snippets }
  const visible = [where<Snippet>(place, 'public', ({ visibility }) => visibility === 'public')]
  if (user !== undefined) visible.push(where(place, `of ${user.id}`, ({ authorId }) => authorId === user.id))
  if (user !== undefined && !user.external)
    visible.push(where(place, 'internal', ({ visibility }) => visibility === 'internal'))
  return [{ ...anyOf(visible), passes: (it) => seesSnippet(situation, it) }]
}

function content({ path, content: text }: SnippetFile) {
  const bytes = utf8(text)
  return { bytes, headers: rawHeaders(path, bytes) }
}
