import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, keysAre, numberIn, says } from '../../kit/expect.ts'
import { isRow, type Json } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged } from '../../run/stage.ts'
import { madeAt, servedRepository } from '../../servers/hosts.ts'
import { importFromServer, server } from './import-requests.ts'
import { cancel, finishedImport, namesHost, status } from './import-status.ts'

const { key, slug, pulls, declined, comments, editedAt } = servedRepository

export const serverImport = check({
  id: 'external-import/server-import',
  says: 'An import from a self-hosted server answers 201 with its source and brings the repository and its pull requests',
  source: 'external-import#extserver-success, external-import#cancel-not-found, project-import#import-type',
  level: 'must',
  covers: [server, status, cancel],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { reply, repository } = await importFromServer(stage)
    answers(reply, 201)
    const row = reply.row()
    const named = ['id', 'name', 'full_path', 'full_name']
    const progress = ['import_source', 'import_status', 'human_import_status_name', 'provider_link']
    const later = [...named, 'refs_url', ...progress, 'relation_type']
    await stage.changed('external-import#later-answer', {
      before: () => keysAre(stage, row, [...named, ...progress], reply),
      after: () => keysAre(stage, row, later, reply),
    })
    const from = { import_source: `${key}/${slug}`, provider_link: `/${key}/${slug}` }
    const state = { import_status: 'scheduled', human_import_status_name: 'scheduled' }
    has(row, { name: slug, full_path: `/${stage.group.path}/${slug}`, ...from, ...state }, reply)
    const id = numberIn(row, 'id')
    const ended = await finishedImport(stage, id)
    has(ended, { import_status: 'finished', import_error: null, stats: null })
    namesHost(stage, ended, { specification: 'extserver', real: 'bitbucket_server' })
    const requests = await stage.call('GET /projects/:id/merge_requests', { id, state: 'all' })
    equals(
      'merge requests',
      requests.rows().map((row) => [row.title ?? null, row.state ?? null, row.merged_at ?? null]),
      [[declined, 'closed', null], ...pulls.map((title) => [title, 'opened', null])],
    )
    const [, request = {}] = requests.rows()
    equals('when it was made', Date.parse(String(request.created_at)), Date.parse(madeAt), requests)
    const branches = (await stage.call('GET /projects/:id/repository/branches', { id })).rows()
    const heads = branches.map(({ name, commit }) => [name, isRow(commit) ? commit.id : null])
    equals('the branches', Object.fromEntries(heads) as Json, { ...repository.branches })
    // It is none of the hosted service's.
    says(await stage.call(cancel, { project_id: id }), 404, '404 Not found')
  },
})

export const serverComments = check({
  id: 'external-import/server-comments',
  says: 'The comments on a pull request of a self-hosted server come from every page, with their answers and times, and are counted',
  source: 'external-import#extserver-success',
  level: 'should',
  covers: [server, 'GET /projects/:id/merge_requests/:merge_request_iid'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call } = stage
    const { reply } = await importFromServer(stage)
    const id = numberIn(reply.row(), 'id')
    has(await finishedImport(stage, id), { import_status: 'finished', import_error: null })
    const place = { id, merge_request_iid: 1 }
    const request = await call('GET /projects/:id/merge_requests/:merge_request_iid', place)
    has(request.row(), { title: pulls[0], user_notes_count: comments.length }, request)
    const order = { order_by: 'created_at', sort: 'asc' }
    const notes = await call('GET /projects/:id/merge_requests/:merge_request_iid/notes', {
      ...place,
      ...order,
    })
    const told = notes
      .rows()
      .filter(({ system }) => system === false)
      .map(({ body, created_at: made, updated_at: changed }) => [
        // The service may say before it who wrote it.
        String(body).split('\n').at(-1) ?? null,
        Date.parse(String(made)),
        Date.parse(String(changed)),
      ])
    const expected = comments.map(({ text, at }, n) => [text, at, n === 1 ? editedAt : at])
    equals('the comments', told, expected, notes)
  },
})

export const serverNamespaces = check({
  id: 'external-import/server-namespaces',
  says: "An import from a self-hosted server goes to the caller's namespace by default, creates a missing group, and prefers target_namespace to new_namespace",
  source: 'external-import#extserver-namespace, external-import#later-path-of-name',
  level: 'must',
  covers: [server],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { path } = stage.group
    const placed = async (more: Params) => {
      const { reply } = await importFromServer(stage, more)
      answers(reply, 201)
      return reply.row().full_path ?? null
    }
    const own = `${stage.prefix}-own`
    const mine = stage.user('owner').username
    const first = await placed({ target_namespace: undefined, new_name: own })
    const follows = () => equals('the path', first, `/${mine}/${own}`)
    await stage.changed('external-import#later-path-of-name', {
      before: () => (first === `/${mine}/${slug}` ? undefined : follows()),
      after: follows,
    })
    if (first === `/${mine}/${slug}`)
      return stage.unknown('paths are those of the repository, whatever the name')
    const made = `${path}/made/deep`
    equals('the path', await placed({ target_namespace: `/${made}` }), `/${made}/${slug}`)
    answers(await stage.call('GET /groups/:id', { id: made }), 200)
    const again = { target_namespace: made, new_name: 'again' }
    equals('the path once the group is there', await placed(again), `/${made}/again`)
    const other = { target_namespace: undefined, new_namespace: path, new_name: 'other' }
    equals('the path', await placed(other), `/${path}/other`)
    const both = { target_namespace: path, new_namespace: made, new_name: 'both' }
    equals('the path', await placed(both), `/${path}/both`)
  },
})

export const serverGroupRefused = check({
  id: 'external-import/server-group-refused',
  says: 'Who may create no groups imports from a self-hosted server to the own namespace where the named one is missing',
  source: 'external-import#extserver-namespace',
  level: 'must',
  covers: [server],
  needs: { in: 'group', rewinds: true },
  holds: async (stage) => {
    const { id, username } = stage.user('stranger')
    const rights = { id, can_create_group: false }
    expectArranged(await stage.call('PUT /users/:id', rights, { as: 'admin' }))
    const target_namespace = `${stage.prefix}-missing`
    const { reply } = await importFromServer(stage, { target_namespace }, { as: 'stranger' })
    answers(reply, 201)
    equals('the path', reply.row().full_path, `/${username}/${slug}`, reply)
    answers(await stage.call('GET /groups/:id', { id: target_namespace }, { as: 'admin' }), 404)
  },
})

export const serverErrors = check<readonly [params: Params, status: number, error: string | RegExp]>({
  id: 'external-import/server-errors',
  says: 'A missing repository and a bad name answer 422, a refused token 400, and no project is created',
  source:
    'external-import#extserver-not-found, external-import#extserver-connection-error, external-import#extserver-project-errors',
  level: 'must',
  covers: [server],
  needs: { in: 'group' },
  each: () => [
    [{ bitbucket_server_project: 'NONE' }, 422, `Project NONE/${slug} could not be found`],
    [{ bitbucket_server_repo: 'none' }, 422, `Project ${key}/none could not be found`],
    [{ personal_access_token: 'unknown' }, 400, /^Import failed due to a BitBucket Server error: \S/],
    [{ new_name: '*' }, 422, /^Name can contain only letters, digits/],
  ],
  holds: async (stage, [params, wanted, error]) => {
    const { reply } = await importFromServer(stage, params)
    answers(reply, wanted)
    const { message } = reply.json as { readonly message?: { readonly error?: Json } }
    const told = String(message?.error)
    const fits = typeof error === 'string' ? told === error : error.test(told)
    holds(fits, `the error is like ${error}`, told, reply)
    answers(await stage.call('GET /projects/:id', { id: `${stage.group.path}/${slug}` }), 404)
  },
})

export const serverNameTaken = check({
  id: 'external-import/server-name-taken',
  says: 'An import from a self-hosted server to a name that is taken answers 422 with all messages in one text',
  source: 'external-import#extserver-project-errors',
  level: 'must',
  covers: [server],
  needs: { in: 'group' },
  holds: async (stage) => {
    answers((await importFromServer(stage)).reply, 201)
    const { reply } = await importFromServer(stage)
    says(reply, 422, { error: 'Name has already been taken, Path has already been taken' })
  },
})

export const serverRoles = check<readonly ['maintainer' | 'developer' | 'reporter' | 'guest', boolean]>({
  id: 'external-import/server-roles',
  says: 'An import from a self-hosted server into a group takes a Maintainer (in the real service a Developer)',
  source: 'external-import#extserver-roles, external-import#roles',
  level: 'must',
  covers: [server],
  needs: { in: 'group' },
  each: () => [
    ['maintainer', true],
    ['developer', false],
    ['reporter', false],
    ['guest', false],
  ],
  holds: async (stage, [as, may]) => {
    stage.user(as)
    const { reply } = await importFromServer(stage, {}, { as })
    const refused = { error: "You don't have permissions to import this project" }
    const judge = (allowed: boolean) => (allowed ? answers(reply, 201) : says(reply, 401, refused))
    await stage.differs('X5', {
      specification: () => judge(may),
      real: () => judge(may || as === 'developer'),
    })
  },
})
