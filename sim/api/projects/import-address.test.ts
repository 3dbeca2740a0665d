import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const there = 'http://bob:bob-token@127.0.0.1:8080/acme/webapp.git'
const create = (given: object) => here.as('bob').post('/projects', { name: 'Imported', ...given })

test('a project is filled from the repository at an address', () => {
  const { status, json } = create({ import_url: there })
  expect(status).toBe(201)
  expect(json).toMatchObject({ import_status: 'scheduled', import_type: 'git' })
  expect(json.import_url).toBe('http://127.0.0.1:8080/acme/webapp.git')
  here.sim.clock.advance('10s')
  expect(here.as('bob').get(`/projects/${json.id}`).json).toMatchObject({
    import_status: 'finished',
    empty_repo: false,
    default_branch: 'main',
  })
  const branches = (id: number) => here.as('bob').get(`/projects/${id}/repository/branches?per_page=100`).json
  const heads = (id: number) =>
    branches(id).map(({ name, commit }: { name: string; commit: { id: string } }) => [name, commit.id])
  expect(heads(json.id)).toEqual(heads(1))
})

test('an import that goes wrong later says why', () => {
  const { id } = create({ import_url: there }).json
  here.sim.world.projects.update(id, { importUrl: there.replace('webapp', 'gone') })
  here.sim.clock.advance('10s')
  const { import_status, import_error } = here.as('bob').get(`/projects/${id}`).json
  expect(import_status).toBe('failed')
  expect(import_error).toMatch(/^Error importing repository .*gone\.git into bob\/imported - /)
  expect(import_error).not.toContain('bob-token')
})

test.each([
  [
    { import_url: there, template_name: 'rails' },
    400,
    { error: 'import_url, template_name are mutually exclusive' },
  ],
  [{ template_name: 'rails' }, 400, { message: { template_name: ["'rails' is unknown or invalid"] } }],
  [{ import_url: 'ftp://host/x' }, 422, { message: 'ftp://host/x is not a valid URL' }],
  [
    { import_url: 'http://127.0.0.1:8080/acme/none.git' },
    422,
    { message: 'http://127.0.0.1:8080/acme/none.git is not a valid HTTP Git repository' },
  ],
])('%j is refused', (given, status, json) => {
  expect(create(given)).toMatchObject({ status, json })
  expect(here.as('bob').get('/projects/bob%2Fimported').status).toBe(404)
})

test('an import needs git among the import sources', () => {
  here.sim.world.settings.update(1, { inForce: { import_sources: ['github'] } })
  expect(create({ import_url: there })).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
})
