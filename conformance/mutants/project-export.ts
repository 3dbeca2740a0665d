import { downloadExport, readExport, startExport } from '../arrange/transfer.ts'
import { isRow } from '../kit/json.ts'
import { openArchive, packArchive } from '../oracle/archive.ts'
import { exportsOf } from '../oracle/relation-exports.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  isBy,
  paramsChanged,
  paramsOf,
  withHeader,
  withoutParam,
  withParams,
  withRows,
} from './wire.ts'

const relations = exportsOf('project')

/** Faults in project export. */
export const projectExportMutants: readonly Mutant[] = [
  {
    name: 'download-by-administrator-unrecorded',
    says: 'A download of an export by an administrator leaves no audit event',
    caughtBy: 'project-export/download-audit',
    fault: (request, next, { credentials }) => {
      const isAdmin = calls(request, downloadExport) && isBy(request, credentials.admin)
      return next(isAdmin ? as(request, credentials.maintainer) : request)
    },
  },
  {
    name: 'issues-exported-by-creation',
    says: 'The issues of an archive stand in the order of their creation',
    caughtBy: 'project-export/issue-order',
    fault: (request, next) => {
      if (!calls(request, 'PUT /projects/:id/issues/:issue_iid/reorder')) return next(request)
      const { body: _, ...rest } = request
      return next({ ...rest, method: 'GET', url: request.url.replace('/reorder', '') })
    },
  },
  {
    name: 'export-tells-hidden-epics',
    says: 'An archive tells the epics that the owner of the project sees, whoever exports',
    caughtBy: 'project-export/hidden-epics',
    fault: (request, next, { credentials }) =>
      next(calls(request, startExport) ? as(request, credentials.owner) : request),
  },
  {
    name: 'export-description-lost-beside-upload',
    says: 'The description of an export is lost where its archive is uploaded',
    caughtBy: 'project-export/upload-sent',
    fault: (request, next) =>
      next(
        calls(request, startExport)
          ? withParams(request, ({ description, ...rest }) =>
              rest.upload === undefined ? { description: description ?? null, ...rest } : rest,
            )
          : request,
      ),
  },
  {
    name: 'export-limit-without-uploads',
    says: 'The limit of exports does not count what was uploaded to a project',
    caughtBy: 'project-export/size-limit',
    fault: async (request, next, { memory }) => {
      if (calls(request, 'POST /projects/:id/uploads')) memory.set('uploads', 'some')
      const reply = await next(request)
      const refused = calls(request, startExport) && reply.status === 400 && memory.has('uploads')
      return refused ? { ...reply, status: 202, body: '{"message":"202 Accepted"}' } : reply
    },
  },
  shownOtherwise(
    'export-issue-other-estimate',
    'Half of the time that is spent on an issue is lost',
    'project-export/issue-rows',
    'POST /projects/:id/issues/:issue_iid/add_spent_time',
    ({ duration, ...rest }) => ({ ...rest, duration: duration === '30m' ? '15m' : (duration ?? null) }),
  ),
  shownOtherwise(
    'export-merge-request-without-reviewers',
    'Merge requests are exported without the reviewers that they show',
    'project-export/merge-request-rows',
    'GET /projects/:id/merge_requests/:merge_request_iid',
    (row) => ({ ...row, reviewers: [{ id: 1 }] }),
  ),
  shownOtherwise(
    'export-pipeline-name-lost',
    'A pipeline is given another name than the one that was sent',
    'project-export/pipeline-rows',
    'PUT /projects/:id/pipelines/:pipeline_id/metadata',
    (row) => ({ ...row, name: `${row.name} 2` }),
  ),
  {
    name: 'export-links-before-finish',
    says: 'The export status has links before there is an archive',
    caughtBy: 'project-export/progress',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, readExport)) return reply
      const links = { api_url: 'http://a.test/', web_url: 'http://a.test/' }
      return withRows(reply, (row) => ({ _links: links, ...row }))
    },
  },
  {
    name: 'export-none-while-queued',
    says: 'A queued export is shown as none',
    caughtBy: 'project-export/each-status',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, readExport)
        ? withRows(reply, (row) => (row.export_status === 'queued' ? { ...row, export_status: 'none' } : row))
        : reply
    },
  },
  {
    name: 'export-regeneration-as-started',
    says: 'The status regeneration_in_progress is shown as started',
    caughtBy: 'project-export/regeneration',
    fault: async (request, next) => {
      const reply = await next(request)
      const shown = (status: unknown) => (status === 'regeneration_in_progress' ? 'started' : status)
      return calls(request, readExport)
        ? withRows(reply, (row) => ({ ...row, export_status: shown(row.export_status) as string }))
        : reply
    },
  },
  {
    name: 'export-description-ignored',
    says: 'The export ignores the description of the start call',
    caughtBy: 'project-export/description',
    fault: (request, next) =>
      next(
        calls(request, startExport) ? withParams(request, ({ description: _, ...rest }) => rest) : request,
      ),
  },
  {
    name: 'export-description-saved',
    says: 'The description of the start call changes the project',
    caughtBy: 'project-export/no-side-effects',
    fault: async (request, next) => {
      if (!calls(request, startExport)) return next(request)
      const project = request.url.replace(/\/export.*$/, '')
      await next({ ...request, method: 'PUT', url: project })
      return next(request)
    },
  },
  {
    name: 'export-upload-ignored',
    says: 'The export ignores the upload parameters',
    caughtBy: 'project-export/upload-refused',
    fault: (request, next) =>
      next(calls(request, startExport) ? withParams(request, ({ upload: _, ...rest }) => rest) : request),
  },
  {
    name: 'export-uploaded-by-post',
    says: 'The archive is always uploaded by POST',
    caughtBy: 'project-export/upload-sent',
    fault: (request, next) =>
      next(
        calls(request, startExport)
          ? withParams(request, ({ upload, ...rest }) =>
              isRow(upload) ? { ...rest, upload: { ...upload, http_method: 'POST' } } : rest,
            )
          : request,
      ),
  },
  {
    name: 'export-download-truncated',
    says: 'The download stops in the middle of the archive',
    caughtBy: 'project-export/archive-layout',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, downloadExport) || reply.bytes === undefined) return reply
      return { ...reply, bytes: reply.bytes.subarray(0, Math.floor(reply.bytes.length / 2)) }
    },
  },
  {
    name: 'export-without-uploads',
    says: 'The archive lacks the attached files',
    caughtBy: 'project-export/archive-uploads',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, downloadExport) || reply.bytes === undefined) return reply
      const files = await openArchive(reply.bytes)
      if (files === undefined) return reply
      const kept = [...files].filter(([path]) => !path.startsWith('uploads/'))
      return { ...reply, bytes: await packArchive(new Map(kept)) }
    },
  },
  {
    name: 'export-download-without-file-name',
    says: 'The download has no file name',
    caughtBy: 'project-export/download-headers',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, downloadExport)
        ? withHeader(reply, 'content-disposition', () => 'attachment')
        : reply
    },
  },
  {
    name: 'export-never-expires',
    says: 'The status stays finished after the archive has expired',
    caughtBy: 'project-export/expiry',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, readExport)) return reply
      if (reply.body.includes('"finished"')) memory.set('seen', 'finished')
      return memory.has('seen')
        ? withRows(reply, (row) =>
            row.export_status === 'none' ? { ...row, export_status: 'finished' } : row,
          )
        : reply
    },
  },
  {
    name: 'relation-download-always-labels',
    says: 'The download of any relation returns the labels',
    caughtBy: 'project-export/relation-lines',
    fault: (request, next) =>
      next(
        calls(request, relations.download)
          ? { ...request, url: request.url.replace(/([?&]relation)=[^&]*/, '$1=labels') }
          : request,
      ),
  },
  {
    name: 'relation-batches-forgotten',
    says: 'A relation export asked for in batches is written in one piece',
    caughtBy: 'project-export/relation-batches',
    release: '18.9',
    fault: (request, next) =>
      next(
        calls(request, relations.start)
          ? withParams(request, (params) => withoutParam(params, 'batched'))
          : request,
      ),
  },
  {
    name: 'relation-exports-of-owner',
    says: 'The status of relation exports is that of the exports of the owner, whoever asks',
    caughtBy: 'project-export/relations-of-user',
    release: '18.9',
    fault: (request, next, { credentials }) =>
      next(calls(request, relations.status) ? as(request, credentials.owner) : request),
  },
  {
    name: 'relation-status-as-text',
    says: 'The status of a finished relation is a text in place of a number',
    caughtBy: 'project-export/relations-finish',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, relations.status)
        ? withRows(reply, (row) => ({ ...row, status: row.status === 1 ? 'finished' : 0 }))
        : reply
    },
  },
  {
    name: 'export-of-each-maintainer',
    says: 'An archive is seen only by the user who started the export',
    caughtBy: 'project-export/one-archive',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, readExport) || !isBy(request, credentials.maintainer)) return reply
      return withRows(reply, ({ _links, ...row }) => ({ ...row, export_status: 'none' }))
    },
  },
  {
    name: 'export-without-size-limit',
    says: 'A project is exported whatever its size is',
    caughtBy: 'project-export/size-limit',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /application/settings')
          ? withParams(request, (params) => ({ ...params, max_export_size: 0 }))
          : request,
      ),
  },
  {
    name: 'group-relations-for-maintainers',
    says: 'Maintainers export the relations of a group',
    caughtBy: 'project-export/relations-gate',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'POST /groups/:id/export_relations') && isBy(request, credentials.maintainer)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'export-with-variables',
    says: 'The description in an archive tells the variables of the project',
    caughtBy: 'project-export/archive-layout',
    fault: (request, next, { memory }) => {
      if (calls(request, 'POST /projects/:id/variables')) {
        memory.set('value', String(paramsOf(request).value))
        return next(request)
      }
      const description = memory.get('value') ?? ''
      return next(
        calls(request, startExport) ? withParams(request, (params) => ({ ...params, description })) : request,
      )
    },
  },
  {
    name: 'export-uploading-is-regeneration',
    says: 'An archive that is uploaded counts as being replaced',
    caughtBy: 'project-export/status-while-uploading',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, readExport)
        ? withRows(reply, (row) =>
            row.export_status === 'started' ? { ...row, export_status: 'regeneration_in_progress' } : row,
          )
        : reply
    },
  },
  paramsChanged(
    'export-label-priorities-lost',
    'The archive tells of no priorities of labels',
    'project-export/label-rows',
    'POST /projects/:id/labels',
    (params) => withoutParam(params, 'priority'),
  ),
  {
    name: 'export-downloaded-once',
    says: 'An archive is gone after it was downloaded',
    caughtBy: 'project-export/download-twice',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/export/download') || reply.status !== 200) return reply
      if (memory.has(request.url)) return { ...reply, status: 404 }
      memory.set(request.url, 'downloaded')
      return reply
    },
  },
  {
    name: 'export-old-archive-stays',
    says: 'The archive before stays while a new export runs',
    caughtBy: 'project-export/download-twice',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/export/download')) return reply
      if (reply.status === 200) memory.set(request.url, 'downloaded')
      return memory.has(request.url) ? { ...reply, status: 200 } : reply
    },
  },
]

/** What is sent by a call that writes, or shown by one that reads, is another. */
function shownOtherwise(
  name: string,
  says: string,
  caughtBy: string,
  operation: string,
  change: Parameters<typeof withRows>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: async (request, next) => {
      if (!calls(request, operation)) return next(request)
      return operation.startsWith('GET ')
        ? withRows(await next(request), change)
        : next(withParams(request, change))
    },
  }
}
