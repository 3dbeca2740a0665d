import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, rowIn, says } from '../../kit/expect.ts'

const BRANCHES = '/projects/:id/repository/branches'

export const createAndDelete = check({
  id: 'branches/create-and-delete',
  says: 'A branch is created from a ref once, is found by its name and by a search, and answers 404 after its deletion',
  source:
    'branches#create, branches#create-exists, branches#create-invalid-ref, branches#search, branches#get, branches#get-invalid-name, branches#delete, branches#delete-default',
  level: 'should',
  covers: [`GET ${BRANCHES}`, `POST ${BRANCHES}`, `GET ${BRANCHES}/:branch`, `DELETE ${BRANCHES}/:branch`],
  needs: { repository: true, writes: true },
  holds: async ({ call, project }) => {
    const { id, branch: start } = project
    const head = await call(`GET ${BRANCHES}/:branch`, { id, branch: start })
    has(head.row(), { name: start, default: true }, head)
    const wish = { id, branch: 'topic/one', ref: start }
    const created = await call(`POST ${BRANCHES}`, wish)
    answers(created, 201)
    has(created.row(), { name: 'topic/one', merged: false, protected: false, default: false }, created)
    const commitOf = rowIn(created.row(), 'commit')
    equals('its commit', commitOf.id, rowIn(head.row(), 'commit').id, created)
    says(await call(`POST ${BRANCHES}`, wish), 400, 'Branch already exists')
    const lost = await call(`POST ${BRANCHES}`, { id, branch: 'topic/two', ref: 'nowhere' })
    says(lost, 400, "Failed to create branch 'topic/two': invalid reference name 'nowhere'")
    const found = await call(`GET ${BRANCHES}`, { id, search: '^topic' })
    const names = found.rows().map(({ name }) => name ?? null)
    equals('the branches found', names, ['topic/one'], found)
    const one = { id, branch: 'topic/one' }
    has((await call(`GET ${BRANCHES}/:branch`, one)).row(), { name: 'topic/one' })
    answers(await call(`DELETE ${BRANCHES}/:branch`, one), 204)
    says(await call(`GET ${BRANCHES}/:branch`, one), 404, '404 Branch Not Found')
    says(await call(`DELETE ${BRANCHES}/:branch`, one), 404, '404 Branch Not Found')
    for (const verb of ['GET', 'DELETE']) {
      const invalid = await call(`${verb} ${BRANCHES}/:branch`, { id, branch: 'a..b' })
      says(invalid, 400, 'The branch refname is invalid')
    }
    answers(await call(`DELETE ${BRANCHES}/:branch`, { id, branch: start }), 400)
    answers(await call(`GET ${BRANCHES}/:branch`, { id, branch: start }), 200)
  },
})

export const deleteMerged = check({
  id: 'branches/delete-merged',
  says: 'Deleting the merged branches deletes the branches whose commits the default branch has, and no other',
  source: 'branches#delete-merged, branches#merged',
  level: 'should',
  covers: ['DELETE /projects/:id/repository/merged_branches', `GET ${BRANCHES}/:branch`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch: start } = project
    answers(await call(`POST ${BRANCHES}`, { id, branch: 'done', ref: start }), 201)
    await commit(stage, { branch: 'open', from: start, path: 'open.txt' })
    await commit(stage, { branch: start, path: 'later.txt' })
    const read = (branch: string) => call(`GET ${BRANCHES}/:branch`, { id, branch })
    for (const [branch, merged] of [
      ['done', true],
      ['open', false],
    ] as const)
      has((await read(branch)).row(), { merged })
    const accepted = await call('DELETE /projects/:id/repository/merged_branches', { id })
    says(accepted, 202, '202 Accepted')
    const gone = await stage.until(
      () => read('done'),
      ({ status }) => status === 404,
      { seconds: 30 },
    )
    answers(gone, 404)
    for (const branch of ['open', start]) answers(await read(branch), 200)
  },
})

export const createInEmpty = check({
  id: 'branches/create-in-empty',
  says: 'A branch of a project without commits makes the default branch first, with an empty README.md',
  source: 'branches#create-in-empty',
  level: 'should',
  covers: ['POST /projects/:id/repository/branches', 'GET /projects/:id/repository/branches'],
  needs: { writes: true },
  holds: async ({ call, project }) => {
    const { id, branch: ref } = project
    const made = await call('POST /projects/:id/repository/branches', { id, branch: 'topic', ref })
    answers(made, 201)
    has(rowIn(made.row(), 'commit'), { message: 'Add README.md', parent_ids: [] }, made)
    const listed = await call('GET /projects/:id/repository/branches', { id })
    const names = listed.rows().map(({ name }) => `${name}`)
    equals('the branches', [...names].sort(), [ref, 'topic'].sort(), listed)
    const file = { id, file_path: 'README.md', ref: 'topic' }
    has((await call('GET /projects/:id/repository/files/:file_path', file)).row(), { size: 0 })
  },
})

export const expressions = check({
  id: 'branches/regex',
  says: 'Later releases filter branches by the RE2 expression `regex`, and refuse what is none with 400',
  source: 'branches#later-regex',
  level: 'should',
  covers: [`GET ${BRANCHES}`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch: ref } = project
    for (const branch of ['topic/1', 'topic/22'])
      answers(await call(`POST ${BRANCHES}`, { id, branch, ref }), 201)
    const reply = await call(`GET ${BRANCHES}`, { id, regex: '^topic/[0-9]{2}$' })
    const wrong = await call(`GET ${BRANCHES}`, { id, regex: 'topic/(' })
    const found = reply.rows().map(({ name }) => name ?? null)
    await stage.changed('branches#later-regex', {
      before: () => equals('that all are listed', found.length > 2, true, reply),
      after: () => {
        equals('the branches', found, ['topic/22'], reply)
        says(wrong, 400, 'Regex is invalid')
      },
    })
  },
})
