import type { Mutant } from './mutant.ts'
import { as, calls, isBy, paramsChanged, rowsChanged, rowsOf, withJson, withParams } from './wire.ts'

/** Faults in groups. */
export const groupsMutants: readonly Mutant[] = [
  {
    name: 'pending-members-twice',
    says: 'An address is a pending member once for each of its invitations',
    caughtBy: 'groups/pending-members',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/pending_members') && reply.status === 200
        ? withJson(reply, [...rowsOf(reply), ...rowsOf(reply)])
        : reply
    },
  },
  {
    name: 'namespace-storage-not-stored',
    says: 'The storage that was bought for a namespace is not stored',
    caughtBy: 'groups/namespace-limits',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /namespaces/:id')
          ? withParams(request, ({ additional_purchased_storage_size: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'forking-lock-without-effect',
    says: '`prevent_forking_outside_group` is ignored',
    caughtBy: 'groups/forking-lock',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /groups/:id')
          ? withParams(request, ({ prevent_forking_outside_group: _, ...params }) => ({
              description: null,
              ...params,
            }))
          : request,
      ),
  },
  {
    name: 'group-share-without-effect-below',
    says: 'The share of a group gives no role in projects of the groups below it',
    caughtBy: 'groups/share-above',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'POST /groups/:id/share')) memory.set('shared', 'yes')
      return memory.has('shared') && calls(request, 'GET /projects/:id/milestones')
        ? withJson({ ...reply, status: 404 }, { message: '404 Project Not Found' })
        : reply
    },
  },
  {
    name: 'group-of-which-path-is-the-beginning',
    says: 'Who is a member of a group reads the milestones of groups whose path begins like its own',
    caughtBy: 'groups/paths-that-begin-alike',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/milestones') &&
        isBy(request, credentials.stranger) &&
        reply.status === 404
        ? next(as(request, credentials.owner))
        : reply
    },
  },
  {
    name: 'group-export-for-anybody',
    says: 'Whoever sends no credential starts an export of a group',
    caughtBy: 'groups/exports-without-credential',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'POST /groups/:id/export') && request.headers['private-token'] === undefined
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'group-unshared-by-anybody',
    says: 'Whoever sees a group may unshare it',
    caughtBy: 'groups/share-refused',
    fault: (request, next, { credentials }) =>
      next(calls(request, 'DELETE /groups/:id/share/:group_id') ? as(request, credentials.owner) : request),
  },
  {
    name: 'all-groups-listed-by-default',
    says: 'Lists of groups show all open groups unless `all_available` says otherwise',
    caughtBy: 'groups/own-by-default',
    fault: (request, next) => {
      const listed = ['GET /groups', 'GET /groups/:id/subgroups', 'GET /groups/:id/descendant_groups']
      const asks = listed.some((one) => calls(request, one)) && !request.url.includes('all_available')
      const mark = request.url.includes('?') ? '&' : '?'
      return next(asks ? { ...request, url: `${request.url}${mark}all_available=true` } : request)
    },
  },
  rowsChanged(
    'membership-lock-not-handed-down',
    'A group below one that locks its members shows no lock',
    'groups/membership-lock',
    ['GET /groups/:id'],
    (row) => (row.membership_lock === true ? { ...row, membership_lock: false } : row),
  ),
  rowsChanged(
    'group-statistics-missing',
    'Lists of groups have no statistics',
    'groups/statistics',
    ['GET /groups'],
    ({ statistics: _, ...row }) => row,
  ),
  {
    ...rowsChanged(
      'root-storage-missing',
      'Topmost groups show no statistics of all that is below them',
      'groups/statistics',
      ['GET /groups'],
      ({ root_storage_statistics: _, ...row }) => row,
    ),
    release: '18.9',
  },
  rowsChanged(
    'nested-group-named-by-paths',
    'The full name of a group below a group is made of paths',
    'groups/subgroups',
    ['GET /groups/:id/descendant_groups'],
    (row) => ({ ...row, full_name: String(row.full_path).replaceAll('/', ' / ') }),
  ),
  rowsChanged(
    'imported-epics-beside-each-other',
    'Lists of epics do not tell which stands above',
    'groups/archived-epics',
    ['GET /groups/:id/epics'],
    (row) => ({ ...row, parent_id: null }),
  ),
  rowsChanged(
    'member-role-with-all-permissions',
    'A custom role shows a permission that it does not have',
    'groups/member-roles',
    ['POST /groups/:id/member_roles'],
    (row) => ({ ...row, read_code: true }),
  ),
  {
    name: 'namespace-for-strangers',
    says: 'Every signed-in user is shown every namespace',
    caughtBy: 'groups/namespace-of-members',
    fault: (request, next, { credentials }) =>
      next(calls(request, 'GET /namespaces/:id') ? as(request, credentials.owner) : request),
  },
  {
    name: 'group-import-without-labels',
    says: 'An imported group has no labels',
    caughtBy: 'groups/export-and-import',
    fault: async (request, next) => {
      const reply = await next(request)
      const travelled = calls(request, 'GET /groups/:id/labels') && request.url.includes('-travelled')
      return travelled ? withJson(reply, []) : reply
    },
  },
  {
    name: 'saml-links-without-permission',
    says: 'Nobody may list the SAML group links of a group, whatever its provider',
    caughtBy: 'groups/saml-provider',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/saml_group_links')
        ? withJson({ ...reply, status: 401 }, { message: '401 Unauthorized' })
        : reply
    },
  },
  {
    name: 'saml-links-not-deleted',
    says: 'Deleting a SAML group link leaves it in place',
    caughtBy: 'groups/saml-links',
    fault: async (request, next) =>
      calls(request, 'DELETE /groups/:id/saml_group_links/:saml_group_name')
        ? { status: 204, headers: {}, body: '' }
        : next(request),
  },
  paramsChanged(
    'ldap-link-filter-lost',
    'The filter of an LDAP group link is stored as its `cn`',
    'groups/ldap-links',
    'POST /groups/:id/ldap_group_links',
    ({ filter, ...params }) => ({ ...params, ...(filter !== undefined && { cn: filter }) }),
  ),
  rowsChanged(
    'last-owner-removable',
    'The last Owner of a group is shown as removable',
    'groups/billable-members',
    ['GET /groups/:id/billable_members'],
    (row) => ({ ...row, removable: true }),
  ),
  {
    name: 'inherited-invited-groups-missing',
    says: 'The invited groups of a project leave out those of the groups above it',
    caughtBy: 'groups/invited-groups',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked = calls(request, 'GET /projects/:id/invited_groups') && reply.status === 200
      return asked ? withJson(reply, rowsOf(reply).slice(0, 1)) : reply
    },
  },
  {
    name: 'shared-projects-empty',
    says: 'A group lists no shared projects',
    caughtBy: 'groups/shared-projects',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/projects/shared') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'shared-runners-setting-ignored',
    says: 'An update of a group ignores `shared_runners_setting`',
    caughtBy: 'groups/update-settings',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /groups/:id')
          ? withParams(request, ({ shared_runners_setting: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'owner-transfers-project-into-group',
    says: 'Callers other than administrators can transfer a project into a group',
    caughtBy: 'groups/transfer-project-into-group',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'POST /groups/:id/projects/:project_id') ? as(request, credentials.admin) : request,
      ),
  },
  {
    name: 'no-ldap-links-empty',
    says: 'A group without LDAP links answers an empty list of them',
    caughtBy: 'groups/no-ldap-links',
    fault: async (request, next) => {
      const reply = await next(request)
      const none = calls(request, 'GET /groups/:id/ldap_group_links') && reply.status === 404
      return none ? withJson({ ...reply, status: 200 }, []) : reply
    },
  },
]

/** Calls of this operation with other parameters. */
