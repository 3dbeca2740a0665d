import { snippetEntity } from '../../entities/snippet.ts'
import { utf8 } from '../../lib/bytes.ts'
import type { Snippet, SnippetFile } from '../../model/snippets/snippet.ts'
import { removeSnippet } from '../../model/snippets/snippets.ts'
import { seesSnippet } from '../../policy/snippets.ts'
import { lazyListing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { datetime, lookedUp } from '../../protocol/params.ts'
import { rawHeaders } from '../../protocol/raw-content.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import {
  fileNamed,
  fileParams,
  ofPerson,
  ofProject,
  type Place,
  visibleSnippet,
  writableSnippet,
} from '../shared/snippet-places.ts'

export const listSnippets = operation(
  {
    method: 'GET',
    path: '/snippets',
    summary: 'List the snippets of the current user',
    answers: { many: snippetEntity },
    beyond: true,
  },
  ({ world, caller }) =>
    listingOf(
      latest(
        world.snippets
          .by('byAuthor', caller.user?.id ?? 0)
          .list()
          .filter(isPersonal),
      ),
    ),
)

export const listPublicSnippets = operation(
  {
    method: 'GET',
    path: '/snippets/public',
    summary: 'List public snippets',
    answers: { many: snippetEntity },
    beyond: true,
  },
  ({ world }) =>
    lazyListing(function* () {
      for (const it of world.snippets.by('byUpdated').descending())
        if (isPersonal(it) && it.visibility === 'public') yield it
    }),
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
    const { created_after: after, created_before: before } = params
    return lazyListing(function* () {
      for (const it of world.snippets.by('byUpdated').descending())
        if (
          it.createdAt >= (after ?? 0) &&
          it.createdAt <= (before ?? it.createdAt) &&
          seesSnippet(situation, it)
        )
          yield it
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
    const all = world.snippets.by('byProject', project.id).list()
    return listingOf(latest(all.filter((snippet) => seesSnippet(situation, snippet))))
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

function isPersonal({ projectId }: Snippet): boolean {
  return projectId === null
}

function latest(snippets: Snippet[]): Snippet[] {
  return snippets.sort((one, other) => other.id - one.id)
}

function content({ path, content: text }: SnippetFile) {
  const bytes = utf8(text)
  return { bytes, headers: rawHeaders(path, bytes) }
}
