import { blamedLinesEntity, fileEntity, type NamedFile } from '../../entities/file.ts'
import type { Blamed } from '../../git/blame.ts'
import { readPointer } from '../../git/lfs-pointer.ts'
import { hasTooManyLines, MOST_LINES } from '../../git/split-lines.ts'
import { binary, utf8 } from '../../lib/bytes.ts'
import { sha256Steps } from '../../lib/hash.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import { branchNamed, commitOf } from '../../model/branches/branches.ts'
import { lastCommitOf } from '../../model/commits/last-commit.ts'
import type { Project } from '../../model/projects/project.ts'
import { blamedLines } from '../../model/repository/blamed-lines.ts'
import { fileAt } from '../../model/repository/files.ts'
import { contentBehind } from '../../model/repository/lfs-objects.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import type { World } from '../../model/world.ts'
import { attachment } from '../../protocol/attachment.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  hash,
  integer,
  nonBlankString,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { rawHeaders } from '../../protocol/raw-content.ts'
import { badRequest, invalid, message, notFound } from '../../protocol/refusal.ts'
import { bytesOf } from '../shared/commit-content.ts'
import { isLargeFile, largeFileLimit } from '../shared/large-files.ts'
import { commitTo } from '../shared/pushing.ts'

const path = { file_path: required(string({ about: 'Path of the file, its slashes encoded' })) }

export const getFile = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/files/:file_path',
    summary: 'Get a file from a repository',
    throttle: { family: 'files_api' },
    auth: 'public',
    authorize: 'first',
    scopes: ['read_repository'],
    subject: 'project',
    needs: 'read_code',
    params: { ...path, ref: required(nonBlankString({ about: 'Branch, tag or commit' })) },
    dotted: ['file_path'],
    rateLimit: largeFileLimit('/projects/:id/repository/files/:file_path/raw'),
    answers: { one: fileEntity },
    beyond: true,
  },
  function* ({ world, project, params, header, countRequest }) {
    const file = yield* found(world, project, params.file_path, params.ref)
    if (isLargeFile(file.bytes)) countRequest()
    for (const [name, value] of Object.entries(fileHeaders(file))) header(name, value)
    return file
  },
)

export const getRawFile = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/files/:file_path/raw',
    summary: 'Get a raw file from a repository',
    throttle: { family: 'files_api' },
    auth: 'public',
    authorize: 'first',
    scopes: ['read_repository'],
    accepts: ['job_token'],
    subject: 'project',
    needs: 'read_code',
    params: {
      ...path,
      ref: nonBlankString({ about: 'Branch, tag or commit; default: the default branch' }),
      lfs: withDefault(boolean({ about: 'Content of a file of Git LFS, not its pointer' }), false),
    },
    dotted: ['file_path'],
    answers: { bytes: 'application/octet-stream' },
    beyond: true,
  },
  function* ({ world, project, params }) {
    const file = yield* found(world, project, params.file_path, params.ref ?? 'HEAD')
    if (params.lfs && project.settings.lfs && readPointer(file.bytes) !== undefined) {
      const content = contentBehind(world, project, file.bytes)
      if (content === undefined) throw notFound()
      return attachment(file.name, content)
    }
    return { bytes: file.bytes, headers: { ...rawHeaders(file.name, file.bytes), ...fileHeaders(file) } }
  },
)

export const getFileBlame = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/files/:file_path/blame',
    summary: 'Get the blame of a file from a repository',
    throttle: { family: 'files_api' },
    auth: 'public',
    authorize: 'first',
    scopes: ['read_repository'],
    subject: 'project',
    needs: 'read_code',
    params: {
      ...path,
      ref: required(nonBlankString({ about: 'Branch, tag or commit' })),
      range: hash({
        start: required(integer({ notBlank: true, about: 'First line, counted from 1' })),
        end: required(integer({ notBlank: true, about: 'Last line' })),
      }),
    },
    dotted: ['file_path'],
    answers: { many: blamedLinesEntity, paging: 'none' },
    refuses: [400],
    beyond: true,
  },
  function* ({ world, project, params, header }) {
    const file = yield* found(world, project, params.file_path, params.ref)
    const { start, end } = { start: params.range?.start ?? null, end: params.range?.end ?? null }
    const wrong = Object.entries({ start, end }).filter(([, line]) => line !== null && line < 1)
    if (wrong.length > 0)
      throw invalid(wrong.map(([which]) => `range[${which}] does not have a valid value`).join(', '))
    if (start !== null && end !== null && start > end)
      throw message(400, 'range[start] must be less than or equal to range[end]')
    if (hasTooManyLines(file.bytes)) throw badRequest(`file has too many lines (maximum is ${MOST_LINES})`)
    for (const [name, value] of Object.entries(fileHeaders(file))) header(name, value)
    const lines = blameOf(world, file, start ?? 1, end ?? Number.POSITIVE_INFINITY)
    return listingOf(lines.map(({ commit, lines }) => ({ commit: commitOf(world, project, commit), lines })))
  },
)

function blameOf(world: World, { commitId, path }: NamedFile, start: number, end: number): Blamed[] {
  return workedOut(`blame ${commitId} ${path}`, function* () {
    const pace = new Pace()
    const asked: Blamed[] = []
    let first = 1
    for (const { commit, lines } of yield* blamedLines(objectsOf(world), commitId, path)) {
      const shown: string[] = []
      for (const line of lines.slice(Math.max(0, start - first), Math.max(0, end - first + 1))) {
        shown.push(line.replace(/\r?\n$/, ''))
        if (pace.of(line.length + EACH_LINE)) yield
      }
      if (shown.length > 0) asked.push({ commit, lines: shown })
      first += lines.length
    }
    return asked
  })
}

/** Bytes that take as long to handle as the end of a line takes to be found. */
const EACH_LINE = 32

function* found(world: World, project: Project, path: string | null, ref: string): Steps<NamedFile> {
  refusePath(path ?? '')
  const commit = commitNamed(world, project, ref)
  if (commit === undefined) throw notFound('Commit')
  const file = fileAt(world, project, commit, path ?? '')
  if (file === undefined) throw notFound('File')
  const lastCommitId = lastCommitOf(world, commit, file.path) ?? commit
  return { ...file, ref, lastCommitId, sha256: yield* sha256Steps(file.bytes) }
}

function refusePath(path: string): void {
  const parts = path.split('/')
  if (path.startsWith('/') || parts.includes('..')) throw invalid('file_path should be a valid file path')
}

// Header values are bytes: text that is not ASCII is sent as UTF-8.
function fileHeaders(file: NamedFile): { readonly [name: string]: string } {
  const bytes = (value: string) => binary(utf8(value))
  return {
    'X-Gitlab-Blob-Id': file.blobId,
    'X-Gitlab-Commit-Id': file.commitId,
    'X-Gitlab-Content-Sha256': file.sha256,
    'X-Gitlab-Encoding': 'base64',
    'X-Gitlab-Execute-Filemode': String(file.executable),
    'X-Gitlab-File-Name': bytes(file.name),
    'X-Gitlab-File-Path': bytes(file.path),
    'X-Gitlab-Last-Commit-Id': file.lastCommitId,
    'X-Gitlab-Ref': bytes(file.ref),
    'X-Gitlab-Size': String(file.bytes.length),
  }
}

const commitParams = {
  ...path,
  branch: required(nonBlankString({ about: 'Branch to commit to' })),
  commit_message: required(nonBlankString()),
  start_branch: string({ about: 'Branch from which `branch` is created' }),
  author_email: string(),
  author_name: string(),
}
const knownCommit = string({ about: 'Last commit of the file that the client knows' })
const contentParams = {
  ...commitParams,
  content: required(string({ content: true })),
  encoding: withDefault(oneOf(['base64', 'text']), 'text'),
  last_commit_id: knownCommit,
  execute_filemode: boolean({ about: 'Whether the file is executable' }),
}
const writtenSchema = {
  type: 'object',
  properties: { file_path: { type: 'string' }, branch: { type: 'string' } },
  required: ['file_path', 'branch'],
} as const

function committing(params: ParamsOf<typeof commitParams>) {
  refusePath(params.file_path ?? '')
  return {
    branch: params.branch,
    commitMessage: params.commit_message,
    startBranch: params.start_branch,
    authorEmail: params.author_email,
    authorName: params.author_name,
  }
}

type Known = ParamsOf<typeof commitParams> & { readonly last_commit_id?: string | null | undefined }

/** Whether the file has a later commit than the one that the client knows. */
function isStale(world: World, project: Project, params: Known): boolean {
  const head = branchNamed(world, project, params.start_branch || params.branch)?.head.id
  const known = params.last_commit_id
  return !!known && head !== undefined && lastCommitOf(world, head, params.file_path ?? '') !== known
}

function written(params: ParamsOf<typeof contentParams>) {
  const { content, encoding, execute_filemode: executable } = params
  return {
    path: params.file_path ?? '',
    content: encoding === 'base64' ? bytesOf(content ?? '') : utf8(content ?? ''),
    ...(executable != null && { executable }),
  }
}

export const createFile = operation(
  {
    method: 'POST',
    path: '/projects/:id/repository/files/:file_path',
    summary: 'Create a file in a repository',
    throttle: { family: 'files_api' },
    subject: 'project',
    needs: 'push_code',
    params: contentParams,
    dotted: ['file_path'],
    answers: { status: 201, value: writtenSchema },
    beyond: true,
  },
  function* ({ world, caller, project, params, now }) {
    const changes = [{ action: 'create', ...written(params) }] as const
    yield* commitTo({ world, caller, now }, project, { ...committing(params), changes })
    return { file_path: params.file_path, branch: params.branch }
  },
)

export const updateFile = operation(
  {
    method: 'PUT',
    path: '/projects/:id/repository/files/:file_path',
    summary: 'Update a file in a repository',
    throttle: { family: 'files_api' },
    subject: 'project',
    needs: 'push_code',
    params: contentParams,
    dotted: ['file_path'],
    answers: { value: writtenSchema },
    beyond: true,
  },
  function* ({ world, caller, project, params, now }) {
    if (isStale(world, project, params))
      throw message(400, 'You are attempting to update a file that has changed since you started editing it.')
    const changes = [{ action: 'update', ...written(params) }] as const
    yield* commitTo({ world, caller, now }, project, { ...committing(params), changes })
    return { file_path: params.file_path, branch: params.branch }
  },
)

export const deleteFile = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/repository/files/:file_path',
    summary: 'Delete a file from a repository',
    throttle: { family: 'files_api' },
    subject: 'project',
    needs: 'push_code',
    params: { ...commitParams, last_commit_id: knownCommit },
    dotted: ['file_path'],
    answers: { status: 204 },
    beyond: true,
  },
  function* ({ world, caller, project, params, now }) {
    if (isStale(world, project, params))
      throw message(400, 'You are attempting to delete a file that has been previously updated.')
    const changes = [{ action: 'delete', path: params.file_path ?? '' }] as const
    yield* commitTo({ world, caller, now }, project, { ...committing(params), changes })
    return undefined
  },
)
