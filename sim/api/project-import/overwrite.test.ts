import { beforeEach, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { publicKeys } from '../../testing/public-keys.ts'
import { archiveOf, least, upload } from './testing/archives.ts'

const here = perTest()
let id = 0

beforeEach(() => {
  const over = { path: 'webapp', namespace: 'acme', overwrite: 'true' }
  const group = here.as('alice').post('/groups', { name: 'Guests', path: 'guests' }).json.id
  here.as('alice').post('/projects/1/share', { group_id: group, group_access: 20 })
  here.as('alice').post('/projects/1/members', { user_id: 7, access_level: 20 })
  const key = publicKeys.find(({ type }) => type === 'ed25519')?.line
  here.as('alice').post('/projects/1/deploy_keys', { title: 'deploy', key })
  id = upload(here.as('root'), archiveOf(least), over).json.id
})

const finish = () => {
  here.sim.clock.advance('5s')
  expect(here.as('root').get(`/projects/${id}/import`).json.import_status).toBe('finished')
}

test('people of the project that is overwritten belong to the one in its place', () => {
  const own = (project: number) =>
    here
      .as('root')
      .get(`/projects/${project}/members`)
      .json.map(({ username }: { username: string }) => username)
  const before = own(1)
  expect(before).toContain('mallory')
  finish()
  expect([...own(id)].sort()).toEqual([...new Set([...before, 'root'])].sort())
})

test('groups that it is shared with, deploy keys, stars and forks move over as well', () => {
  const counted = (project: number) => {
    const { world } = here.sim
    return {
      shares: world.shares.by('bySource', 'project', project).count(),
      keys: world.deployKeyProjects.by('byProject', project).count(),
      stars: world.stars.by('byProject', project).count(),
      forks: world.projects.by('byFork', project).count(),
    }
  }
  const before = counted(1)
  for (const [what, count] of Object.entries(before)) expect([what, count > 0]).toEqual([what, true])
  finish()
  expect(counted(id)).toEqual(before)
  expect(here.sim.world.projects.get(1)).toBeUndefined()
})

test('nobody is led from the path under which it was filled', () => {
  const { path_with_namespace: meanwhile } = here.as('root').get(`/projects/${id}`).json
  finish()
  expect(here.as('root').get(`/projects/${encodeURIComponent(meanwhile)}`).status).toBe(404)
  expect(here.as('root').get('/projects/acme%2Fwebapp').json).toMatchObject({ id, name: 'Webapp' })
})
