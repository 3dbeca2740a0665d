import type { WireReply, WireRequest } from '../targets/target.ts'
import type { Mutant, Next } from './mutant.ts'
import { as, calls, given, isBy, paramsOf, rowsOf, withJson, without, withRows } from './wire.ts'

const operations = ['GET /search', 'GET /groups/:id/search', 'GET /projects/:id/search']

const searches = (request: WireRequest) => operations.some((operation) => calls(request, operation))

/** The request with another query. */
function asking(request: WireRequest, change: (query: string) => string): WireRequest {
  const query = given(request, 'search')?.replaceAll('+', ' ')
  if (query === undefined) return request
  const url = without(request, (name) => name === 'search').url
  return { ...request, url: `${url}&search=${encodeURIComponent(change(query))}` }
}

/** Faults in search. */
export const searchMutants: readonly Mutant[] = [
  {
    name: 'issue-found-by-mark-of-merge-requests',
    says: 'A number behind an exclamation mark finds an issue as well',
    caughtBy: 'search/internal-number',
    fault: (request, next) =>
      next(
        searches(request) && given(request, 'scope') === 'issues'
          ? asking(request, (query) => query.replace(/!(?=\d+$)/, '#'))
          : request,
      ),
  },
  {
    name: 'long-texts-not-searched',
    says: 'What has a long description is not found',
    caughtBy: 'search/end-of-a-long-text',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!searches(request)) return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ description }) => String(description).length < 5000),
      )
    },
  },
  {
    name: 'group-searched-after-membership',
    says: 'A former member of a subgroup still searches the groups above it',
    caughtBy: 'search/ended-member-below',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /groups/:id/search')) return reply
      if (reply.status === 200) memory.set(request.url, reply.body)
      const before = memory.get(request.url)
      return reply.status === 404 && before !== undefined ? { ...reply, status: 200, body: before } : reply
    },
  },
  {
    name: 'snippets-by-title-only',
    says: 'Snippets are found by their titles alone',
    caughtBy: 'search/snippets',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!searches(request) || given(request, 'scope') !== 'snippet_titles') return reply
      const word = (given(request, 'search') ?? '').toLowerCase()
      const named = rowsOf(reply).filter(({ title }) => String(title).toLowerCase().includes(word))
      return withJson(reply, named)
    },
  },
  {
    name: 'search-ignores-visibility',
    says: 'A global search finds private projects for everybody',
    caughtBy: 'search/private-project',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /search') && isBy(request, credentials.stranger)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'search-finds-confidential-issues',
    says: 'A search finds confidential issues for everybody who sees the project',
    caughtBy: 'search/confidential-issues',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /projects/:id/search') && isBy(request, credentials.guest)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'search-index-stale',
    says: 'The index of a search is never updated',
    caughtBy: 'search/changed-records',
    fault: async (request, next, { memory }) => {
      if (!searches(request)) return next(request)
      const known = memory.get(request.url)
      const reply = await next(request)
      if (known === undefined && reply.status === 200) memory.set(request.url, reply.body)
      return known === undefined ? reply : { ...reply, body: known }
    },
  },
  {
    name: 'search-first-term-only',
    says: 'A search uses the first of several terms and ignores the others',
    caughtBy: 'search/terms',
    fault: (request, next) =>
      next(searches(request) ? asking(request, (query) => query.split(' ')[0] ?? '') : request),
  },
  {
    name: 'search-star-at-the-end-ignored',
    says: 'A star at the end of a word is ignored by the search engine',
    caughtBy: 'search/advanced-syntax',
    fault: (request, next) =>
      next(searches(request) ? asking(request, (query) => query.replaceAll('*', '')) : request),
  },
  {
    name: 'search-excluded-word-ignored',
    says: 'A word that is to be left out is ignored by the search engine',
    caughtBy: 'search/advanced-syntax',
    fault: (request, next) =>
      next(searches(request) ? asking(request, (query) => query.replaceAll(/(^| )-\S+/g, '')) : request),
  },
  {
    name: 'search-case-sensitive',
    says: 'A search is case-sensitive',
    caughtBy: 'search/created-records',
    fault: async (request, next) => {
      const reply = await next(request)
      const query = given(request, 'search') ?? ''
      if (!searches(request) || reply.status !== 200 || query === '') return reply
      const rows = rowsOf(reply)
      return withJson(
        reply,
        rows.filter((row) => JSON.stringify(row).includes(query)),
      )
    },
  },
  {
    name: 'search-state-filters-milestones',
    says: 'A search of milestones is filtered by `state`, which it should ignore',
    caughtBy: 'search/filters',
    fault: async (request, next) => {
      const reply = await next(request)
      const state = given(request, 'state')
      if (!searches(request) || state === undefined || given(request, 'scope') !== 'milestones') return reply
      return withJson(
        reply,
        rowsOf(reply).filter((row) => row.state === state),
      )
    },
  },
  {
    name: 'search-sort-ignored',
    says: 'A search ignores `sort`',
    caughtBy: 'search/order',
    fault: (request, next) => next(searches(request) ? without(request, (name) => name === 'sort') : request),
  },
  {
    name: 'search-private-group-empty',
    says: 'A search in a private group answers an empty list to non-members instead of 404',
    caughtBy: 'search/private-group',
    fault: async (request, next) => {
      const reply = await next(request)
      const hidden = calls(request, 'GET /groups/:id/search') && reply.status === 404
      return hidden ? { ...reply, status: 200, body: '[]' } : reply
    },
  },
  {
    name: 'search-startline-of-match',
    says: '`startline` of an excerpt is the number of the matching line, not of the first line shown',
    caughtBy: 'search/excerpts',
    fault: async (request, next) => {
      const reply = await next(request)
      const term = (given(request, 'search') ?? '').toLowerCase()
      if (!searches(request) || given(request, 'scope') !== 'blobs') return reply
      return withRows(reply, (row) => {
        const lines = String(row.data).toLowerCase().split('\n')
        const at = Math.max(
          0,
          lines.findIndex((line) => line.includes(term)),
        )
        return { ...row, startline: Number(row.startline) + at }
      })
    },
  },
  {
    name: 'search-either-word-from-the-start',
    says: 'A file that is found by one of two words is shown from its first line',
    caughtBy: 'search/advanced-blobs-and-commits',
    fault: async (request, next) => {
      const reply = await next(request)
      return given(request, 'scope') === 'blobs' && given(request, 'search')?.includes(' | ')
        ? withRows(reply, (row) => ({ ...row, startline: 1 }))
        : reply
    },
  },
  {
    name: 'search-star-literal',
    says: 'A `*` in a file filter is an ordinary character',
    caughtBy: 'search/file-filters',
    fault: (request, next) =>
      next(searches(request) ? asking(request, (query) => query.replaceAll('*', '\\*')) : request),
  },
  {
    name: 'search-finds-hidden-notes',
    says: 'A search finds notes on merge requests for callers who may not read them',
    caughtBy: 'search/hidden-notes',
    fault: (request, next, { credentials }) =>
      next(
        searches(request) && given(request, 'scope') === 'notes' && isBy(request, credentials.guest)
          ? as(request, credentials.reporter)
          : request,
      ),
  },
  {
    name: 'search-scope-forgotten',
    says: 'The scope `snippet_titles` is unknown',
    caughtBy: 'search/scopes',
    fault: async (request, next) => {
      const reply = await next(request)
      const forgets = searches(request) && given(request, 'scope') === 'snippet_titles'
      return forgets
        ? { ...withJson(reply, { error: 'scope does not have a valid value' }), status: 400 }
        : reply
    },
  },
  {
    name: 'search-milestones-by-creation',
    says: 'A search lists milestones by the time of their creation',
    caughtBy: 'search/milestone-order',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!searches(request) || given(request, 'scope') !== 'milestones' || reply.status !== 200) return reply
      return withJson(
        reply,
        [...rowsOf(reply)].sort((one, other) => Number(other.id) - Number(one.id)),
      )
    },
  },
  {
    name: 'search-filters-need-a-term',
    says: 'A query of filters alone finds no files',
    caughtBy: 'search/file-filters',
    fault: async (request, next) => {
      const reply = await next(request)
      const alone = /^(?:filename|path|extension):\S*$/.test(given(request, 'search') ?? '')
      return searches(request) && alone && reply.status === 200 ? withJson(reply, []) : reply
    },
  },
  {
    name: 'search-finds-disabled-wikis',
    says: 'A search finds pages of a wiki that is disabled',
    caughtBy: 'search/wiki-pages',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!searches(request) || given(request, 'scope') !== 'wiki_blobs') return reply
      if (rowsOf(reply).length > 0) memory.set(request.url, reply.body)
      return { ...reply, body: memory.get(request.url) ?? reply.body }
    },
  },
  {
    name: 'search-finds-hidden-snippets',
    says: 'A search finds snippets of private projects for strangers',
    caughtBy: 'search/snippets',
    fault: (request, next, { credentials }) =>
      next(
        searches(request) &&
          given(request, 'scope') === 'snippet_titles' &&
          isBy(request, credentials.stranger)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'search-private-mail',
    says: 'Everybody is found by the address of an account, public or not',
    caughtBy: 'search/private-mail',
    fault: (request, next, { credentials }) =>
      next(
        searches(request) && /.@/.test(given(request, 'search') ?? '')
          ? as(request, credentials.admin)
          : request,
      ),
  },
  {
    name: 'search-members-stale',
    says: 'Members stay found in groups and projects after their membership has ended',
    caughtBy: 'search/ended-members',
    fault: (request, next, { memory }) =>
      calls(request, 'GET /search') ? next(request) : firstPeople(request, next, memory),
  },
  {
    name: 'search-blocked-users',
    says: 'Accounts stay found by everybody after they are blocked',
    caughtBy: 'search/blocked-users',
    fault: (request, next, { memory }) => firstPeople(request, next, memory),
  },
  {
    name: 'search-banned-users',
    says: 'Everybody finds accounts that are banned',
    caughtBy: 'search/blocked-users',
    fault: (request, next, { credentials, memory }) => {
      if (calls(request, 'POST /users/:id/ban')) memory.set('banned', 'somebody')
      return next(memory.has('banned') && searches(request) ? as(request, credentials.admin) : request)
    },
  },
  {
    name: 'search-private-mail-in-group',
    says: 'A search in a group finds its members by private e-mail addresses',
    caughtBy: 'search/private-mail',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /groups/:id/search') && /.@/.test(given(request, 'search') ?? '')
          ? as(request, credentials.admin)
          : request,
      ),
  },
  {
    name: 'search-members-of-hidden-subgroups',
    says: 'A search for users in a group finds members of subgroups that the caller does not see',
    caughtBy: 'search/members-of-hidden-subgroups',
    fault: (request, next, { credentials }) =>
      next(calls(request, 'GET /groups/:id/search') ? as(request, credentials.owner) : request),
  },
  {
    name: 'search-group-everywhere',
    says: 'A search in a group finds what lies in other groups',
    caughtBy: 'search/sibling-groups',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/search')
          ? { ...request, url: request.url.replace(/groups\/[^/]+\/search/, 'search') }
          : request,
      ),
  },
  {
    name: 'search-milestones-without-issues',
    says: 'No milestones are found where issues are switched off',
    caughtBy: 'search/milestones-by-feature',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'PUT /projects/:id') && paramsOf(request).issues_access_level === 'disabled')
        memory.set('off', 'issues')
      const milestones = searches(request) && given(request, 'scope') === 'milestones'
      return milestones && memory.has('off') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'search-number-in-every-state',
    says: 'A search for an internal number ignores `state`',
    caughtBy: 'search/internal-number',
    fault: (request, next) =>
      next(
        searches(request) && /#\d+$/.test(given(request, 'search') ?? '')
          ? without(request, (name) => name === 'state')
          : request,
      ),
  },
  {
    name: 'search-no-exclamation-marks',
    says: 'A number behind an exclamation mark is a word like any other',
    caughtBy: 'search/internal-number',
    fault: async (request, next) => {
      const reply = await next(request)
      return searches(request) && /!\d+$/.test(given(request, 'search') ?? '') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'search-blanks-count',
    says: 'A blank behind a number makes it a word like any other',
    caughtBy: 'search/internal-number',
    fault: async (request, next) => {
      const reply = await next(request)
      const query = given(request, 'search')?.replaceAll('+', ' ') ?? ''
      return searches(request) && /#\d+ +$/.test(query) ? withJson(reply, []) : reply
    },
  },
  {
    name: 'search-short-milestone-terms',
    says: 'Terms of two characters find no milestones',
    caughtBy: 'search/shortest-terms',
    fault: async (request, next) => {
      const reply = await next(request)
      const short = searches(request) && given(request, 'search')?.length === 2
      return short && given(request, 'scope') === 'milestones' ? withJson(reply, []) : reply
    },
  },
  {
    name: 'search-long-addresses-abusive',
    says: 'An address of 100 characters finds nothing, like any other word of that length',
    caughtBy: 'search/long-addresses',
    fault: async (request, next) => {
      const reply = await next(request)
      return searches(request) && (given(request, 'search')?.length ?? 0) >= 100 ? withJson(reply, []) : reply
    },
  },
  {
    name: 'search-all-states-empty',
    says: 'A search of `all` states finds nothing',
    caughtBy: 'search/every-state',
    fault: async (request, next) => {
      const reply = await next(request)
      return searches(request) && given(request, 'state') === 'all' ? withJson(reply, []) : reply
    },
  },
  {
    name: 'search-finds-foreign-private-snippets',
    says: 'A search finds the private snippets of others',
    caughtBy: 'search/seen-snippets',
    fault: (request, next, { credentials }) =>
      next(
        searches(request) &&
          given(request, 'scope') === 'snippet_titles' &&
          isBy(request, credentials.stranger)
          ? as(request, credentials.admin)
          : request,
      ),
  },
  {
    name: 'search-internal-snippets-from-outside',
    says: 'External users find internal snippets',
    caughtBy: 'search/snippets-seen-from-outside',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!searches(request) || given(request, 'scope') !== 'snippet_titles') return reply
      const known = memory.get(request.url)
      if (known === undefined) memory.set(request.url, reply.body)
      return known === undefined ? reply : { ...reply, body: known }
    },
  },
  {
    name: 'search-public-mail-ignored',
    says: 'Nobody is found by a public e-mail address',
    caughtBy: 'search/public-mail',
    fault: async (request, next) => {
      const reply = await next(request)
      return searches(request) && /.@/.test(given(request, 'search') ?? '') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'search-notes-by-creation',
    says: 'A search lists notes by the time of their creation',
    caughtBy: 'search/notes-in-order',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!searches(request) || given(request, 'scope') !== 'notes' || reply.status !== 200) return reply
      return withJson(
        reply,
        [...rowsOf(reply)].sort((one, other) => Number(other.id) - Number(one.id)),
      )
    },
  },
  {
    name: 'search-longer-usernames-first',
    says: 'Users come oldest first, whoever has the whole username',
    caughtBy: 'search/whole-username-first',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!searches(request) || given(request, 'scope') !== 'users' || reply.status !== 200) return reply
      return withJson(
        reply,
        [...rowsOf(reply)].sort((one, other) => Number(one.id) - Number(other.id)),
      )
    },
  },
  {
    name: 'search-commits-cut',
    says: 'A search of commits finds a page of them at most',
    caughtBy: 'search/many-commits',
    fault: async (request, next) => {
      const reply = await next(request)
      if (given(request, 'scope') !== 'commits') return reply
      return withJson(reply, Number(given(request, 'page')) > 1 ? [] : rowsOf(reply).slice(0, 20))
    },
  },
  {
    name: 'search-users-oldest-first',
    says: 'Users are found the oldest first',
    caughtBy: 'search/users-order',
    fault: async (request, next) => {
      const reply = await next(request)
      const found = given(request, 'scope') === 'users' && given(request, 'sort') === undefined
      return found ? withJson(reply, [...rowsOf(reply)].reverse()) : reply
    },
  },
]

/** The people that a search found first, whoever asks again. */
async function firstPeople(
  request: WireRequest,
  next: Next,
  memory: Map<string, string>,
): Promise<WireReply> {
  const reply = await next(request)
  if (!searches(request) || given(request, 'scope') !== 'users') return reply
  const known = memory.get(request.url)
  if (known === undefined && rowsOf(reply).length > 0) memory.set(request.url, reply.body)
  return known === undefined ? reply : { ...reply, body: known }
}
