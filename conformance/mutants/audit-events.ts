import { isRow, type Row } from '../kit/json.ts'
import type { WireReply } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  pathOf,
  rowOf,
  rowsChanged,
  rowsOf,
  withJson,
  without,
  withRows,
} from './wire.ts'

const ofProject = 'GET /projects/:id/audit_events'

const ofGroup = 'GET /groups/:id/audit_events'

const ofAll = 'GET /audit_events'

function isList(request: { readonly method: string; readonly url: string }): boolean {
  return [ofProject, ofGroup, ofAll].some((list) => calls({ ...request, headers: {} }, list))
}

function withDetails(reply: WireReply, change: (details: Row) => Row): WireReply {
  return withRows(reply, (row) => (isRow(row.details) ? { ...row, details: change(row.details) } : row))
}

/** Faults in audit events. */
export const auditEventsMutants: readonly Mutant[] = [
  {
    name: 'audit-event-found-by-number-alone',
    says: 'A group finds an event of the project that has its number',
    caughtBy: 'audit-events/same-number',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `${ofGroup}/:audit_event_id`) || reply.status !== 404) return reply
      return next({ ...request, url: request.url.replace('/groups/', '/projects/') })
    },
  },
  {
    name: 'instance-events-of-projects-alone',
    says: 'The list of all events has those of projects alone',
    caughtBy: 'audit-events/instance-list',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, ofAll) || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ entity_type }) => entity_type === 'Project'),
      )
    },
  },
  {
    name: 'events-of-administrator-under-sudo',
    says: 'Own events of a project are those of the administrator while somebody is acted for by sudo',
    caughtBy: 'audit-events/project-rights',
    fault: async (request, next) => {
      if (!calls(request, ofProject) || request.headers.sudo === undefined) return next(request)
      const { sudo: _name, ...headers } = request.headers
      const { id } = rowOf(await next({ method: 'GET', url: '/api/v4/user', headers }))
      const reply = await next({ ...request, headers })
      return withJson(
        reply,
        rowsOf(reply).filter(({ author_id }) => author_id === id),
      )
    },
  },
  {
    name: 'audit-entity-type-beside-time',
    says: 'Of all audit events those since some time are of any type, whatever type is asked for',
    caughtBy: 'laws/filters-together/get-audit_events',
    fault: (request, next) => {
      const timed = calls(request, ofAll) && given(request, 'created_after') !== undefined
      return next(timed ? without(request, (name) => name === 'entity_type') : request)
    },
  },
  {
    name: 'audit-all-events-for-developers',
    says: 'Developers see all events of a project',
    caughtBy: 'audit-events/project-rights',
    fault: (request, next, { credentials }) => {
      const developer =
        calls(request, 'GET /projects/:id/audit_events') && isBy(request, credentials.developer)
      return next(developer ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'audit-group-list-with-projects',
    says: 'The list of a group contains the events of its projects',
    caughtBy: 'audit-events/event-visibility',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, ofGroup) || reply.status !== 200 || rowsOf(reply).length === 0) return reply
      const url = '/api/v4/audit_events?entity_type=Project&per_page=100'
      const others = await next({ ...as(request, credentials.admin), url })
      return withJson(reply, [...rowsOf(others), ...rowsOf(reply)])
    },
  },
  {
    name: 'audit-event-of-any-project',
    says: 'A project finds events of other projects and groups by their ID',
    caughtBy: 'audit-events/unknown',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, `${ofProject}/:audit_event_id`) || reply.status !== 404) return reply
      const id = pathOf(request.url).split('/').at(-1)
      return next({ ...as(request, credentials.admin), url: `/api/v4/audit_events/${id}` })
    },
  },
  {
    name: 'audit-created-before-exclusive',
    says: '`created_before` excludes events at exactly that time',
    caughtBy: 'audit-events/period',
    fault: async (request, next) => {
      const reply = await next(request)
      const until = given(request, 'created_before')
      if (!isList(request) || until === undefined || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).filter((row) => String(row.created_at) < until),
      )
    },
  },
  {
    name: 'audit-sort-obeyed',
    says: '`sort=asc` turns the order of the events around',
    caughtBy: 'audit-events/order',
    fault: async (request, next) => {
      const reply = await next(request)
      const turned = isList(request) && given(request, 'sort') === 'asc' && reply.status === 200
      return turned ? withJson(reply, [...rowsOf(reply)].reverse()) : reply
    },
  },
  {
    name: 'audit-values-not-text',
    says: '`from` and `to` are booleans where they should be texts',
    caughtBy: 'audit-events/recorded-actions',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!isList(request)) return reply
      const raw = (value: Row[string] | undefined) =>
        value === 'true' ? true : value === 'false' ? false : value
      return withDetails(reply, (details) =>
        details.from === undefined
          ? details
          : { ...details, from: raw(details.from) ?? null, to: raw(details.to) ?? null },
      )
    },
  },
  {
    name: 'audit-setting-missing',
    says: 'Changing `packages_enabled` leaves no event',
    caughtBy: 'audit-events/one-event-each',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!isList(request) || reply.status !== 200) return reply
      const isSetting = (row: Row) => isRow(row.details) && row.details.change === 'packages_enabled'
      return withJson(
        reply,
        rowsOf(reply).filter((row) => !isSetting(row)),
      )
    },
  },
  {
    name: 'audit-of-archived-projects',
    says: 'Archiving a project leaves an event',
    caughtBy: 'audit-events/no-event',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'POST /projects/:id/archive')) memory.set('archived', 'yes')
      if (!calls(request, ofProject) || !memory.has('archived') || reply.status !== 200) return reply
      const [latest = {}, ...rest] = rowsOf(reply)
      return withJson(reply, [{ ...latest, id: Number(latest.id) + 1 }, latest, ...rest])
    },
  },
  {
    name: 'audit-of-protected-tags',
    says: 'Protecting a tag leaves an event',
    caughtBy: 'audit-events/no-event',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'POST /projects/:id/protected_tags') && reply.status === 201)
        memory.set('protected', 'yes')
      if (!calls(request, ofProject) || !memory.has('protected') || reply.status !== 200) return reply
      const [latest = {}, ...rest] = rowsOf(reply)
      return withJson(reply, [{ ...latest, id: Number(latest.id) + 1 }, latest, ...rest])
    },
  },
  {
    name: 'audit-all-events-for-group-maintainers',
    says: 'Maintainers see all events of a group',
    caughtBy: 'audit-events/group-rights',
    fault: (request, next, { credentials }) => {
      const maintainer = calls(request, ofGroup) && isBy(request, credentials.maintainer)
      return next(maintainer ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'audit-entity-id-alone',
    says: '`entity_id` without `entity_type` is accepted',
    caughtBy: 'audit-events/invalid-entity',
    fault: (request, next) => {
      const alone = given(request, 'entity_id') !== undefined && given(request, 'entity_type') === undefined
      return next(calls(request, ofAll) && alone ? without(request, (name) => name === 'entity_id') : request)
    },
  },
  {
    name: 'audit-no-keyset',
    says: 'The events of a group have no keyset pagination',
    caughtBy: 'audit-events/group-keyset',
    fault: (request, next) =>
      next(calls(request, ofGroup) ? without(request, (name) => name === 'pagination') : request),
  },
  {
    name: 'audit-event-of-neighbour',
    says: 'A project finds events of other projects by their ID',
    caughtBy: 'audit-events/unknown',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, `${ofProject}/:audit_event_id`) || reply.status !== 404) return reply
      const id = pathOf(request.url).split('/').at(-1)
      const other = await next({ ...as(request, credentials.admin), url: `/api/v4/audit_events/${id}` })
      return other.body.includes('"entity_type":"Project"') ? other : reply
    },
  },
  {
    name: 'audit-from-null',
    says: '`from` is null instead of an empty text',
    caughtBy: 'audit-events/object',
    fault: async (request, next) => {
      const reply = await next(request)
      const changed = (details: Row) => (details.from === '' ? { ...details, from: null } : details)
      return isList(request) ? withDetails(reply, changed) : reply
    },
  },
  {
    name: 'audit-target-null',
    says: '`target_id` is null',
    caughtBy: 'audit-events/object',
    fault: async (request, next) => {
      const reply = await next(request)
      return isList(request) ? withDetails(reply, (details) => ({ ...details, target_id: null })) : reply
    },
  },
  {
    name: 'audit-author-email-stale',
    says: 'An event keeps the address that its author had when it was read first',
    caughtBy: 'audit-events/author-email',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!isList(request)) return reply
      return withRows(reply, (row) => {
        if (!isRow(row.details)) return row
        const author_email = memory.get(`email ${row.id}`) ?? row.details.author_email ?? null
        memory.set(`email ${row.id}`, String(author_email))
        return { ...row, details: { ...row.details, author_email } }
      })
    },
  },
  {
    name: 'audit-administrator-is-author',
    says: 'An administrator who acts as somebody else is the author of the event',
    caughtBy: 'audit-events/impersonation',
    fault: (request, next) => {
      const { sudo: _sudo, ...headers } = request.headers
      return next({ ...request, headers })
    },
  },
  {
    name: 'audit-rename-last-part',
    says: 'The event of a new name has the name alone, without those of the groups',
    caughtBy: 'audit-events/project-history',
    fault: async (request, next) => {
      const reply = await next(request)
      const last = (value: Row[string] | undefined) => String(value).split(' / ').at(-1) ?? ''
      const changed = (details: Row) =>
        details.change === 'name' ? { ...details, from: last(details.from), to: last(details.to) } : details
      return isList(request) ? withDetails(reply, changed) : reply
    },
  },
  {
    name: 'audit-group-creation-missing',
    says: 'Creating a group leaves no event',
    caughtBy: 'audit-events/group-history',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, ofGroup) || reply.status !== 200) return reply
      const created = (row: Row) => isRow(row.details) && row.details.add === 'group'
      return withJson(
        reply,
        rowsOf(reply).filter((row) => !created(row)),
      )
    },
  },
  {
    name: 'audit-without-deleted-projects',
    says: 'The events of a deleted project are deleted with it',
    caughtBy: 'audit-events/deleted-project',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, ofAll) || reply.status !== 200) return reply
      const gone = (row: Row) => isRow(row.details) && row.details.remove === 'project'
      return withJson(
        reply,
        rowsOf(reply).filter((row) => !gone(row)),
      )
    },
  },
  {
    name: 'audit-without-deleted-groups',
    says: 'The events of a deleted group are deleted with it',
    caughtBy: 'audit-events/deleted-group',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, ofAll) || reply.status !== 200) return reply
      const gone = (row: Row) => isRow(row.details) && row.details.remove === 'group'
      return withJson(
        reply,
        rowsOf(reply).filter((row) => !gone(row)),
      )
    },
  },
  rowsChanged(
    'approval-passwords-by-another-name',
    'The event of a changed approval setting names the column',
    'audit-events/approval-settings',
    ['GET /projects/:id/audit_events'],
    (row) => ({
      ...row,
      details: isRow(row.details)
        ? {
            ...row.details,
            ...(row.details.change === 'require user password for approvals' && {
              change: 'require_password_to_approve',
            }),
          }
        : {},
    }),
  ),
  {
    name: 'membership-texts-missing',
    says: 'The events of memberships have no text',
    caughtBy: 'audit-events/membership-texts',
    release: '18.9',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /groups/:id/audit_events')) return reply
      return { ...reply, body: String(reply.body).replaceAll('Membership ', 'It was ') }
    },
  },
  {
    name: 'deleted-pipelines-unaudited',
    says: 'Deleted pipelines leave no audit events',
    caughtBy: 'audit-events/pipeline-deleted',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked = calls(request, 'GET /projects/:id/audit_events') && reply.status === 200
      return asked ? { ...reply, body: String(reply.body).replaceAll('Deleted pipeline', 'Deleted') } : reply
    },
  },
]
