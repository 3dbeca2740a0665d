import type { Mutant } from './mutant.ts'
import { calls, paramsChanged, rowsChanged, rowsOf, withJson, withRows } from './wire.ts'

/** Faults in installation. */
export const installationMutants: readonly Mutant[] = [
  paramsChanged(
    'appearance-email-setting-ignored',
    '`email_header_and_footer_enabled` of the appearance is ignored',
    'installation/appearance',
    'PUT /application/appearance',
    (params) => ({ ...params, email_header_and_footer_enabled: false }),
  ),
  rowsChanged(
    'group-count-constant',
    'The number of groups in the application statistics never changes',
    'installation/statistics',
    ['GET /application/statistics'],
    (row) => ({ ...row, groups: '1' }),
  ),
  {
    name: 'license-never-checked',
    says: 'Any text is accepted as a licence',
    caughtBy: 'installation/invalid-license',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /license') ? { ...reply, status: 201, body: '{}' } : reply
    },
  },
  rowsChanged(
    'markdown-html-not-escaped',
    'HTML in Markdown is not escaped',
    'installation/markdown',
    ['POST /markdown'],
    (row) => ({ ...row, html: String(row.html).replaceAll('&lt;', '<').replaceAll('&gt;', '>') }),
  ),
  paramsChanged(
    'markdown-references-not-linked',
    'References in Markdown are never links',
    'installation/markdown-references',
    'POST /markdown',
    (params) => ({ ...params, gfm: false }),
  ),
  {
    name: 'plan-limits-not-updated',
    says: 'An update of a plan limit changes nothing',
    caughtBy: 'installation/plan-limits',
    fault: (request, next) =>
      next(calls(request, 'PUT /application/plan_limits') ? { ...request, method: 'GET' } : request),
  },
  {
    name: 'broadcast-message-never-active',
    says: 'A new broadcast message is not active',
    caughtBy: 'installation/broadcast-messages',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'POST /broadcast_messages') || reply.status !== 201) return reply
      return withRows(reply, (row) => ({ ...row, active: false }))
    },
  },
  {
    name: 'license-template-not-filled-in',
    says: 'A licence template has no year and no name filled in',
    caughtBy: 'installation/license-templates',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /templates/licenses/:name') || reply.status !== 200) return reply
      return withRows(reply, (row) => ({
        ...row,
        content: String(row.content).replace('Nobody In Particular', '[fullname]'),
      }))
    },
  },
  {
    name: 'description-templates-with-extension',
    says: 'Description templates are named with their file extension',
    caughtBy: 'installation/description-templates',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/templates/:type') || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).map((row) => ({ ...row, name: `${row.name}.md` })),
      )
    },
  },
]

/** Calls of this operation with other parameters. */
