import { beforeEach, describe, expect, test } from 'vitest'
import { readCommit } from '../../git/objects.ts'
import { entryAt } from '../../git/tree.ts'
import { draftTree } from '../../git/tree-draft.ts'
import type { OutboundCall } from '../../lib/outbound.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import { perTest } from '../../testing/per-test.ts'

let told: OutboundCall[] = []
const here = perTest({
  farSide: (call) => {
    told.push(call)
    return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
  },
})
beforeEach(() => {
  told = []
})
const as = (user?: string) => here.as(user)

describe('chores of a project', () => {
  test('housekeeping is done once a day', () => {
    const tidy = (user: string) => as(user).post('/projects/1/housekeeping')
    expect(tidy('carol').status).toBe(403)
    const { status, json } = tidy('bob')
    expect([status, json]).toEqual([201, expect.stringMatching(/^[0-9a-f]{24}$/)])
    expect(tidy('bob')).toMatchObject({
      status: 409,
      json: {
        message: 'Somebody already triggered housekeeping for this resource in the past 1440 minutes',
      },
    })
    here.sim.clock.advance('25h')
    expect(as('bob').post('/projects/1/housekeeping', { task: 'prune' }).status).toBe(201)
  })

  test('members of another project are taken over', () => {
    as('carol').post('/projects/5/members', { user_id: 7, access_level: 40 })
    as('carol').post('/projects', { name: 'Taking over' })
    const { id } = as('carol').get('/projects?search=taking-over').json[0]
    const { status, json } = as('carol').post(`/projects/${id}/import_project_members/5`)
    expect([status, json]).toEqual([201, { status: 'success' }])
    expect(as('carol').get(`/projects/${id}/members/7`).json).toMatchObject({ access_level: 40 })
    expect(as('carol').post(`/projects/${id}/import_project_members/${id}`).status).toBe(422)
    expect(as('carol').post(`/projects/${id}/import_project_members/8`).json).toEqual({
      message: '404 Project Not Found',
    })
    expect(as('carol').post(`/projects/${id}/import_project_members/1`).status).toBe(403)
  })

  test('a submodule is pointed at another commit', () => {
    const { world } = here.sim
    const project = world.projects.require(1)
    const { objects, refs } = repositoryOf(world, project)
    const head = readCommit(objects, refs.get('refs/heads/main') ?? '')
    const draft = draftTree(objects, head.tree)
    draft.set('vendor/lib', { mode: '160000', id: 'a'.repeat(40) })
    const parents = [refs.get('refs/heads/main') ?? '']
    const id = objects.put({
      ...head,
      type: 'commit',
      tree: draft.write(),
      parents,
      message: 'Add a submodule\n',
    })
    refs.set('refs/heads/with-submodule', id)
    const path = '/projects/1/repository/submodules/vendor%2Flib'
    const wish = { branch: 'with-submodule', commit_sha: 'b'.repeat(40) }
    expect(as('dave').put(path, wish).status).toBe(403)
    const { status, json } = as('carol').put(path, wish)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      message: `Update submodule vendor/lib with oid ${'b'.repeat(40)}`,
      parent_ids: [id],
    })
    const after = readCommit(repositoryOf(here.sim.world, project).objects, json.id)
    expect(entryAt(objects, after.tree, 'vendor/lib')).toMatchObject({ type: 'commit', id: 'b'.repeat(40) })
    const refused = (more: object) => as('carol').put(path, { ...wish, ...more }).json.message
    expect(refused({})).toBe(`The submodule vendor/lib is already at ${'b'.repeat(40)}`)
    expect(refused({ commit_sha: 'x' })).toBe('Invalid parameters')
    expect(refused({ branch: 'nowhere' })).toBe('You can only create or edit files when you are on a branch')
    expect(as('carol').put('/projects/1/repository/submodules/README.md', wish).json.message).toBe(
      'Invalid submodule path',
    )
  })
})

describe('hooks', () => {
  const hook = () =>
    as('bob').post('/projects/1/hooks', { url: 'http://127.0.0.1:9/x', push_events: false }).json.id

  test('are told of something that did not happen', () => {
    const at = `/projects/1/hooks/${hook()}/test`
    const events = ['push_events', 'tag_push_events', 'issues_events', 'merge_requests_events', 'note_events']
    for (const event of [...events, 'pipeline_events', 'job_events']) {
      expect(as('bob').post(`${at}/${event}`)).toMatchObject({
        status: 201,
        json: { message: '201 Created' },
      })
      here.sim.clock.advance('1s')
    }
    expect(told.map(({ headers }) => headers?.['X-Gitlab-Event'])).toEqual([
      'Push Hook',
      'Tag Push Hook',
      'Issue Hook',
      'Merge Request Hook',
      'Note Hook',
      'Pipeline Hook',
      'Job Hook',
    ])
    expect(as('bob').post(`${at}/no_events`).json).toEqual({ error: 'trigger does not have a valid value' })
    expect(as('carol').post(`${at}/push_events`).status).toBe(403)
    expect(as('bob').post('/projects/1/hooks/999/test/push_events').json).toEqual({
      message: '404 Not found',
    })
  })

  test('are told of nothing that a project does not have', () => {
    const { id } = as('bob').post('/projects/6/hooks', { url: 'http://127.0.0.1:9/x' }).json
    expect(as('bob').post(`/projects/6/hooks/${id}/test/push_events`)).toMatchObject({
      status: 422,
      json: { message: 'Ensure the project has at least one commit.' },
    })
    expect(as('bob').post(`/projects/6/hooks/${id}/test/releases_events`).json).toEqual({
      message: 'Ensure the project has releases.',
    })
  })

  test('of the installation are told of a project', () => {
    const { id } = as('root').post('/hooks', { url: 'http://127.0.0.1:9/x' }).json
    expect(as('root').post(`/hooks/${id}`)).toMatchObject({
      status: 201,
      json: { event_name: 'project_create' },
    })
    expect(as('root').post('/hooks/999').json).toEqual({ message: '404 System hook Not Found' })
    expect(as('bob').post(`/hooks/${id}`).status).toBe(403)
  })
})

describe('what is looked at from somewhere else', () => {
  test('releases of a group', () => {
    as('bob').post('/projects/1/releases', { tag_name: 'v1.0.0', description: 'One' })
    as('bob').post('/projects/3/releases', { tag_name: 'r1', ref: 'main', description: 'Two' })
    const tags = (user: string, query = '') =>
      as(user)
        .get(`/groups/1/releases${query}`)
        .json.map(({ tag_name: tag }: { tag_name: string }) => tag)
    expect(tags('carol')).toEqual(expect.arrayContaining(['v1.0.0', 'r1']))
    expect(tags('carol', '?sort=asc')).toEqual([...tags('carol')].reverse())
  })

  test('an issue by its id', () => {
    const { id, iid } = as('carol').get('/projects/1/issues').json[0]
    expect(as('root').get(`/issues/${id}`).json).toMatchObject({
      id,
      iid,
      references: { full: `acme/webapp#${iid}` },
    })
    expect(as('carol').get(`/issues/${id}`).status).toBe(403)
    expect(as('root').get('/issues/99999').json).toEqual({ message: '404 Issue Not Found' })
  })

  test('issues that a merge request mentions', () => {
    const [request] = as('carol').get('/projects/1/merge_requests?state=opened').json
    const [issue] = as('carol').get('/projects/1/issues').json
    const path = `/projects/1/merge_requests/${request.iid}`
    as('carol').post(`${path}/notes`, { body: `See #${issue.iid}, and #99999` })
    const related = as('carol').get(`${path}/related_issues`).json
    expect(related.map(({ id }: { id: number }) => id)).toContain(issue.id)
  })

  test('deploy keys of a user, and the signature of a tag', () => {
    const keys = as('bob').get('/users/3/project_deploy_keys').json
    expect(keys.map(({ id }: { id: number }) => id)).toEqual([4, 6])
    expect(as('mallory').get('/users/3/project_deploy_keys').json).toEqual([])
    const signature = (tag: string) =>
      as('dave').get(`/projects/1/repository/tags/${tag}/signature`).json.message
    expect([signature('v1.0.0'), signature('no')]).toEqual(['404 Signature Not Found', '404 Tag Not Found'])
  })
})
