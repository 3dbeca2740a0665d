import type { CallOptions, Reply } from '../kit/client.ts'
import { answers, numberIn, textIn } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import { bytesOfText, joined } from '../oracle/archive.ts'
import { expectArranged, type Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'

export const startExport = 'POST /projects/:id/export'
export const readExport = 'GET /projects/:id/export'
export const downloadExport = 'GET /projects/:id/export/download'
export const importFile = 'POST /projects/import'
export const readImport = 'GET /projects/:id/import'

/** Operations on some of what travels in archives; a stage that is furnished for them has some of each. */
export const travelling: readonly string[] = [
  'GET /projects/:id/issues/:issue_iid',
  'GET /projects/:id/merge_requests/:merge_request_iid/notes/:note_id',
  'GET /projects/:id/boards/:board_id',
  'GET /projects/:id/protected_tags/:name',
  'GET /projects/:id/pipelines/:pipeline_id',
  'GET /projects/:id/repository/tags/:tag_name',
]

const PATIENCE_S = 60

/** The archive of the throw-away project, as its export makes it. */
export async function exportedArchive(
  stage: Stage,
  params: Row = {},
  as: Who = 'owner',
): Promise<Uint8Array> {
  const { id } = stage.project
  expectArranged(await stage.call(startExport, { id, ...params }, { as }))
  await finishedExport(stage, as)
  const reply = await stage.call(downloadExport, { id }, { as })
  answers(reply, 200)
  return reply.bytes
}

/** Asks until the export is finished. */
export async function finishedExport(stage: Stage, as: Who = 'owner'): Promise<Reply> {
  return stage.until(
    () => stage.call(readExport, { id: stage.project.id }, { as }),
    (reply) => textIn(reply.row(), 'export_status') === 'finished',
    { seconds: PATIENCE_S, reason: 'the target takes too long to finish an export' },
  )
}

export interface Upload {
  readonly archive: Uint8Array
  /** Name of the file; one that is taken unless told. */
  readonly filename?: string
  readonly fields: { readonly [name: string]: string }
  /** Name of the parameter; `file` unless told. */
  readonly field?: string
}

/** What a call takes that uploads a file. */
export function uploading({
  archive,
  filename = 'archive.tar.gz',
  fields,
  field = 'file',
}: Upload): CallOptions {
  const boundary = 'conform-boundary-f3b1c0'
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: joined([bytesOfText(texts.join('') + file), archive, bytesOfText(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Where imports go: the throw-away group, or the owner's own namespace under a name that is nobody else's. */
export function destination(stage: Stage, name: string): { readonly [field: string]: string } {
  return stage.inGroup ? { path: name, namespace: stage.group.path } : { path: `${stage.prefix}-${name}` }
}

/** Uploads an archive into the place where imports go. */
export function upload(
  stage: Stage,
  archive: Uint8Array,
  fields: { readonly [name: string]: string } = {},
  options: { readonly as?: Who; readonly filename?: string; readonly name?: string } = {},
): Promise<Reply> {
  const { as = 'owner', filename, name = 'imported' } = options
  const all = { ...destination(stage, name), ...fields }
  const sent = uploading({ archive, fields: all, ...(filename !== undefined && { filename }) })
  return stage.call(importFile, {}, { as, ...sent })
}

/** The end of an import, asked for until it is there. */
export async function finishedImport(stage: Stage, started: Reply, as: Who = 'owner'): Promise<Reply> {
  answers(started, 201)
  const id = numberIn(started.row(), 'id')
  return stage.until(
    () => stage.call(readImport, { id }, { as }),
    (reply) => ['finished', 'failed'].includes(textIn(reply.row(), 'import_status')),
    { seconds: PATIENCE_S, reason: 'the target takes too long to finish an import' },
  )
}
