import { isRow, isRows, parseJson } from '../kit/json.ts'
import { textOf } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  paramsChanged,
  paramsOf,
  pathOf,
  readFirst,
  rowOf,
  rowsChanged,
  rowsOf,
  withHeader,
  withJson,
  without,
  withoutParam,
  withParams,
  withRows,
} from './wire.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const list = 'GET /projects/:id/merge_requests'
const ofGroup = 'GET /groups/:id/merge_requests'

/** Faults in merge requests. */
export const mergeRequestsMutants: readonly Mutant[] = [
  {
    name: 'branches-of-one-name-refused',
    says: 'A merge request from a fork is refused where both branches have the same name',
    caughtBy: 'merge-requests/fork-same-branch-name',
    fault: async (request, next) => {
      const { source_branch: source = null, target_branch: target } = paramsOf(request)
      if (!calls(request, 'POST /projects/:id/merge_requests') || source !== target) return next(request)
      const reply = await next({ method: 'GET', url: '/api/v4/version', headers: request.headers })
      const message = ["You can't use same project/branch for source and target"]
      return withJson({ ...reply, status: 422 }, { message })
    },
  },
  {
    name: 'third-label-ignored',
    says: 'Of several labels the first two alone have to be there',
    caughtBy: 'merge-requests/filters',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/merge_requests')
          ? { ...request, url: request.url.replace(/([?&]labels=[^&]*?%2C[^&]*?)%2C[^&]*/, '$1') }
          : request,
      ),
  },
  {
    name: 'numbers-beyond-a-page-ignored',
    says: 'Of more than twenty numbers in `iids` the first twenty alone find merge requests',
    caughtBy: 'laws/many-numbers/get-projects-id-merge_requests',
    fault: (request, next) => {
      if (!calls(request, 'GET /projects/:id/merge_requests')) return next(request)
      let seen = 0
      return next({
        ...request,
        url: request.url.replaceAll(/&iids[^=]*=\d+/g, (it) => (seen++ < 20 ? it : '')),
      })
    },
  },
  {
    name: 'unassigned-by-name-alone',
    says: 'The quick action `/unassign` without a name in a description leaves the assignees',
    caughtBy: 'merge-requests/actions-of-updates',
    fault: (request, next) => {
      const updates = calls(request, 'PUT /projects/:id/merge_requests/:merge_request_iid')
      return next(
        updates
          ? withParams(request, ({ description, ...others }) =>
              typeof description === 'string'
                ? { ...others, description: description.replace(/^\/unassign$/m, '') }
                : others,
            )
          : request,
      )
    },
  },
  {
    name: 'assigned-to-one-at-creation',
    says: 'Of several people whom a new description assigns the first one is taken alone',
    caughtBy: 'merge-requests/actions-at-creation',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/merge_requests')
          ? withParams(request, (params) =>
              typeof params.description === 'string'
                ? { ...params, description: params.description.replace(/^(\/assign \S+) .*$/m, '$1') }
                : params,
            )
          : request,
      ),
  },
  paramsChanged(
    'collaboration-unasked',
    'A merge request from a fork allows collaboration unless it is told not to',
    'merge-requests/collaboration-asked-for',
    'POST /projects/:id/merge_requests',
    (params) => ({ allow_collaboration: true, ...params }),
  ),
  {
    name: 'environment-beside-time',
    says: 'Beside a time of deployment the environment filters nothing',
    caughtBy: 'merge-requests/deployment-filters',
    fault: (request, next) => {
      const timed = calls(request, 'GET /merge_requests') && given(request, 'deployed_after') !== undefined
      return next(timed ? without(request, (name) => name === 'environment') : request)
    },
  },
  {
    name: 'merge-requests-of-deployment-unfiltered',
    says: 'The merge requests of a deployment are all listed, whatever is asked for',
    caughtBy: 'merge-requests/of-a-deployment',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/deployments/:deployment_id/merge_requests')
          ? without(request, () => true)
          : request,
      ),
  },
  {
    name: 'page-of-merge-request-in-its-fork',
    says: 'The page of a merge request from a fork is in the fork',
    caughtBy: 'merge-requests/fork',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${path}`)) return reply
      const row = rowOf(reply)
      if (row.source_project_id === row.target_project_id) return reply
      const url = `/api/v4/projects/${String(row.source_project_id)}`
      const source = rowOf(await next({ method: 'GET', url, headers: request.headers }))
      return withRows(reply, (one) => ({ ...one, web_url: `${String(source.web_url)}/-/merge_requests/1` }))
    },
  },
  rowsChanged(
    'first-assignee-of-all-by-id',
    'Assignees are shown by their ids, and the one assignee is another than the first of them',
    'merge-requests/create-people',
    ['POST /projects/:id/merge_requests'],
    (row) => ({
      ...row,
      assignees: isRows(row.assignees)
        ? row.assignees.toSorted((one, other) => Number(one.id) - Number(other.id))
        : [],
    }),
  ),
  paramsChanged(
    'label-with-capitals-not-removed',
    '`remove_labels` removes no label with a capital letter',
    'merge-requests/update-labels',
    `PUT ${path}`,
    (params) =>
      typeof params.remove_labels === 'string'
        ? { ...params, remove_labels: params.remove_labels.toLowerCase() }
        : params,
  ),
  paramsChanged(
    'squash-message-of-stored-wish-lost',
    'The message of a squash is lost where the merge request, and not the merge, wants it squashed',
    'merge-requests/merge-squash',
    `PUT ${path}/merge`,
    (params) => (params.squash === undefined ? withoutParam(params, 'squash_commit_message') : params),
  ),
  rowsChanged(
    'merged-merge-request-without-subscribers',
    'Nobody is subscribed to a merge request that is merged',
    'merge-requests/participants-subscribed',
    [`GET ${path}`],
    (row) => (row.state === 'merged' ? { ...row, subscribed: false } : row),
  ),
  {
    name: 'approvals-filtered-without-plan',
    says: 'Filters by approvals find nothing without a plan',
    caughtBy: 'merge-requests/approval-filters-without-plan',
    tier: 'free',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, list) && request.url.includes('approve') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'picture-of-another-address',
    says: 'Pictures by e-mail are those of another address',
    caughtBy: 'merge-requests/picture-by-mail',
    fault: async (request, next) => {
      const reply = await next(request)
      const body = reply.body.replaceAll(/(gravatar\.com\/avatar\/)[0-9a-f]{8}/g, '$10badcafe')
      return { ...reply, body }
    },
  },
  rowsChanged(
    'mentioned-user-not-subscribed',
    'Only the author, assignees, reviewers and those who comment are subscribed to a merge request',
    'merge-requests/conversation-subscribes',
    [`GET ${path}`],
    (row) => ({ ...row, subscribed: row.subscribed === true && !String(row.description).startsWith('Ask') }),
  ),
  {
    name: 'assignee-named-twice-shown-twice',
    says: 'An assignee who is named twice is there twice',
    caughtBy: 'merge-requests/create-people',
    fault: async (request, next) => {
      const reply = await next(request)
      const { assignee_ids: ids } = paramsOf(request)
      const isTwice = Array.isArray(ids) && new Set(ids).size < ids.length
      if (!calls(request, 'POST /projects/:id/merge_requests') || !isTwice) return reply
      return withRows(reply, (row) =>
        isRows(row.assignees) ? { ...row, assignees: [...row.assignees, ...row.assignees] } : row,
      )
    },
  },
  {
    name: 'merge-request-without-closed-milestone',
    says: 'A closed milestone that an update sets is not set',
    caughtBy: 'merge-requests/closed-milestone',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `PUT ${path}`)
        ? withRows(reply, (row) => ({
            ...row,
            milestone:
              isRow(row.milestone) && row.milestone.state === 'closed' ? null : (row.milestone ?? null),
          }))
        : reply
    },
  },
  {
    name: 'merge-request-first-file-lost',
    says: 'The tree of a branch lacks what another branch brought while a merge request was open',
    caughtBy: 'merge-requests/merge-keeps-files',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, `PUT ${path}/merge`) && paramsOf(request).squash === true)
        memory.set('squashed', 'yes')
      const isTree = calls(request, 'GET /projects/:id/repository/tree') && memory.has('squashed')
      return isTree
        ? withJson(
            reply,
            rowsOf(reply).filter(({ name }) => name !== 'moved-on.txt'),
          )
        : reply
    },
  },
  {
    name: 'merge-request-reopened-as-it-was',
    says: 'A merge request that is reopened has the head that it was closed with',
    caughtBy: 'merge-requests/reopened-is-current',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, `PUT ${path}`) && paramsOf(request).state_event === 'close')
        memory.set(pathOf(request.url), String(rowOf(reply).sha))
      const sha = memory.get(pathOf(request.url))
      return calls(request, `GET ${path}`) && sha !== undefined
        ? withRows(reply, (row) => ({ ...row, sha }))
        : reply
    },
  },
  {
    name: 'merge-request-reviewer-named-any',
    says: '`reviewer_username=Any` finds what somebody of that name reviews',
    caughtBy: 'merge-requests/none-and-any',
    fault: (request, next) =>
      next(
        calls(request, list) && /^any$/i.test(given(request, 'reviewer_username') ?? '')
          ? { ...request, url: request.url.replace(/(reviewer_username)=any/i, '$1=nobody-of-this-name') }
          : request,
      ),
  },
  {
    name: 'merge-request-fifth-approver-ignored',
    says: '`approved_by_ids` looks at four users alone',
    caughtBy: 'merge-requests/approved-by-first-five',
    fault: (request, next) => {
      let seen = 0
      return next(
        calls(request, list) && request.url.includes('approved_by_ids')
          ? without(request, (name) => name.startsWith('approved_by_ids') && ++seen > 4)
          : request,
      )
    },
  },
  rowsChanged(
    'merge-request-diff-starts-where-it-left',
    '`start_sha` of a diff is its `base_sha`',
    'merge-requests/diff-refs',
    [`GET ${path}`],
    ({ diff_refs, ...row }) => ({
      ...row,
      diff_refs: isRow(diff_refs) ? { ...diff_refs, start_sha: diff_refs.base_sha ?? null } : null,
    }),
  ),
  {
    name: 'merge-request-squash-without-merge-message',
    says: 'A merge that squashes ignores `merge_commit_message`',
    caughtBy: 'merge-requests/merge-and-squash-messages',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}/merge`)
          ? withParams(request, ({ merge_commit_message, ...params }) =>
              params.squash === true || merge_commit_message === undefined
                ? params
                : { ...params, merge_commit_message },
            )
          : request,
      ),
  },
  {
    name: 'merge-request-equal-approvals-shown',
    says: 'A new merge request shows a number of approvals that is the same as that of the project',
    caughtBy: 'merge-requests/approvals-before-merge',
    fault: async (request, next) => {
      const reply = await next(request)
      const { approvals_before_merge: given } = paramsOf(request)
      if (!calls(request, 'POST /projects/:id/merge_requests') || given !== 2) return reply
      return withRows(reply, (row) => ({ ...row, approvals_before_merge: given }))
    },
  },
  {
    name: 'merge-request-pipeline-for-everybody',
    says: 'A merge request shows its pipeline to callers who may see none of CI/CD',
    caughtBy: 'merge-requests/pipeline-access',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, `GET ${path}`) || reply.status !== 200) return reply
      const { pipeline = null } = rowOf(await next(as(request, credentials.owner)))
      return withRows(reply, (row) => ({ ...row, pipeline }))
    },
  },
  {
    name: 'merge-request-approvals-despite-lock',
    says: 'A new merge request gets its own number of approvals though the project lets none differ',
    caughtBy: 'merge-requests/approvals-before-merge',
    fault: async (request, next) => {
      const reply = await next(request)
      const { approvals_before_merge: given } = paramsOf(request)
      return calls(request, 'POST /projects/:id/merge_requests') && given !== undefined
        ? withRows(reply, (row) => ({ ...row, approvals_before_merge: given }))
        : reply
    },
  },
  {
    name: 'merge-request-for-strangers',
    says: 'Users who may not read a merge request become its assignees',
    caughtBy: 'merge-requests/create-strangers',
    fault: async (request, next) => {
      const reply = await next(request)
      const { assignee_ids: ids } = paramsOf(request)
      if (!Array.isArray(ids)) return reply
      return withRows(reply, (row) => ({ ...row, assignees: ids.map((id) => ({ id })) }))
    },
  },
  paramsChanged(
    'merge-request-title-squeezed',
    'Of blanks that follow one another in a title an update keeps one',
    'laws/round-trip/put-projects-id-merge_requests-merge_request_iid',
    `PUT ${path}`,
    (params) => ({ ...params, title: String(params.title).replaceAll(/ +/g, ' ') }),
  ),
  {
    name: 'merge-request-title-with-blanks',
    says: 'An update keeps the blanks around a title',
    caughtBy: 'merge-requests/update-title-blanks',
    fault: async (request, next) => {
      const reply = await next(request)
      const { title } = paramsOf(request)
      const isUpdate = calls(request, `PUT ${path}`) && typeof title === 'string'
      return isUpdate ? withRows(reply, (row) => ({ ...row, title })) : reply
    },
  },
  {
    name: 'approved-by-six',
    says: '`approved_by_ids` looks at more than five users',
    caughtBy: 'merge-requests/approved-by-first-five',
    fault: async (request, next) => {
      const reply = await next(request)
      const named = request.url.split('?')[1]?.match(/approved_by_ids/g) ?? []
      return calls(request, list) && named.length > 5 ? withJson(reply, []) : reply
    },
  },
  {
    name: 'merge-request-reopened-by-update',
    says: 'An update of the title reopens a closed merge request',
    caughtBy: 'merge-requests/update-keeps-the-rest',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}`)
          ? withParams(request, (params) =>
              params.title === undefined ? params : { state_event: 'reopen', ...params },
            )
          : request,
      ),
  },
  {
    name: 'context-commits-kept',
    says: 'Removing a context commit from a merge request leaves it there',
    caughtBy: 'merge-requests/context-commits',
    fault: async (request, next) =>
      calls(request, `DELETE ${path}/context_commits`) && !textOf(request.body ?? '').includes('0000000')
        ? { status: 204, headers: {}, body: '' }
        : next(request),
  },
  {
    name: 'one-reviewer-without-plan',
    says: 'Without a plan a merge request keeps the first reviewer alone',
    caughtBy: 'merge-requests/create-people-without-plan',
    tier: 'free',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/merge_requests')
          ? withParams(request, (params) => {
              const { reviewer_ids: ids } = params
              return Array.isArray(ids) ? { ...params, reviewer_ids: ids.slice(0, 1) } : params
            })
          : request,
      ),
  },
  {
    name: 'rebase-of-protected-branch-called-forbidden-push',
    says: 'A rebase of a branch that is protected from force push is told as one that may not be pushed to',
    caughtBy: 'merge-requests/rebase-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked = calls(request, 'PUT /projects/:id/merge_requests/:merge_request_iid/rebase')
      return asked && reply.status === 403
        ? { ...reply, body: '{"message":"403 Forbidden - Cannot push to source branch"}' }
        : reply
    },
  },
  {
    name: 'private-collaboration-turned',
    says: 'Between private projects `allow_collaboration` is the opposite of what the dialect has',
    caughtBy: 'merge-requests/private-collaboration',
    fault: async (request, next) => {
      const reply = await next(request)
      return withRows(reply, (row) =>
        'allow_collaboration' in row
          ? { ...row, allow_collaboration: row.allow_collaboration !== true }
          : row,
      )
    },
  },
  {
    name: 'source-branch-options-by-anybody',
    says: 'Whoever may update a merge request says whether its source branch is removed',
    caughtBy: 'merge-requests/source-branch-options',
    fault: async (request, next) => {
      const reply = await next(request)
      const wish = paramsOf(request).remove_source_branch
      return calls(request, `PUT ${path}`) && typeof wish === 'boolean'
        ? withRows(reply, (row) => ({ ...row, force_remove_source_branch: wish }))
        : reply
    },
  },
  {
    name: 'negated-labels-ignored',
    says: 'The filter `not[labels]` is ignored',
    caughtBy: 'merge-requests/filters',
    fault: (request, next) =>
      next(calls(request, list) ? without(request, (name) => name === 'not[labels]') : request),
  },
  {
    name: 'group-reference-full',
    says: "In a group's list `references.relative` is the full reference",
    caughtBy: 'merge-requests/references-in-groups',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, ofGroup)) return reply
      return withRows(reply, (row) =>
        isRow(row.references)
          ? { ...row, references: { ...row.references, relative: row.references.full ?? null } }
          : row,
      )
    },
  },
  {
    name: 'draft-title-ignored',
    says: 'A draft title makes no draft',
    caughtBy: 'merge-requests/create',
    fault: async (request, next) =>
      withRows(await next(request), (row) =>
        'draft' in row ? { ...row, draft: false, work_in_progress: false } : row,
      ),
  },
  {
    name: 'ties-oldest-first',
    says: 'Among merge requests of the same title the older one comes first when sorting ascending',
    caughtBy: 'merge-requests/ties-newest-first',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, list) || given(request, 'sort') !== 'asc' || reply.status !== 200) return reply
      const rows = [...rowsOf(reply)]
      return withJson(
        reply,
        rows.sort((a, b) => (a.title === b.title ? Number(a.id) - Number(b.id) : 0)),
      )
    },
  },
  {
    name: 'merge-does-nothing',
    says: 'A merge answers 200 and merges nothing',
    caughtBy: 'merge-requests/merge',
    fault: (request, next) => {
      if (!calls(request, `PUT ${path}/merge`)) return next(request)
      const { body: _body, ...rest } = request
      return next({ ...rest, method: 'GET', url: pathOf(request.url).replace(/\/merge$/, '') })
    },
  },
  {
    name: 'merge-sha-shortened-suffices',
    says: 'A merge accepts a shortened `sha` without comparing it',
    caughtBy: 'merge-requests/merge-sha',
    fault: (request, next) => {
      const { sha } = calls(request, 'PUT /projects/:id/merge_requests/:merge_request_iid/merge')
        ? paramsOf(request)
        : {}
      const short = typeof sha === 'string' && sha.length < 40
      return next(short ? withParams(request, ({ sha: _sha, ...params }) => params) : request)
    },
  },
  {
    name: 'merge-sha-ignored',
    says: 'A merge ignores `sha`',
    caughtBy: 'merge-requests/merge-sha',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}/merge`)
          ? withParams(request, ({ sha: _sha, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'duplicate-merge-request-422',
    says: 'A second open merge request for the same branches answers 422',
    caughtBy: 'merge-requests/create-duplicate',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.status === 409 && calls(request, 'POST /projects/:id/merge_requests')
        ? { ...reply, status: 422 }
        : reply
    },
  },
  {
    name: 'own-branch-as-new-target',
    says: 'An update to the source branch as target is accepted, and the target stays',
    caughtBy: 'merge-requests/update-target-to-source',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${path}`) || reply.status !== 422) return reply
      return next(withParams(request, ({ target_branch: _, ...params }) => params))
    },
  },
  {
    name: 'labels-added',
    says: '`labels` adds labels instead of replacing them',
    caughtBy: 'merge-requests/update-labels',
    fault: (request, next) => {
      if (!calls(request, `PUT ${path}`) || typeof paramsOf(request).labels !== 'string') return next(request)
      return next(withParams(request, ({ labels, ...params }) => ({ add_labels: labels ?? '', ...params })))
    },
  },
  {
    name: 'closed-at-kept-after-reopen',
    says: 'A reopened merge request keeps its `closed_at`',
    caughtBy: 'merge-requests/state-events',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${path}`) || paramsOf(request).state_event !== 'reopen') return reply
      return withRows(reply, (row) => ({ ...row, closed_at: row.updated_at ?? null }))
    },
  },
  {
    name: 'draft-merged',
    says: 'A draft is merged',
    caughtBy: 'merge-requests/merge-not-ready',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${path}/merge`) || reply.status !== 405) return reply
      const url = pathOf(request.url).replace(/\/merge$/, '')
      await next({ ...request, url, body: JSON.stringify({ title: 'No draft' }) })
      return next(request)
    },
  },
  {
    name: 'wip-is-draft',
    says: 'A title that begins with `WIP:` makes a draft',
    caughtBy: 'merge-requests/session',
    fault: async (request, next) =>
      withRows(await next(request), (row) =>
        String(row.title).startsWith('WIP:') && 'draft' in row ? { ...row, draft: true } : row,
      ),
  },
  {
    name: 'unmodified-since-ignored',
    says: 'Deleting a merge request ignores `If-Unmodified-Since`',
    caughtBy: 'merge-requests/delete-unmodified-since',
    fault: (request, next) => {
      const { 'if-unmodified-since': _condition, ...headers } = request.headers
      return next({ ...request, headers })
    },
  },
  {
    name: 'merge-request-pipelines-missing',
    says: 'Merge requests have no pipelines of their own',
    caughtBy: 'merge-requests/pipeline-of-merge-request-jobs',
    fault: async (request, next) => {
      const reply = await next(request)
      const lists = calls(request, 'GET /projects/:id/merge_requests/:merge_request_iid/pipelines')
      return lists && reply.status === 200 ? withJson(reply, []) : reply
    },
  },
  {
    name: 'raw-diffs-first-file-only',
    says: 'The raw diffs of a merge request end after the first file',
    caughtBy: 'merge-requests/raw-diffs',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/merge_requests/:merge_request_iid/raw_diffs')
        ? { ...reply, body: reply.body.replace(/(?<=\n)diff --git .*/s, '') }
        : reply
    },
  },
  {
    name: 'locked-discussion-open',
    says: 'A locked discussion accepts comments of callers who are not members',
    caughtBy: 'merge-requests/locked-discussion',
    fault: (request, next, { credentials }) => {
      const comments = calls(request, 'POST /projects/:id/merge_requests/:merge_request_iid/notes')
      return next(comments && isBy(request, credentials.stranger) ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'merged-twice-at-once',
    says: 'Two calls that merge a merge request at once both succeed',
    caughtBy: 'merge-requests/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'PUT /projects/:id/merge_requests/:merge_request_iid/merge')) return next(request)
      const url = request.url.replace(/\/merge$/, '')
      const before = await readFirst(next, { ...request, url })
      const row = parseJson(before.body)
      const reply = await next(request)
      return reply.status === 405 && isRow(row) && row.state === 'opened'
        ? withJson(before, { ...row, state: 'merged' })
        : reply
    },
  },
  {
    name: 'created-before-excluded',
    says: '`created_before` leaves out what was created at that very time',
    caughtBy: 'merge-requests/filters',
    fault: async (request, next) => {
      const reply = await next(request)
      const bound = given(request, 'created_before')
      if (!calls(request, list) || bound === undefined || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ created_at }) => created_at !== bound),
      )
    },
  },
  {
    name: 'target-looked-for-first',
    says: 'Creating a merge request looks for the target project before the right to create one',
    caughtBy: 'merge-requests/create-order',
    fault: async (request, next) => {
      const reply = await next(request)
      const creates = calls(request, 'POST /projects/:id/merge_requests') && reply.status === 403
      return creates && paramsOf(request).target_project_id === 987_654_321
        ? { ...withJson(reply, { message: '404 Not found' }), status: 404 }
        : reply
    },
  },
  {
    name: 'single-commit-squashed-again',
    says: 'A squash of a single commit always makes another one',
    caughtBy: 'merge-requests/squash-single-commit',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}/merge`)
          ? withParams(request, (params) => ({ squash_commit_message: 'Squashed', ...params }))
          : request,
      ),
  },
  {
    name: 'closing-issues-forgotten',
    says: 'The list of the issues that a merge request closes is empty',
    caughtBy: 'merge-requests/merge-closes-issues',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `GET ${path}/closes_issues`) && reply.status === 200 ? withJson(reply, []) : reply
    },
  },
  {
    name: 'pipeline-of-merge-request-repeated',
    says: 'A pipeline that is created for a merge request is the one that is there already',
    caughtBy: 'merge-requests/pipeline-of-merge-request-jobs',
    fault: async (request, next) => {
      if (!calls(request, `POST ${path}/pipelines`)) return next(request)
      const { body: _body, ...rest } = request
      const listed = await next({ ...rest, method: 'GET' })
      const [latest] = rowsOf(listed)
      return latest === undefined ? next(request) : withJson(listed, latest)
    },
  },
  {
    name: 'long-description-cut',
    says: 'An overlong description is cut in an update instead of being refused',
    caughtBy: 'merge-requests/update-too-long',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}`)
          ? withParams(request, (params) =>
              typeof params.description === 'string'
                ? { ...params, description: params.description.slice(0, 1_048_576) }
                : params,
            )
          : request,
      ),
  },
  {
    name: 'archived-in-group-list',
    says: 'The list of a group has the merge requests of archived projects',
    caughtBy: 'merge-requests/group-list-archived',
    fault: (request, next) => {
      if (!calls(request, 'GET /groups/:id/merge_requests')) return next(request)
      const rest = without(request, (name) => name === 'non_archived')
      return next({ ...rest, url: `${rest.url}${rest.url.includes('?') ? '&' : '?'}non_archived=false` })
    },
  },
  {
    name: 'merge-ref-forbidden',
    says: 'The merge ref is refused with 403 to callers who may not read the merge request',
    caughtBy: 'merge-requests/merge-ref-hidden',
    fault: async (request, next) => {
      const reply = await next(request)
      const hidden = calls(request, `GET ${path}/merge_ref`) && reply.status === 404
      return hidden ? withJson({ ...reply, status: 403 }, { message: '403 Forbidden' }) : reply
    },
  },
  {
    name: 'rebase-twice-accepted',
    says: 'A rebase is accepted while another one goes on',
    caughtBy: 'merge-requests/rebase-twice',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `PUT ${path}/rebase`) && reply.status === 409
      return refused ? withJson({ ...reply, status: 202 }, { rebase_in_progress: true }) : reply
    },
  },
  {
    name: 'own-comments-unlocked',
    says: 'In a locked discussion everybody deletes their comments',
    caughtBy: 'merge-requests/locked-discussion',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `DELETE ${path}/notes/:note_id`) && reply.status === 403
      return refused ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'merge-requests-no-waiting-for-required',
    says: 'A merge request cannot wait for a pipeline that its project requires',
    caughtBy: 'merge-requests/waits-for-required-pipeline',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'PUT /projects/:id') && paramsOf(request).only_allow_merge_if_pipeline_succeeds)
        memory.set('required', 'yes')
      const merge = 'PUT /projects/:id/merge_requests/:merge_request_iid/merge'
      return memory.has('required') && calls(request, merge) ? { ...reply, status: 405 } : reply
    },
  },
  {
    name: 'merge-requests-uncounted-by-title',
    says: 'A list of merge requests by title has no totals',
    caughtBy: 'merge-requests/totals-in-any-order',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/merge_requests') && given(request, 'order_by') === 'title'
        ? withHeader(reply, 'x-total', () => '')
        : reply
    },
  },
  {
    name: 'merged-along-open',
    says: 'A merge request that another one brings along stays open',
    caughtBy: 'merge-requests/merge-lands-others',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/merge_requests/:merge_request_iid')
        ? withRows(reply, (row) => (row.merge_commit_sha === null ? { ...row, state: 'opened' } : row))
        : reply
    },
  },
  {
    name: 'closing-one-alone',
    says: 'A description closes the first issue alone that it names',
    caughtBy: 'merge-requests/closing-keywords',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/merge_requests/:merge_request_iid/closes_issues')
        ? withJson(reply, rowsOf(reply).slice(0, 1))
        : reply
    },
  },
  {
    name: 'retarget-closed-refused',
    says: 'A closed merge request is not retargeted',
    caughtBy: 'merge-requests/retarget-closed',
    fault: async (request, next) => {
      const reply = await next(request)
      const row = parseJson(reply.body)
      const isRefused = paramsOf(request).target_branch !== undefined && isRow(row) && row.state === 'closed'
      return isRefused && request.method === 'PUT'
        ? { ...withJson(reply, { message: ['Another open merge request already exists'] }), status: 409 }
        : reply
    },
  },
  paramsChanged(
    'auto-merge-after-failure',
    'A merge that waits for a pipeline is carried out when that fails',
    'merge-requests/auto-merge-pipeline-fails',
    'POST /projects/:id/statuses/:sha',
    (params) => (params.state === 'failed' ? { ...params, state: 'success' } : params),
  ),
  {
    name: 'auto-merge-forgets-wishes',
    says: 'A merge that waits for a pipeline forgets the message that was sent for it',
    caughtBy: 'merge-requests/auto-merge-wishes',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}/merge`) && paramsOf(request).merge_when_pipeline_succeeds === true
          ? withParams(request, ({ merge_commit_message: _forgotten, ...others }) => others)
          : request,
      ),
  },
  {
    name: 'auto-merge-of-drafts',
    says: 'What has become a draft while it waited for a pipeline is merged all the same',
    caughtBy: 'merge-requests/auto-merge-hindered',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}`)
          ? withParams(request, (params) => ({
              ...params,
              ...(typeof params.title === 'string' && { title: params.title.replace('Draft: ', '') }),
            }))
          : request,
      ),
  },
  {
    name: 'merge-requests-upcoming-today',
    says: 'A milestone that is due today is upcoming',
    caughtBy: 'merge-requests/milestone-started-upcoming',
    fault: (request, next) =>
      next({ ...request, url: request.url.replace('milestone=%23upcoming', 'milestone=today') }),
  },
  rowsChanged(
    'merge-requests-diverged-without-merges',
    'Merge commits do not count as diverged',
    'merge-requests/diverged-with-merges',
    ['GET /projects/:id/merge_requests/:merge_request_iid'],
    (row) =>
      Number(row.diverged_commits_count) > 1
        ? { ...row, diverged_commits_count: Number(row.diverged_commits_count) - 1 }
        : row,
  ),
]
