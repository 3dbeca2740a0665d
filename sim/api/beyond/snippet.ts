import { snippetEntity } from '../../entities/snippet.ts'
import { utf8 } from '../../lib/bytes.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { Snippet, SnippetFile } from '../../model/snippet.ts'
import { checkLevel, lengthFault, openSnippet } from '../../model/snippets.ts'
import type { User } from '../../model/user.ts'
import { visibilities } from '../../model/visibility.ts'
import type { Situation } from '../../policy/abilities.ts'
import { seesSnippet } from '../../policy/snippets.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { exactlyOneOf, filled, hashArray, integer, oneOf, required, string } from '../../protocol/params.ts'
import { rawHeaders } from '../../protocol/raw-content.ts'
import { forbidden, message, notFound } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'

// Snippets of people: what imported gists become is read here.

const id = { snippet_id: required(integer({ about: 'Id of the snippet' })) }

export const listSnippets = operation(
  {
    method: 'GET',
    path: '/snippets',
    summary: 'List the snippets of the caller, the latest first',
    answers: { many: snippetEntity },
    beyond: true,
  },
  ({ world, caller }) => {
    const own = world.snippets.by('byAuthor', caller.user?.id ?? 0).list()
    return listed(own.sort((one, other) => other.id - one.id))
  },
)

export const getSnippet = operation(
  {
    method: 'GET',
    path: '/snippets/:snippet_id',
    summary: 'One snippet of somebody',
    auth: 'public',
    params: id,
    answers: { one: snippetEntity },
    refuses: [404],
    beyond: true,
  },
  ({ params, view: { situation } }) => seen(situation, params.snippet_id),
)

export const getRawSnippet = operation(
  {
    method: 'GET',
    path: '/snippets/:snippet_id/raw',
    summary: 'The content of the first file of a snippet',
    auth: 'public',
    params: id,
    answers: { bytes: 'text/plain' },
    refuses: [404],
    beyond: true,
  },
  ({ params, view: { situation } }) => rawFile(seen(situation, params.snippet_id).files[0]),
)

export const getRawSnippetFile = operation(
  {
    method: 'GET',
    path: '/snippets/:snippet_id/files/:ref/:file_path/raw',
    summary: 'The content of a file of a snippet',
    auth: 'public',
    params: {
      ...id,
      ref: required(string({ about: 'A snippet has one branch, and no other commit is kept' })),
      file_path: required(string({ about: 'Path of the file' })),
    },
    dotted: ['file_path'],
    answers: { bytes: 'text/plain' },
    refuses: [404],
    beyond: true,
  },
  ({ params, view: { situation } }) => {
    const { files } = seen(situation, params.snippet_id)
    return rawFile(files.find(({ path }) => path === params.file_path))
  },
)

export const createSnippet = operation(
  {
    method: 'POST',
    path: '/snippets',
    summary: 'Create a snippet of the caller',
    params: {
      title: required(filled()),
      description: string(),
      visibility: oneOf(visibilities, { about: 'That of new snippets unless said' }),
      file_name: filled({ about: 'With content: the name of the one file, snippetfile1.txt unless said' }),
      content: filled({ about: 'Content of the one file' }),
      files: hashArray(
        { file_path: required(filled()), content: required(filled()) },
        { about: 'Several files' },
      ),
    },
    rules: [exactlyOneOf('files', 'content')],
    answers: { status: 201, one: snippetEntity },
    refuses: [400, 403],
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    const author = caller.user as User
    if (author.external) throw forbidden()
    const { title, description = null, content } = params
    const visibility = params.visibility ?? settingInForce(world, 'default_snippet_visibility')
    valid(() => checkLevel(world, author, visibility))
    const several = (params.files ?? []).map((file) => ({ path: file.file_path, content: file.content }))
    const files = content ? [{ path: params.file_name ?? 'snippetfile1.txt', content }] : several
    const tooLong = lengthFault(world, files)
    if (tooLong !== undefined) throw message(400, { error: tooLong })
    return openSnippet(world, author, { title, description, visibility, files }, now)
  },
)

export const deleteSnippet = operation(
  {
    method: 'DELETE',
    path: '/snippets/:snippet_id',
    summary: 'Delete a snippet of the caller',
    params: id,
    answers: { status: 204 },
    refuses: [401, 404],
    beyond: true,
  },
  ({ world, caller, params, view: { situation } }) => {
    const snippet = seen(situation, params.snippet_id)
    if (snippet.authorId !== caller.user?.id && !caller.admin) throw forbidden()
    world.snippets.delete(snippet.id)
  },
)

function seen(situation: Situation, wanted: number | null): Snippet {
  const snippet = situation.world.snippets.get(wanted ?? 0)
  if (snippet === undefined || snippet.projectId !== null || !seesSnippet(situation, snippet))
    throw notFound('Snippet')
  return snippet
}

function rawFile(file: SnippetFile | undefined) {
  if (file === undefined) throw notFound('File')
  const bytes = utf8(file.content)
  return { bytes, headers: rawHeaders(file.path, bytes) }
}
