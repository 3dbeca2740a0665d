import { snippetEntity } from '../../entities/snippet.ts'
import { utf8 } from '../../lib/bytes.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Snippet, SnippetFile } from '../../model/snippets/snippet.ts'
import { removeSnippet } from '../../model/snippets/snippets.ts'
import { can, levelIn, type Situation } from '../../policy/abilities.ts'
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
import { allOf, anyOf, within } from '../shared/table-list.ts'

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
        ...visibleAnywhere(situation),
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
  if (readsEverything(situation.world, situation.caller)) return []
  if (levelIn(situation, project) >= accessLevels.guest) return []
  return [{ ...openTo(situation), passes: (it) => seesSnippet(situation, it) }]
}

function visibleAnywhere(situation: Situation): RowFilter<Snippet>[] {
  const { world, caller } = situation
  if (readsEverything(world, caller)) return []
  const place = { world, rows: world.snippets }
  const all = (world.snippets.by('byProjectId').heads() ?? []).map((id) => world.projects.require(Number(id)))
  const readable = all.filter((project) => can(situation, 'read_snippets', project))
  const own = readable.filter((project) => levelIn(situation, project) >= accessLevels.guest)
  const [readableIds, ownIds] = [readable, own].map((projects) => projects.map(({ id }) => id))
  const [inReadable, inOwn] = [new Set(readableIds), new Set(ownIds)]
  const visible = anyOf([
    where<Snippet>(place, `of projects ${ownIds}`, ({ projectId }) => inOwn.has(projectId ?? 0)),
    allOf([
      where<Snippet>(
        place,
        `personal or of projects ${readableIds}`,
        ({ projectId }) => projectId === null || inReadable.has(projectId),
      ),
      openTo(situation),
    ]),
  ])
  return [{ ...visible, passes: (it) => seesSnippet(situation, it) }]
}

// Those that are public, the caller's own, or for all users.
function openTo({ world, caller: { user } }: Situation): RowFilter<Snippet> {
  const place = { world, rows: world.snippets }
  const open = [where<Snippet>(place, 'public', ({ visibility }) => visibility === 'public')]
  if (user !== undefined) open.push(where(place, `of ${user.id}`, ({ authorId }) => authorId === user.id))
  if (user !== undefined && !user.external)
    open.push(where(place, 'internal', ({ visibility }) => visibility === 'internal'))
  return anyOf(open)
}

function content({ path, content: text }: SnippetFile) {
  const bytes = utf8(text)
  return { bytes, headers: rawHeaders(path, bytes) }
}
