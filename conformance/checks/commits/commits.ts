import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, numberIn, rowIn, says } from '../../kit/expect.ts'

const COMMITS = '/projects/:id/repository/commits'

export const read = check({
  id: 'commits/read',
  says: 'A created commit is listed first and shown with its message, parent, changed files and branches, and counts one more than its parent',
  source: 'commits#list, commits#get, commits#shape, commits#diff, commits#refs, commits#sequence',
  level: 'should',
  covers: [`GET ${COMMITS}`, ...['', '/diff', '/refs', '/sequence'].map((it) => `GET ${COMMITS}/:sha${it}`)],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const parent = (await call(`GET ${COMMITS}/:sha`, { id, sha: branch })).row().id ?? null
    const sha = await commit(stage, { branch, path: 'one.txt', message: 'Add one\n\nThe first.' })
    const one = { id, sha }
    const fields = { id: sha, title: 'Add one', message: 'Add one\n\nThe first.', parent_ids: [parent] }
    const list = await call(`GET ${COMMITS}`, { id, per_page: 2 })
    answers(list, 200)
    const ids = list.rows().map((row) => row.id ?? null)
    equals('the latest commits', ids, [sha, parent], list)
    const shown = await call(`GET ${COMMITS}/:sha`, one)
    answers(shown, 200)
    has(shown.row(), { ...fields, stats: { additions: 1, deletions: 0, total: 1 } }, shown)
    const diff = await call(`GET ${COMMITS}/:sha/diff`, one)
    has(diff.rows()[0] ?? {}, { new_path: 'one.txt', new_file: true, deleted_file: false }, diff)
    answers(await call(`GET ${COMMITS}/:sha/refs`, one), 200, [{ type: 'branch', name: branch }])
    const count = async (of: string) =>
      Number((await call(`GET ${COMMITS}/:sha/sequence`, { id, sha: of })).row().count)
    equals('its number', await count(sha), (await count(String(parent))) + 1)
    says(await call(`GET ${COMMITS}/:sha`, { id, sha: '0'.repeat(40) }), 404, '404 Commit Not Found')
  },
})

export const topologicalOrder = check({
  id: 'commits/topological-order',
  says: 'With `order=topo` no commit is listed before its children, whatever their times, and another word is refused',
  source: 'commits#list-topological',
  level: 'should',
  covers: [`GET ${COMMITS}`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    await commit(stage, { branch: `${stage.prefix}-side`, from: branch, path: 'side.txt', message: 'Side' })
    await commit(stage, { branch, path: 'straight.txt', message: 'Straight' })
    const asked = { source_branch: `${stage.prefix}-side`, target_branch: branch, title: 'Side' }
    const opened = await call('POST /projects/:id/merge_requests', { id, ...asked })
    const merged = { id, merge_request_iid: numberIn(opened.row(), 'iid') }
    answers(await call('PUT /projects/:id/merge_requests/:merge_request_iid/merge', merged), 200)
    await commit(stage, { branch, path: 'later.txt', message: 'Later' })
    const list = await call(`GET ${COMMITS}`, { id, order: 'topo', per_page: 100 })
    answers(list, 200)
    const titles = list.rows().map(({ title }) => String(title))
    const place = (title: string) => titles.indexOf(title)
    equals('the place of the side', place('Side') < place('Straight'), true, list)
    const ids = list.rows().map((row) => row.id)
    const before = list.rows().filter((row, i) => {
      const parents = Array.isArray(row.parent_ids) ? row.parent_ids : []
      return parents.some((parent) => ids.includes(parent) && ids.indexOf(parent) < i)
    })
    holds(before.length === 0, 'no commit comes before its child', list.json, list)
    answers(await call(`GET ${COMMITS}`, { id, order: 'date' }), 400, {
      error: 'order does not have a valid value',
    })
  },
})

export const statuses = check({
  id: 'commits/statuses',
  says: 'A status of a commit is listed as it was created',
  source: 'commits#status-create, commits#status-list',
  level: 'should',
  covers: ['POST /projects/:id/statuses/:sha', `GET ${COMMITS}/:sha/statuses`],
  needs: { repository: true, writes: true },
  holds: async ({ call, project }) => {
    const { id, branch } = project
    const sha = String((await call(`GET ${COMMITS}/:sha`, { id, sha: branch })).row().id)
    const wish = { name: 'lint', description: 'Clean', target_url: 'https://ci.example/1' }
    const created = await call('POST /projects/:id/statuses/:sha', {
      id,
      sha,
      state: 'success',
      ref: branch,
      ...wish,
    })
    answers(created, 201)
    has(created.row(), { sha, status: 'success', ref: branch, ...wish }, created)
    const listed = await call(`GET ${COMMITS}/:sha/statuses`, { id, sha, name: 'lint' })
    answers(listed, 200, [created.json ?? null])
  },
})

export const trailers = check({
  id: 'commits/trailers',
  says: 'Trailers of messages are shown in a list that is asked for them, and nowhere else',
  source: 'commits#trailers',
  level: 'must',
  covers: [`GET ${COMMITS}`, `GET ${COMMITS}/:sha`, 'GET /projects/:id/repository/compare'],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const sha = await commit(stage, { branch, path: 'two.txt', message: 'Add two\n\nIssue: 6\nIssue: 7\n' })
    const listed = await call(`GET ${COMMITS}`, { id, ref_name: sha, trailers: true, per_page: 1 })
    equals('the trailers', listed.rows()[0]?.trailers, { Issue: '7' }, listed)
    const plain = await call(`GET ${COMMITS}`, { id, ref_name: sha, per_page: 1 })
    const shown = await call(`GET ${COMMITS}/:sha`, { id, sha })
    const compared = await call('GET /projects/:id/repository/compare', { id, from: `${sha}^`, to: sha })
    equals('the trailers', plain.rows()[0]?.trailers, {}, plain)
    equals('the trailers', shown.row().trailers, {}, shown)
    equals('the trailers', rowIn(compared.row(), 'commit').trailers, {}, compared)
  },
})

export const extendedTrailers = check({
  id: 'commits/extended-trailers',
  says: 'From 16.7 on `extended_trailers` has every value of each trailer that a list is asked for',
  source: 'commits#later-extended-trailers',
  level: 'must',
  covers: [`GET ${COMMITS}`, 'GET /projects/:id/repository/compare'],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const people = ['A <a@example.com>', 'B <b@example.com>']
    const message = `Add two\n\n${people.map((one) => `Co-authored-by: ${one}`).join('\n')}\nIssue: 7\n`
    const sha = await commit(stage, { branch, path: 'two.txt', message })
    const listed = await call(`GET ${COMMITS}`, { id, ref_name: sha, trailers: true, per_page: 1 })
    const compared = await call('GET /projects/:id/repository/compare', { id, from: `${sha}^`, to: sha })
    for (const [row, reply, expected] of [
      [listed.rows()[0] ?? {}, listed, { 'Co-authored-by': people, Issue: ['7'] }],
      [rowIn(compared.row(), 'commit'), compared, {}],
    ] as const)
      await stage.changed('commits#later-extended-trailers', {
        before: () => {
          if (stage.dialect !== undefined) lacks(row, ['extended_trailers'], reply)
        },
        after: () => equals('the trailers', row.extended_trailers, expected, reply),
      })
  },
})
