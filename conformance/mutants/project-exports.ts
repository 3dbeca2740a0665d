import { downloadExport, readExport, startExport } from '../arrange/transfer.ts'
import { isRow } from '../kit/json.ts'
import { exportsOf } from '../oracle/relation-exports.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, isBy, withHeader, withParams, withRows } from './wire.ts'

const relations = exportsOf('project')

/** Faults in exports of projects. */
export const projectExportMutants: readonly Mutant[] = [
  {
    name: 'export-links-always',
    says: 'The status has links before there is an archive',
    caughtBy: 'project-export/goes-on',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, readExport)) return reply
      const links = { api_url: 'http://a.test/', web_url: 'http://a.test/' }
      return withRows(reply, (row) => ({ _links: links, ...row }))
    },
  },
  {
    name: 'export-none-while-queued',
    says: 'An export that waits is told to be none',
    caughtBy: 'project-export/each-status',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, readExport)
        ? withRows(reply, (row) => (row.export_status === 'queued' ? { ...row, export_status: 'none' } : row))
        : reply
    },
  },
  {
    name: 'export-never-replaced',
    says: 'That another archive is being made is told to be the first one being begun',
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
    name: 'export-description-lost',
    says: 'The description that was asked for is passed over',
    caughtBy: 'project-export/description',
    fault: (request, next) =>
      next(
        calls(request, startExport) ? withParams(request, ({ description: _, ...rest }) => rest) : request,
      ),
  },
  {
    name: 'export-description-kept',
    says: 'The description that was asked for becomes that of the project',
    caughtBy: 'project-export/leaves-alone',
    fault: async (request, next) => {
      if (!calls(request, startExport)) return next(request)
      const project = request.url.replace(/\/export.*$/, '')
      await next({ ...request, method: 'PUT', url: project })
      return next(request)
    },
  },
  {
    name: 'export-target-unread',
    says: 'Where the archive is to be sent is not looked at',
    caughtBy: 'project-export/upload-refused',
    fault: (request, next) =>
      next(calls(request, startExport) ? withParams(request, ({ upload: _, ...rest }) => rest) : request),
  },
  {
    name: 'export-sent-by-post',
    says: 'Archives are sent by POST, whatever is asked for',
    caughtBy: 'project-export/sent',
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
    name: 'export-by-developers',
    says: 'Developers export as maintainers do',
    caughtBy: 'laws/rights/post-projects-id-export',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, startExport) && isBy(request, credentials.developer)
          ? as(request, credentials.maintainer)
          : request,
      ),
  },
  {
    name: 'export-cut-short',
    says: 'A download ends in the middle',
    caughtBy: 'project-export/layout',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, downloadExport) || reply.bytes === undefined) return reply
      return { ...reply, bytes: reply.bytes.subarray(0, Math.floor(reply.bytes.length / 2)) }
    },
  },
  {
    name: 'export-unnamed',
    says: 'A download has no name',
    caughtBy: 'project-export/file',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, downloadExport)
        ? withHeader(reply, 'content-disposition', () => 'attachment')
        : reply
    },
  },
  {
    name: 'export-for-ever',
    says: 'An archive is told to be there long after it is gone',
    caughtBy: 'project-export/expires',
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
    name: 'relations-all-alike',
    says: 'Whatever relation is fetched, the labels come',
    caughtBy: 'project-export/relations',
    fault: (request, next) =>
      next(
        calls(request, relations.download)
          ? { ...request, url: request.url.replace(/([?&]relation)=[^&]*/, '$1=labels') }
          : request,
      ),
  },
  {
    name: 'relations-states-named',
    says: 'The names of the states stand in place of their numbers',
    caughtBy: 'project-export/relations-begun',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, relations.status)
        ? withRows(reply, (row) => ({ ...row, status: row.status === 1 ? 'finished' : 0 }))
        : reply
    },
  },
]
