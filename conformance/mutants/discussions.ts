import type { Row } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  isBy,
  othersFirst,
  paramsChanged,
  rowsChanged,
  without,
  withParams,
  withRows,
} from './wire.ts'

const DRAFTS = '/projects/:id/merge_requests/:merge_request_iid/draft_notes'

const SNIPPET = '/projects/:id/snippets/:noteable_id'

/** Faults in discussions. */
export const discussionsMutants: readonly Mutant[] = [
  rowsChanged(
    'board-action-keeps-labels',
    'An issue that is moved on a board keeps the label of its former list',
    'discussions/board-action',
    ['GET /projects/:id/issues/:issue_iid'],
    (row) => (row.title === 'Moving' ? { ...row, labels: ['first column', 'second column'] } : row),
  ),
  {
    name: 'system-notes-of-titles-alone',
    says: 'The records of what was done of an issue tell of a title whatever was changed',
    caughtBy: 'discussions/system-notes',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/issues/:issue_iid/notes')) return reply
      return withRows(reply, (row) => (row.system === true ? { ...row, body: 'changed title from' } : row))
    },
  },
  {
    name: 'system-note-deleted',
    says: 'A record of what was done is said to be deleted',
    caughtBy: 'discussions/system-notes-stay',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'DELETE /projects/:id/issues/:issue_iid/notes/:note_id')
      return refused && reply.status === 403 ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'thread-note-of-both-taken',
    says: 'A note of a thread that is sent a text and whether it is resolved gets the text',
    caughtBy: 'discussions/thread-note-updates',
    fault: (request, next) =>
      next(
        calls(
          request,
          'PUT /projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes/:note_id',
        )
          ? withParams(request, ({ resolved, body, ...params }) =>
              body === undefined
                ? { ...params, ...(resolved !== undefined && { resolved }) }
                : { ...params, body },
            )
          : request,
      ),
  },
  rowsChanged(
    'mention-told-without-number',
    'The note on what something mentions does not tell where',
    'discussions/cross-references',
    ['GET /projects/:id/issues/:issue_iid/notes'],
    (row) => (row.system === true ? { ...row, body: String(row.body).replace(/[#!]\d+$/, '') } : row),
  ),
  rowsChanged(
    'pushed-commits-not-listed',
    'The note on a push tells how many commits came, and not which',
    'discussions/pushed-commits',
    ['GET /projects/:id/merge_requests/:merge_request_iid/notes'],
    (row) => (row.system === true ? { ...row, body: String(row.body).split('\n')[0] ?? '' } : row),
  ),
  {
    name: 'epic-note-time-not-taken',
    says: 'The time at which a comment on an epic was written is ignored',
    caughtBy: 'discussions/other-notes-created-at',
    fault: (request, next) =>
      next(
        calls(request, 'POST /groups/:id/epics/:epic_iid/notes')
          ? withParams(request, ({ created_at: _, ...params }) => params)
          : request,
      ),
  },

  {
    name: 'note-time-not-taken',
    says: 'The time at which a comment was written is not taken from owners either',
    caughtBy: 'discussions/note-created-at',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues/:noteable_id/notes')
          ? withParams(request, ({ created_at: _, ...params }) => params)
          : request,
      ),
  },
  paramsChanged(
    'commit-discussions-without-line',
    'A discussion on a line of a commit is on the whole commit',
    'discussions/commit-lines',
    'POST /projects/:id/repository/commits/:sha/discussions',
    ({ position: _, ...params }) => params,
  ),
  {
    name: 'snippet-comment-answered',
    says: 'A reply to a single comment on a snippet is taken',
    caughtBy: 'discussions/single-snippet-comment',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/snippets/:noteable_id/discussions/:discussion_id/notes')
          ? { ...request, url: request.url.replace(/\/discussions\/.*$/, '/notes') }
          : request,
      ),
  },
  {
    name: 'commit-discussions-for-guests',
    says: 'A guest who may not read the code sees the discussions on commits',
    caughtBy: 'discussions/code-unseen',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /projects/:id/repository/commits/:sha/discussions') &&
          isBy(request, credentials.guest)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  paramsChanged(
    'epic-notes-never-internal',
    'Internal notes on epics are visible to everybody',
    'discussions/epic-notes',
    'POST /groups/:id/epics/:epic_iid/notes',
    ({ internal: _, ...params }) => params,
  ),
  rowsChanged(
    'epic-threads-as-single-notes',
    'Every discussion on an epic is shown as a single note',
    'discussions/epic-threads',
    ['GET /groups/:id/epics/:epic_id/discussions'],
    (row) => ({ ...row, individual_note: true }),
  ),
  rowsChanged(
    'duplicate-of-nothing',
    'An issue never names the one that it duplicates',
    'discussions/duplicate-action',
    ['GET /projects/:id/issues/:issue_iid'],
    (row) => ({ ...row, _links: { ...(row._links as Row), closed_as_duplicate_of: null } }),
  ),
  paramsChanged(
    'to-do-actions-ignored',
    '`/done` is no quick action',
    'discussions/to-do-actions',
    'POST /projects/:id/issues/:issue_iid/notes',
    (params) => ({ ...params, body: String(params.body).replace('/done', 'Done.') }),
  ),
  ...(
    [
      ['due-words-ignored', '`/due` takes no words', 'discussions/time-actions', '/due dec'],
      [
        'severity-action-ignored',
        '`/severity` is no quick action',
        'discussions/incident-actions',
        '/severity',
      ],
      ['award-action-ignored', '`/award` is no quick action', 'discussions/copying-actions', '/award'],
      ['clone-action-ignored', '`/clone` is no quick action', 'discussions/moving-actions', '/clone'],
      [
        'epic-action-ignored',
        '`/remove_epic` is no quick action',
        'discussions/epic-actions',
        '/remove_epic',
      ],
      [
        'create-merge-request-action-ignored',
        '`/create_merge_request` is no quick action',
        'discussions/create-merge-request-action',
        '/create_merge_request',
      ],
    ] as const
  ).map(([name, says, caughtBy, action]) =>
    paramsChanged(name, says, caughtBy, 'POST /projects/:id/issues/:issue_iid/notes', (params) => ({
      ...params,
      body: String(params.body).replace(action, action.replace('/', '')),
    })),
  ),
  paramsChanged(
    'move-action-clones',
    '`/move` leaves the issue open',
    'discussions/moving-actions',
    'POST /projects/:id/issues/:issue_iid/notes',
    (params) => ({ ...params, body: String(params.body).replace('/move', '/clone') }),
  ),
  paramsChanged(
    'described-actions-once-more',
    'An update of a description runs none of its quick actions',
    'discussions/actions-in-descriptions',
    'PUT /projects/:id/issues/:issue_iid',
    (params) => ({ ...params, description: String(params.description).replaceAll('\n/', '\n /') }),
  ),
  rowsChanged(
    'unapprove-told-as-approve',
    '`/unapprove` is told as an approval',
    'discussions/approval-actions',
    ['POST /projects/:id/merge_requests/:merge_request_iid/notes'],
    (row) =>
      String(row.summary).startsWith('Unapproved')
        ? { ...row, summary: ['Approved the current merge request.'] }
        : row,
  ),
  paramsChanged(
    'target-branch-action-ignored',
    '`/target_branch` is no quick action',
    'discussions/branch-actions',
    'POST /projects/:id/merge_requests/:merge_request_iid/notes',
    (params) => ({ ...params, body: String(params.body).replace('/target_branch', 'target_branch') }),
  ),
  paramsChanged(
    'merge-action-without-head',
    '`/merge` does not read the head that the caller names',
    'discussions/merge-action',
    'POST /projects/:id/merge_requests/:merge_request_iid/notes',
    ({ merge_request_diff_head_sha: _, ...params }) => params,
  ),
  paramsChanged(
    'epic-actions-stay-text',
    'Quick actions in notes on epics are not carried out',
    'discussions/actions-on-epics',
    'POST /groups/:id/epics/:epic_iid/notes',
    (params) => ({ ...params, body: `\`${String(params.body)}\`` }),
  ),
  paramsChanged(
    'commit-tagged-without-message',
    '`/tag` in a comment on a commit loses its message',
    'discussions/tag-action',
    'POST /projects/:id/repository/commits/:sha/comments',
    (params) => ({ ...params, note: String(params.note).replace(/(\/tag \S+).*$/s, '$1') }),
  ),
  rowsChanged(
    'quick-action-changes-missing',
    'The answer to quick actions does not show what they changed',
    'discussions/quick-actions',
    ['POST /projects/:id/issues/:issue_iid/notes'],
    (row) => ('summary' in row ? { ...row, commands_changes: {} } : row),
  ),
  {
    name: 'draft-notes-of-others-shown',
    says: 'A draft note is shown to users who are not its author',
    caughtBy: 'discussions/draft-notes',
    fault: (request, next, { credentials }) =>
      next(calls(request, `GET ${DRAFTS}`) ? as(request, credentials.owner) : request),
  },
  {
    name: 'draft-note-published-outside-thread',
    says: 'A draft note that replies to a thread is published outside it',
    caughtBy: 'discussions/publish-draft-notes',
    fault: (request, next) =>
      next(
        calls(request, `POST ${DRAFTS}`)
          ? withParams(
              request,
              ({ in_reply_to_discussion_id: _, resolve_discussion: __, ...params }) => params,
            )
          : request,
      ),
  },
  {
    name: 'draft-note-to-unknown-thread',
    says: 'A draft note that replies to an unknown thread is accepted',
    caughtBy: 'discussions/draft-note-unknown-thread',
    fault: async (request, next) => {
      const reply = await next(request)
      const lost = calls(request, `POST ${DRAFTS}`) && reply.body.includes('cannot be found')
      return lost ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'snippet-notes-sort-ignored',
    says: 'The `sort` of snippet notes is ignored',
    caughtBy: 'discussions/snippet-notes',
    fault: (request, next) =>
      next(calls(request, `GET ${SNIPPET}/notes`) ? without(request, (name) => name === 'sort') : request),
  },
  rowsChanged(
    'threads-latest-note-first',
    'A thread shows its latest note first',
    'discussions/thread-lifecycle',
    ['GET /projects/:id/issues/:issue_iid/discussions/:discussion_id'],
    (row) => ({ ...row, notes: Array.isArray(row.notes) ? row.notes.toReversed() : (row.notes ?? null) }),
  ),
  {
    name: 'notes-counted-off-at-once',
    says: 'The count of notes of an issue loses one of two notes that are added at once',
    caughtBy: 'discussions/concurrent-notes',
    fault: async (request, next, { memory }) => {
      const issue = /\/issues\/\d+/.exec(request.url)?.[0] ?? ''
      if (calls(request, 'GET /projects/:id/issues/:issue_iid')) {
        const lost = Number(memory.get(issue) ?? 0)
        return withRows(await next(request), (row) => ({
          ...row,
          user_notes_count: Number(row.user_notes_count) - lost,
        }))
      }
      if (!calls(request, 'POST /projects/:id/issues/:issue_iid/notes')) return next(request)
      const before = memory.get(`${issue} written`)
      await othersFirst()
      if (memory.get(`${issue} written`) !== before)
        memory.set(issue, String(Number(memory.get(issue) ?? 0) + 1))
      memory.set(`${issue} written`, String(Number(memory.get(`${issue} written`) ?? 0) + 1))
      return next(request)
    },
  },
  {
    name: 'readers-subscribe',
    says: 'Everybody who reads a merge request may subscribe to it',
    caughtBy: 'discussions/subscription-right',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'POST /projects/:id/merge_requests/:merge_request_iid/subscribe') &&
          isBy(request, credentials.reporter)
          ? as(request, credentials.owner)
          : request,
      ),
  },
]

/** Calls of this operation with other parameters. */
