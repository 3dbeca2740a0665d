import { downloadExport, readExport, startExport } from '../arrange/transfer.ts'
import { isRow } from '../kit/json.ts'
import { exportsOf } from '../oracle/relation-exports.ts'
import type { Mutant } from './mutant.ts'
import { calls, withHeader, withParams, withRows } from './wire.ts'

const relations = exportsOf('project')

/** Faults in project export. */
export const projectExportMutants: readonly Mutant[] = [
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
]
