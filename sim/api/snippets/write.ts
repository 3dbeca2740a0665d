import { snippetEntity } from '../../entities/snippet.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { Snippet, SnippetFile } from '../../model/snippets/snippet.ts'
import {
  changedFiles,
  changeSnippet,
  fileActions,
  isComplete,
  openSnippet,
  refuseRestrictedLevel,
  refuseTooLong,
} from '../../model/snippets/snippets.ts'
import type { User } from '../../model/users/user.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  exactlyOneOf,
  exclusive,
  hashArray,
  nonBlankString,
  oneOf,
  type ParamsOf,
  required,
  requiredWith,
  string,
} from '../../protocol/params.ts'
import { forbidden, message } from '../../protocol/refusal.ts'
import { errorSentences, refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { ofPerson, ofProject, type Place, writableSnippet } from '../shared/snippet-places.ts'
import { storeUserAgent } from '../shared/user-agent.ts'

const newFiles = {
  file_name: string({ about: 'Name of a single file; `snippetfile1.txt` where it is empty' }),
  content: nonBlankString({ content: true, about: 'Content of a single file' }),
  files: hashArray(
    {
      file_path: required(nonBlankString({ filePath: true })),
      content: required(nonBlankString({ content: true })),
    },
    { about: 'Files, instead of `content`' },
  ),
}
const creation = { title: required(nonBlankString()), description: string(), ...newFiles }

export const createSnippet = operation(
  {
    method: 'POST',
    path: ofPerson.path,
    summary: 'Create a snippet',
    params: {
      ...creation,
      visibility: oneOf(visibilities, { about: 'Default: the setting `default_snippet_visibility`' }),
    },
    rules: [exactlyOneOf('files', 'content'), requiredWith('content', 'file_name')],
    answers: { status: 201, one: snippetEntity },
    refuses: [400, 403],
    beyond: true,
  },
  ({ world, caller, params, request, now }) => {
    const author = caller.user as User
    if (author.external) throw forbidden()
    const visibility = params.visibility ?? settingInForce(world, 'default_snippet_visibility')
    refuseInvalidRow(() => refuseRestrictedLevel(world, author, visibility))
    const values = { ...textsFrom(params), visibility, files: filesFrom(params) }
    return refuseInvalidSnippet(() => {
      refuseTooLong(world, values)
      const snippet = openSnippet(world, author, values, now)
      storeUserAgent(world, 'Snippet', snippet, request)
      return snippet
    })
  },
)

export const createProjectSnippet = operation(
  {
    method: 'POST',
    path: ofProject.path,
    summary: 'Create a snippet in a project',
    subject: 'project',
    needs: 'create_snippet',
    params: { ...creation, visibility: required(oneOf(visibilities)) },
    rules: [exactlyOneOf('files', 'content'), requiredWith('content', 'file_name')],
    answers: { status: 201, one: snippetEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, caller, project, params, request, now }) => {
    const author = caller.user as User
    const visibility = params.visibility ?? 'private'
    refuseInvalidRow(() => refuseRestrictedLevel(world, author, visibility))
    const values = { ...textsFrom(params), visibility, files: filesFrom(params) }
    return refuseInvalidSnippet(() => {
      refuseTooLong(world, values)
      const snippet = openSnippet(world, author, values, now, project)
      storeUserAgent(world, 'Snippet', snippet, request)
      return snippet
    })
  },
)

const changedFile = {
  action: required(oneOf(fileActions)),
  content: string({ content: true }),
  file_path: string({ filePath: true }),
  previous_path: string({ filePath: true, about: 'Previous path of a moved file' }),
}
const changes = {
  title: nonBlankString(),
  description: string(),
  visibility: oneOf(visibilities),
  file_name: string({ about: 'Name of the file, for a snippet with one file' }),
  content: nonBlankString({ content: true, about: 'Content of the file, for a snippet with one file' }),
  files: hashArray(changedFile, { about: 'Changes of the files' }),
}

export const updateSnippet = update(ofPerson)
export const updateProjectSnippet = update(ofProject)

function update({ path, noun, named, place }: Place) {
  return operation(
    {
      method: 'PUT',
      path: `${path}/:snippet_id`,
      summary: `Update ${noun}`,
      ...place,
      params: { ...named, ...changes },
      rules: [
        exclusive('files', 'content'),
        exclusive('files', 'file_name'),
        atLeastOneOf('content', 'description', 'files', 'file_name', 'title', 'visibility'),
      ],
      answers: { one: snippetEntity },
      refuses: [400, 403, 404, 422],
      beyond: true,
    },
    ({ world, caller, params, now, view: { situation }, ...found }) => {
      const snippet = writableSnippet(situation, found, params.snippet_id)
      const { title, description, visibility } = params
      const changed = {
        ...(title != null && { title }),
        ...(description !== undefined && { description }),
        ...(visibility != null && { visibility }),
        files: nextFiles(snippet, params),
      }
      return refuseInvalidSnippet(() => changeSnippet(world, snippet, caller.user as User, changed, now))
    },
  )
}

function nextFiles(snippet: Snippet, given: ParamsOf<typeof changes>): readonly SnippetFile[] {
  const { content, file_name: name, files } = given
  const [only] = snippet.files as readonly [SnippetFile]
  if (content != null || name != null) {
    if (snippet.files.length > 1)
      throw refusal('To update Snippets with multiple files, you must use the `files` parameter')
    return [{ path: name || only.path, content: content ?? only.content }]
  }
  if (files == null || files.length === 0) return snippet.files
  const actions = files.map((file) => ({
    action: file.action ?? 'update',
    path: file.file_path ?? undefined,
    previousPath: file.previous_path ?? undefined,
    content: file.content ?? undefined,
  }))
  if (!actions.every(isComplete)) throw refusal('Snippet actions have invalid data', 422)
  const after = changedFiles(snippet.files, actions)
  if (after === undefined) throw refusal('Repository Error updating the snippet')
  return after
}

function textsFrom({ title, description = null }: ParamsOf<Pick<typeof creation, 'title' | 'description'>>) {
  return { title, description }
}

function filesFrom({ content, file_name: name, files }: ParamsOf<typeof newFiles>): SnippetFile[] {
  if (content) return [{ path: name || 'snippetfile1.txt', content }]
  return (files ?? []).map((file) => ({ path: file.file_path, content: file.content }))
}

// The service joins the errors of a snippet into one sentence, under the key `error`.
function refuseInvalidSnippet(rule: () => Snippet): Snippet {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? refusal(errorSentences(problem).join(' and ')) : problem
  }
}

function refusal(error: string, status = 400) {
  return message(status, { error })
}
