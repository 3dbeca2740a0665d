import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, withParams, withRows } from './wire.ts'

/** Answers of these operations with other rows. */
function shownOtherwise(
  name: string,
  says: string,
  caughtBy: string,
  operations: readonly string[],
  change: Parameters<typeof withRows>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: async (request, next) => {
      const reply = await next(request)
      return operations.some((it) => calls(request, it)) ? withRows(reply, change) : reply
    },
  }
}

/** Calls of this operation with other parameters. */
function askedOtherwise(
  name: string,
  says: string,
  caughtBy: string,
  operation: string,
  change: Parameters<typeof withParams>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: (request, next) => next(calls(request, operation) ? withParams(request, change) : request),
  }
}

/** Faults in what administrators arrange. */
export const administeredMutants: readonly Mutant[] = [
  {
    name: 'push-rules-empty',
    says: 'A project without a rule for pushes shows an empty one',
    caughtBy: 'administered/push-rule',
    fault: async (request, next) => {
      const reply = await next(request)
      const none = calls(request, 'GET /projects/:id/push_rule') && reply.body === 'null'
      return none ? withJson(reply, {}) : reply
    },
  },
  askedOtherwise(
    'push-rules-kept-in-name-only',
    'What a rule for pushes says of messages is passed over',
    'administered/push-rule-kept',
    'POST /projects/:id/push_rule',
    ({ commit_message_regex: _regex, ...params }) => params,
  ),
  askedOtherwise(
    'packages-protected-by-name',
    'A star in the pattern of a protected package stands for itself',
    'administered/protected-package',
    'POST /projects/:id/packages/protection/rules',
    (params) => ({
      ...params,
      ...(params.package_name_pattern === 'guarded-*' && { package_name_pattern: 'guarded-' }),
    }),
  ),
  askedOtherwise(
    'images-protected-for-ever',
    'An empty least role of a protected repository is passed over',
    'administered/protected-images',
    'PATCH /projects/:id/registry/protection/repository/rules/:protection_rule_id',
    ({ minimum_access_level_for_push: _, ...params }) => params,
  ),
  {
    name: 'invitations-twice',
    says: 'A second invitation of the same address is answered as if it were sent',
    caughtBy: 'administered/invitation',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/invitations') && reply.status === 201
        ? withJson(reply, { status: 'success' })
        : reply
    },
  },
  shownOtherwise(
    'roles-with-everything',
    'A role of its own shows all that it could add as added',
    'administered/member-role',
    ['POST /groups/:id/member_roles'],
    (row) => ({ ...row, read_code: true }),
  ),
  shownOtherwise(
    'pages-always-on-their-own-domain',
    'Pages are shown under a domain of their own whatever was said',
    'administered/pages',
    ['GET /projects/:id/pages'],
    (row) => ({ ...row, is_unique_domain_enabled: true }),
  ),
  shownOtherwise(
    'integrations-with-secrets',
    'An integration is shown with its secret',
    'administered/integration',
    ['GET /projects/:id/integrations/:slug'],
    (row) => ({ ...row, properties: { restrict_to_branch: 'main', api_key: 'a-secret' } }),
  ),
  shownOtherwise(
    'services-hear-nothing-of-jobs',
    'Services are never told of jobs',
    'administered/every-service',
    ['PUT /groups/:id/integrations/:slug'],
    (row) => ({ ...row, job_events: false }),
  ),
  shownOtherwise(
    'rules-for-tags-alone',
    'A changed rule for tags keeps its pattern',
    'administered/kept',
    ['PATCH /projects/:id/registry/protection/tag/rules/:protection_rule_id'],
    (row) => ({ ...row, tag_name_pattern: 'kept-*' }),
  ),
  shownOtherwise(
    'clusters-with-tokens',
    'A cluster is shown with its token',
    'administered/cluster',
    ['GET /projects/:id/clusters'],
    (row) => ({ ...row, platform_kubernetes: { api_url: 'https://two.example', token: 'secret-token' } }),
  ),
  shownOtherwise(
    'status-checks-passed',
    'A merge request shows checks as passed that failed',
    'administered/status-check',
    ['GET /projects/:id/merge_requests/:merge_request_iid/status_checks'],
    (row) => ({ ...row, status: row.status === 'failed' ? 'passed' : (row.status ?? null) }),
  ),
  askedOtherwise(
    'flags-keep-what-is-taken-away',
    'A strategy of a feature flag that is marked to be taken away stays',
    'administered/changed-flag',
    'PUT /projects/:id/feature_flags/:feature_flag_name',
    ({ strategies, ...params }) => ({
      ...params,
      ...(Array.isArray(strategies) && {
        strategies: strategies.map((it) =>
          it !== null && typeof it === 'object' ? { ...it, _destroy: false } : it,
        ),
      }),
    }),
  ),
  {
    name: 'groups-not-let-in',
    says: 'Groups whose jobs are let in are not listed',
    caughtBy: 'administered/job-token-scope',
    fault: async (request, next) => {
      const reply = await next(request)
      const listed = calls(request, 'GET /projects/:id/job_token_scope/groups_allowlist')
      return listed && reply.status === 200 ? withJson(reply, rowsOf(reply).slice(1)) : reply
    },
  },
  askedOtherwise(
    'epics-keep-their-labels',
    'Labels that are taken from an epic stay',
    'administered/epic',
    'PUT /groups/:id/epics/:epic_iid',
    ({ remove_labels: _, ...params }) => params,
  ),
  askedOtherwise(
    'epics-turn-moves-round',
    'An issue of an epic that is to come before another comes after it',
    'administered/epic-parts',
    'PUT /groups/:id/epics/:epic_iid/issues/:epic_issue_id',
    ({ move_before_id: before, ...params }) => ({
      ...params,
      ...(before !== undefined && { move_after_id: before }),
    }),
  ),
  askedOtherwise(
    'epics-tell-everybody',
    'Internal comments on epics are for everybody',
    'administered/epic-notes',
    'POST /groups/:id/epics/:epic_iid/notes',
    ({ internal: _, ...params }) => params,
  ),
  shownOtherwise(
    'epics-alone-with-their-comments',
    'A comment on an epic that is answered stays a single one',
    'administered/epic-discussions',
    ['GET /groups/:id/epics/:epic_id/discussions'],
    (row) => ({ ...row, individual_note: true }),
  ),
  {
    name: 'groups-travel-without-labels',
    says: 'An imported group has no labels',
    caughtBy: 'administered/group-travels',
    fault: async (request, next) => {
      const reply = await next(request)
      const travelled = calls(request, 'GET /groups/:id/labels') && request.url.includes('-travelled')
      return travelled ? withJson(reply, []) : reply
    },
  },
  askedOtherwise(
    'appearance-without-mails',
    'Mails never say what pages say',
    'administered/appearance',
    'PUT /application/appearance',
    (params) => ({ ...params, email_header_and_footer_enabled: false }),
  ),
  shownOtherwise(
    'groups-counted-as-ever',
    'Groups are counted once and for all',
    'administered/statistics',
    ['GET /application/statistics'],
    (row) => ({ ...row, groups: '1' }),
  ),
  {
    name: 'licences-taken',
    says: 'Any text is taken for a licence',
    caughtBy: 'administered/licence',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /license') ? { ...reply, status: 201, body: '{}' } : reply
    },
  },
  shownOtherwise(
    'agents-unnamed',
    'Everything is told to be made with the same program',
    'administered/made-with',
    ['GET /projects/:id/snippets/:snippet_id/user_agent_detail'],
    (row) => ({ ...row, user_agent: 'Mozilla/5.0' }),
  ),
  {
    name: 'snapshots-empty',
    says: 'A snapshot of a repository holds nothing',
    caughtBy: 'administered/snapshot',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/snapshot') && reply.status === 200
        ? { ...reply, body: '', bytes: new Uint8Array() }
        : reply
    },
  },
  {
    name: 'saml-links-stay',
    says: 'A group of SAML that is unlinked stays',
    caughtBy: 'administered/saml-links',
    fault: async (request, next) =>
      calls(request, 'DELETE /groups/:id/saml_group_links/:saml_group_name')
        ? { status: 204, headers: {}, body: '' }
        : next(request),
  },
  askedOtherwise(
    'ldap-links-for-everybody',
    'The filter of a link to LDAP is lost',
    'administered/ldap-links',
    'POST /groups/:id/ldap_group_links',
    ({ filter, ...params }) => ({ ...params, ...(filter !== undefined && { cn: filter }) }),
  ),
  askedOtherwise(
    'members-keep-roles',
    'A role of its own is never taken from a member',
    'administered/member-with-role',
    'PUT /groups/:id/members/:user_id',
    ({ member_role_id: _, ...params }) => params,
  ),
  shownOtherwise(
    'resource-groups-unordered',
    'A group of jobs always says that its jobs have no order',
    'administered/resource-group',
    ['PUT /projects/:id/resource_groups/:key'],
    (row) => ({ ...row, process_mode: 'unordered' }),
  ),
  shownOtherwise(
    'markdown-with-scripts',
    'HTML in Markdown is shown as it stands',
    'administered/markdown',
    ['POST /markdown'],
    (row) => ({ ...row, html: String(row.html).replaceAll('&lt;', '<').replaceAll('&gt;', '>') }),
  ),
  askedOtherwise(
    'markdown-without-references',
    'References in Markdown are never linked',
    'administered/references',
    'POST /markdown',
    (params) => ({ ...params, gfm: false }),
  ),
  shownOtherwise(
    'closed-issues-counted-twice',
    'Closed issues are counted among all of them once more',
    'administered/issue-statistics',
    ['GET /projects/:id/issues_statistics'],
    () => ({ statistics: { counts: { all: 4, closed: 1, opened: 2 } } }),
  ),
  shownOtherwise(
    'hidden-variables-told',
    'A hidden variable is answered with its value when it is made',
    'administered/hidden-variable',
    ['POST /projects/:id/variables'],
    (row) => ({ ...row, value: 'secret_value' }),
  ),
  shownOtherwise(
    'last-owners-removable',
    'The last owner of a group is told as one who may be taken out',
    'administered/billable-members',
    ['GET /groups/:id/billable_members'],
    (row) => ({ ...row, removable: true }),
  ),
  shownOtherwise(
    'commands-change-nothing-told',
    'What a command changed is not told',
    'administered/promotion',
    ['POST /projects/:id/issues/:issue_iid/notes'],
    (row) => ('summary' in row ? { ...row, commands_changes: {} } : row),
  ),
]
