import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import { noRoute, projectMissing } from '../../oracle/texts.ts'
import { expectArranged } from '../../run/stage.ts'

export const unknownRoutes = check({
  id: 'conventions/unknown-routes',
  says: 'An unknown path answers 404 with `error`',
  source: 'conventions#unknown-routes',
  level: 'must',
  covers: [],
  needs: { project: 'none' },
  each: () => [
    '',
    '/',
    '/nowhere',
    '/projects/1/nowhere',
    '/PROJECTS',
    '/projects/1/MILESTONES',
    '/projects/1/merge_requests/1.5',
  ],
  holds: async ({ send }, path) => answers(await send('GET', path), noRoute.status, noRoute.body),
})

export const jsonSuffix = check({
  id: 'conventions/json-suffix',
  says: '`.json` after a number inside a project changes nothing; directly after the project it belongs to its id',
  source: 'conventions#slashes-and-suffixes, conventions#json-after-project-id',
  level: 'should',
  covers: ['GET /projects/:id/merge_requests/:merge_request_iid', 'GET /projects/:id'],
  needs: { furnished: true, found: true },
  readOnly: true,
  holds: async ({ send, project, furniture }) => {
    const path = `/projects/${project.id}/merge_requests/${furniture.merge_request_iid}`
    const usual = await send('GET', path)
    const suffixed = await send('GET', `${path}.json`)
    equals('the body', suffixed.json, usual.json, suffixed)
    answers(await send('GET', `/projects/${project.id}.json`), projectMissing.status, projectMissing.body)
  },
})

export const unknownProjectIds = check({
  id: 'conventions/unknown-project-ids',
  says: 'A number, a word and a path that name no project answer 404 `404 Project Not Found`',
  source: 'conventions#project-and-group-ids, conventions#not-found',
  level: 'must',
  covers: ['GET /projects/:id'],
  needs: { project: 'none' },
  each: () => ['-1', '0', '987654321', '99999999999999999999999', 'a', 'a%2Fb.c', '1e3'],
  holds: async ({ send }, id) =>
    answers(await send('GET', `/projects/${id}`), projectMissing.status, projectMissing.body),
})

export const apiVersion3 = check({
  id: 'conventions/api-version-3',
  says: 'Version 3 of the API answers 410',
  source: 'conventions#versions, conventions#later-path-traversal',
  level: 'should',
  covers: [],
  needs: { project: 'none' },
  holds: async (stage) => {
    const reply = await stage.send('GET', '/../v3/projects')
    // A client that resolves dots reaches version 3, one that does not reaches no route.
    if (reply.status === 404) return answers(reply, noRoute.status, noRoute.body)
    const gone = () => answers(reply, 410, { error: 'API V3 is no longer supported. Use API V4 instead.' })
    await stage.changed('conventions#later-path-traversal', {
      before: gone,
      // Dots that a client leaves in the path are refused as such.
      after: () => (reply.status === 400 ? answers(reply, 400) : gone()),
    })
  },
})

export const options = check({
  id: 'conventions/options',
  says: 'OPTIONS answers 204 with the methods of a known path in `Allow`, and 404 on an unknown path',
  source: 'conventions#options',
  level: 'should',
  covers: ['GET /projects/:id/milestones/:milestone_id'],
  needs: { furnished: true },
  readOnly: true,
  holds: async ({ send, project, furniture }) => {
    const reply = await send('OPTIONS', `/projects/${project.id}/milestones/${furniture.milestone_id}`)
    answers(reply, 204)
    const allowed = (reply.headers.allow ?? '').split(', ').sort()
    equals('Allow', allowed, ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT'], reply)
    answers(await send('OPTIONS', '/nowhere'), noRoute.status, noRoute.body)
  },
})

export const malformedStrings = check({
  id: 'conventions/malformed-strings',
  says: 'NUL bytes, invalid UTF-8 and contradictory nesting in the query answer 400 `Bad Request` as plain text, before authentication',
  source: 'conventions#malformed-strings',
  level: 'should',
  covers: ['GET /projects/:id/milestones'],
  needs: { found: true },
  readOnly: true,
  each: () => ['?search=a%00b', '?search=%ff', '?a=1&a[b]=2'],
  holds: async ({ send, project }, query) => {
    for (const as of ['owner', 'anonymous'] as const) {
      const reply = await send('GET', `/projects/${project.id}/milestones${query}`, { as })
      answers(reply, 400)
      equals('the body', reply.text, 'Bad Request', reply)
      holds(
        (reply.headers['content-type'] ?? '').startsWith('text/plain'),
        'it is plain text',
        reply.headers['content-type'] ?? null,
        reply,
      )
    }
  },
})

export const movedProjects = check({
  id: 'conventions/moved-projects',
  says: 'A renamed project is found by its new path, and its old one answers 404, or leads on from 16.7',
  source: 'conventions#moved-projects, conventions#later-moved-projects',
  level: 'should',
  covers: ['GET /projects/:id', 'PUT /projects/:id'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const made = await anotherProject(stage, 'before', { name: 'Moving', namespace_id: stage.group.id })
    const before = textIn(made, 'path_with_namespace')
    const after = before.replace(/before$/, 'after')
    expectArranged(await stage.call('PUT /projects/:id', { id: numberIn(made, 'id'), path: 'after' }))
    const found = await stage.call('GET /projects/:id', { id: after })
    has(found.row(), { id: made.id ?? null, path_with_namespace: after }, found)
    const old = await stage.call('GET /projects/:id', { id: before })
    await stage.changed('conventions#later-moved-projects', {
      before: () => answers(old, projectMissing.status, projectMissing.body),
      after: () => answers(old, 301),
    })
  },
})
