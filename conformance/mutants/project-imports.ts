import { importFile, readImport } from '../arrange/transfer.ts'
import type { WireRequest } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, isBy, withParams, withRows } from './wire.ts'

const fromUrl = 'POST /projects/remote-import'
const fromS3 = 'POST /projects/remote-import-s3'

/** Faults in imports of archives. */
export const projectImportMutants: readonly Mutant[] = [
  {
    name: 'import-any-file',
    says: 'A file of any name is taken for an archive',
    caughtBy: 'project-import/file-name',
    fault: (request, next) =>
      next(uploads(request) ? withText(request, /filename="[^"]*"/, 'filename="archive.gz"') : request),
  },
  {
    name: 'import-name-lost',
    says: 'A name that is given is passed over',
    caughtBy: 'project-import/named',
    fault: (request, next) =>
      next(uploads(request) ? withText(request, /name="name"/, 'name="nam"') : request),
  },
  {
    name: 'import-override-lost',
    says: 'Values beside the archive are passed over',
    caughtBy: 'project-import/override-params',
    fault: (request, next) =>
      next(
        uploads(request)
          ? withText(request, /override_params\[description\]/, 'override_param[description]')
          : request,
      ),
  },
  {
    name: 'import-overwrites-nothing',
    says: 'A project that is to be overwritten stands in the way',
    caughtBy: 'project-import/overwrite',
    fault: (request, next) =>
      next(uploads(request) ? withText(request, /name="overwrite"/, 'name="overwritten"') : request),
  },
  {
    name: 'import-by-developers',
    says: 'Developers import into a group whatever the dialect',
    caughtBy: 'project-import/group-roles',
    fault: (request, next, { credentials }) =>
      next(
        uploads(request) && isBy(request, credentials.developer)
          ? as(request, credentials.maintainer)
          : request,
      ),
  },
  {
    name: 'import-finished-at-once',
    says: 'An import that has only been asked for is told to be over',
    caughtBy: 'project-import/accepted',
    fault: async (request, next) => {
      const reply = await next(request)
      return uploads(request) ? withRows(reply, (row) => ({ ...row, import_status: 'finished' })) : reply
    },
  },
  {
    name: 'import-goes-back',
    says: 'An import that is finished is told to be started again at times',
    caughtBy: 'project-import/session',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, readImport) || !reply.body.includes('"finished"')) return reply
      const times = Number(memory.get('times') ?? 0) + 1
      memory.set('times', String(times))
      return times % 2 === 0 ? withRows(reply, (row) => ({ ...row, import_status: 'started' })) : reply
    },
  },
  {
    name: 'import-reason-lost',
    says: 'A failed import does not say why',
    caughtBy: 'project-import/damaged',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, readImport)
        ? withRows(reply, (row) => ('import_error' in row ? { ...row, import_error: 'Import failed' } : row))
        : reply
    },
  },
  {
    name: 'import-places-told',
    says: 'The reason of a failed import tells of places on the disk of the server',
    caughtBy: 'project-import/damaged',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, readImport)) return reply
      return { ...reply, body: reply.body.replaceAll('[FILTERED]', '/var/opt/gitlab/tmp') }
    },
  },
  {
    name: 'import-all-failures',
    says: 'More than a hundred failed relations are told, the first ones first',
    caughtBy: 'project-import/failed-relations',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, readImport)
        ? withRows(reply, (row) => ({
            ...row,
            failed_relations: Array.isArray(row.failed_relations) ? [...row.failed_relations].reverse() : [],
          }))
        : reply
    },
  },
  {
    name: 'import-notes-unsigned',
    says: 'Nobody knows whose the notes were',
    caughtBy: 'project-import/notes',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/issues/:issue_iid/notes')
        ? { ...reply, body: reply.body.replaceAll(/\\n\\n \*By [^*]*\(imported from GitLab\)\*/g, '') }
        : reply
    },
  },
  {
    name: 'import-numbers-from-one',
    says: 'The archive is read with its issues numbered anew',
    caughtBy: 'project-import/round-trip',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (uploads(request) && reply.status === 201)
        memory.set('copy', /"id":(\d+)/.exec(reply.body)?.[1] ?? '')
      const ofCopy = request.url.includes(`/projects/${memory.get('copy')}/issues`)
      return ofCopy ? withRows(reply, (row) => ({ ...row, iid: Number(row.iid) + 1 })) : reply
    },
  },
  ...(
    [
      ['import-tags-open', 'Protected tags do not come along', 'protected_tags'],
      ['import-releases-lost', 'Releases do not come along', 'releases'],
    ] as const
  ).map(
    ([name, says, list]): Mutant => ({
      name,
      says,
      caughtBy: 'project-import/round-trip',
      fault: async (request, next, { memory }) => {
        const reply = await next(request)
        if (uploads(request) && reply.status === 201)
          memory.set('copy', /"id":(\d+)/.exec(reply.body)?.[1] ?? '')
        const ofCopy = request.url.includes(`/projects/${memory.get('copy')}/${list}`)
        return ofCopy ? { ...reply, body: '[]' } : reply
      },
    }),
  ),
  {
    name: 'import-from-anywhere',
    says: 'A file is asked for wherever it is said to be',
    caughtBy: 'project-import/remote-blocked',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/remote-import') && reply.body.includes('is blocked')
        ? { ...reply, body: '{"message":"Failed to retrive headers: execution expired"}' }
        : reply
    },
  },
  {
    name: 'remote-type-unread',
    says: 'A remote file of any type is asked for',
    caughtBy: 'project-import/remote-headers',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, fromUrl) && reply.body.includes('not allowed. (Allowed:')
        ? { ...reply, status: 201, body: '{"id":1,"import_status":"scheduled"}' }
        : reply
    },
  },
  {
    name: 'remote-override-lost',
    says: 'Values beside a remote archive are passed over',
    caughtBy: 'project-import/remote-wishes',
    fault: (request, next) =>
      next(
        calls(request, fromUrl) ? withParams(request, ({ override_params: _, ...rest }) => rest) : request,
      ),
  },
  {
    name: 'remote-by-developers',
    says: 'Developers import remote archives into a group whatever the dialect',
    caughtBy: 'project-import/remote-roles',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, fromUrl) && isBy(request, credentials.developer)
          ? as(request, credentials.maintainer)
          : request,
      ),
  },
  {
    name: 'remote-overwrites-nothing',
    says: 'A project that a remote archive is to overwrite stands in the way',
    caughtBy: 'project-import/remote-taken',
    fault: (request, next) =>
      next(calls(request, fromUrl) ? withParams(request, ({ overwrite: _, ...rest }) => rest) : request),
  },
  {
    name: 'object-missing-is-closed',
    says: 'An object that is not there is told to be one that does not open',
    caughtBy: 'project-import/s3-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, fromS3)
        ? { ...reply, body: reply.body.replace('File not found', 'Failed to open') }
        : reply
    },
  },
  {
    name: 'object-swapped',
    says: 'Key and bucket of an object are taken for one another',
    caughtBy: 'project-import/s3-filled',
    fault: (request, next) =>
      next(
        calls(request, fromS3)
          ? withParams(request, (params) => ({
              ...params,
              ...(params.bucket_name !== undefined && { file_key: params.bucket_name }),
              ...(params.file_key !== undefined && { bucket_name: params.file_key }),
            }))
          : request,
      ),
  },
  {
    name: 'import-of-any-size',
    says: 'An upload beyond the largest size is taken',
    caughtBy: 'project-import/too-large',
    fault: async (request, next) => {
      const reply = await next(request)
      return uploads(request) && reply.status === 413 ? { ...reply, status: 201, body: '{}' } : reply
    },
  },
  {
    name: 'archives-always-on',
    says: 'That archives are no source of imports is noticed after what else is wrong',
    caughtBy: 'project-import/source-off',
    fault: async (request, next) => {
      const reply = await next(request)
      return uploads(request) && reply.status === 403
        ? { ...reply, status: 422, body: '{"message":{"error":"You need to upload an archive"}}' }
        : reply
    },
  },
]

function uploads(request: WireRequest): boolean {
  return calls(request, importFile) && (request.headers['content-type'] ?? '').startsWith('multipart/')
}

/** The request with a part of its text replaced; bytes that are no text stay as they are. */
function withText(request: WireRequest, found: RegExp, replacement: string): WireRequest {
  const { body } = request
  if (body === undefined) return request
  if (typeof body === 'string') return { ...request, body: body.replace(found, replacement) }
  const latin = [...body].map((byte) => String.fromCharCode(byte)).join('')
  const replaced = latin.replace(found, replacement)
  return { ...request, body: Uint8Array.from(replaced, (character) => character.charCodeAt(0)) }
}
