import { describe, expect, test } from 'vitest'
import { packageManagers } from '../../model/dependencies/dependency.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const path = '/projects/1/dependencies'
interface Sent {
  readonly name: string
  readonly package_manager: string
}
const list = (query = '', user = 'alice'): Sent[] => here.as(user).get(`${path}?per_page=100${query}`).json
const managers = (query: string) => [...new Set(list(query).map((it) => it.package_manager))].sort()
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined] as const
const statuses = (project: number) =>
  people.map((user) => here.as(user).get(`/projects/${project}/dependencies`).status)

test('a dependency is sent with its vulnerabilities and licences', () => {
  expect(list().find(({ name }) => name === 'cookie')).toEqual({
    name: 'cookie',
    version: '0.4.2',
    package_manager: 'npm',
    dependency_file_path: 'package-lock.json',
    vulnerabilities: [
      {
        name: 'Regular expression denial of service in a cookie parser',
        severity: 'high',
        id: 2,
        url: 'http://127.0.0.1:8080/acme/webapp/-/security/vulnerabilities/2',
      },
    ],
    licenses: [{ name: 'MIT License', url: 'https://opensource.org/licenses/MIT' }],
  })
})

test('vulnerabilities are left out for whoever may not see the security dashboard', () => {
  const shown = (user: string) => list('', user).every((it) => 'vulnerabilities' in it)
  const hidden = (user: string) => list('', user).every((it) => !('vulnerabilities' in it))
  expect(['root', 'alice', 'bob', 'carol'].map(shown)).toEqual([true, true, true, true])
  expect(hidden('dave')).toBe(true)
  expect(list('', 'dave').every((it) => 'licenses' in it)).toBe(true)
})

describe('the list', () => {
  test('goes by name, then version, then file', () => {
    const [first] = here.sim.world.dependencies.by('byProject', 1).list()
    const row = first as NonNullable<typeof first>
    here.sim.world.dependencies.insert({ ...row, id: 9001, version: '1.0.0' })
    here.sim.world.dependencies.insert({ ...row, id: 9002, filePath: 'a/pom.xml' })
    const keys = (list() as unknown as { [key: string]: string }[]).map(
      (it) => `${it.name} ${it.version} ${it.dependency_file_path}`,
    )
    expect(keys).toEqual([...keys].sort())
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('comes in pages that are counted', () => {
    const reply = here.as('alice').get(`${path}?per_page=2&page=2`)
    expect(reply.json).toEqual(list().slice(2, 4))
    expect(reply.headers['X-Total']).toBe(String(list().length))
  })

  test('is of one project', () => {
    expect(
      here
        .as('alice')
        .get('/projects/2/dependencies')
        .json.map(({ name }: Sent) => name),
    ).toEqual(['flask'])
  })

  test('is empty where nothing was scanned', () => {
    expect(here.as('alice').get('/projects/3/dependencies').json).toEqual([])
  })

  test.each(['&package_manager=maven,npm', '&package_manager[]=npm&package_manager[]=maven'])(
    'takes any of several package managers: %s',
    (query) => {
      expect(managers(query)).toEqual(['maven', 'npm'])
    },
  )

  test.each(packageManagers)('is filtered by %s', (manager) => {
    expect(list(`&package_manager=${manager}`)).toEqual(list().filter((it) => it.package_manager === manager))
  })

  test('is empty for a filter that names nothing', () => {
    expect(list('&package_manager=')).toEqual([])
    expect(list('&package_manager[]=')).toEqual([])
  })

  test.each(['package_manager=cargo', 'package_manager=npm,cargo', 'package_manager[]=NPM'])(
    'refuses %s',
    (query) => {
      const { status, json } = here.as('alice').get(`${path}?${query}`)
      expect([status, json]).toEqual([400, { error: 'package_manager does not have a valid value' }])
    },
  )
})

describe('rights', () => {
  test('are those of reading code, for whoever is signed in', () => {
    expect(statuses(1)).toEqual([200, 200, 200, 200, 200, 403, 404, 401])
    expect(statuses(2)).toEqual([200, 200, 200, 200, 200, 200, 200, 401])
    expect(statuses(3)).toEqual([200, 200, 200, 200, 200, 200, 200, 401])
    expect(statuses(7)).toEqual([200, 200, 200, 200, 200, 200, 200, 401])
  })

  test('come after parameters', () => {
    expect(here.as('erin').get(`${path}?package_manager=x`).status).toBe(400)
    expect(here.as('mallory').get(`${path}?package_manager=x`).status).toBe(400)
  })

  test('take the highest plan', () => {
    for (const tier of ['free', 'premium'] as const) {
      const { status, json } = callsOf(testSimulator({ tier }), 'root').get(path)
      expect([status, json]).toEqual([403, { message: '403 Forbidden' }])
    }
  })
})
