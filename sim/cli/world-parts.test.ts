import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prepared } from './launch.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Files = { readonly [path: string]: string | Uint8Array }

async function written(files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

/** The simulator of the worlds at paths below the folder, and what a caller reads there. */
async function begun(...worlds: readonly string[]) {
  const seeded = (world: string) => world === 'demo' || world === 'empty'
  const sim = await prepared({ world: worlds.map((world) => (seeded(world) ? world : join(folder, world))) })
  const get = (path: string, token = 'root-token') => {
    const url = `/api/v4${path}`
    const { status, body } = sim.handle({ method: 'GET', url, headers: { 'private-token': token } })
    return status === 200 && !path.includes('/raw') ? JSON.parse(String(body)) : (body ?? status)
  }
  return { sim, get }
}

/** What a complaint says, with the folder left out. */
async function complaint(...worlds: readonly string[]): Promise<string> {
  const error = await begun(...worlds).then(
    () => new Error('nothing was refused'),
    (reason: Error) => reason,
  )
  return error.message.replaceAll(folder, '')
}

const ann = 'users: [{ username: ann, admin: true, token: ann-token }]\n'

describe('several files', () => {
  test('make one world', async () => {
    await written({
      'people.yaml': `version: 1\n${ann}settings: { attributes: { default_projects_limit: 7 } }\n`,
      'shop.json': JSON.stringify({ projects: [{ path: 'ann/shop' }] }),
      'more.yaml': 'projects: [{ path: ann/more }]\nsettings: { attributes: { signup_enabled: false } }\n',
    })
    const { get } = await begun('people.yaml', 'shop.json', 'more.yaml')
    const paths = get('/projects?order_by=id&sort=asc', 'ann-token').map(
      (project: { path_with_namespace: string }) => project.path_with_namespace,
    )
    expect(paths).toEqual(['ann/shop', 'ann/more'])
    expect(get('/application/settings', 'ann-token')).toMatchObject({
      default_projects_limit: 7,
      signup_enabled: false,
    })
  })

  test('add to the demo world, of the seed and scale that are told', async () => {
    await written({ 'more.yaml': 'projects: [{ path: acme/more, visibility: public }]\n' })
    const { get } = await begun('demo', 'more.yaml')
    expect(get('/projects/acme%2Fmore', 'alice-token').name).toBe('more')
    expect(get('/projects/1', 'alice-token').path_with_namespace).toBe('acme/webapp')
  })

  test('without users have the administrator of the empty world', async () => {
    await written({
      'a.yaml': 'groups: [{ path: a, members: [{ user: root, role: owner }] }]\n',
      'b.yaml': 'projects: [{ path: a/b }]\n',
    })
    expect((await begun('a.yaml', 'b.yaml')).get('/projects/a%2Fb').id).toBe(1)
  })

  test('are told apart in complaints', async () => {
    await written({
      'a.yaml': `${ann}projects: [{ path: ann/a }, { path: ann/b }]\n`,
      'b.yaml': 'projects: [{ path: ann/c }, { path: ann/d, visibility: secret }]\n',
    })
    expect(await complaint('a.yaml', 'b.yaml')).toMatch(
      /^--world: \/b\.yaml: projects\[1\]\.visibility: .*secret/,
    )
  })

  test('are told apart in complaints about what none of them describes', async () => {
    await written({
      'a.yaml': `${ann}projects: [{ path: ann/a }, { path: ann/b }]\n`,
      'b.yaml': 'projects: [{ path: ann/c, members: [{ user: bob, role: owner }] }]\n',
    })
    expect(await complaint('a.yaml', 'b.yaml')).toMatch(/^--world: \/b\.yaml: projects\[0\]\.members\[0\]/)
  })

  test.each<[string, Files, string]>([
    ['a list', { 'b.yaml': '[1]' }, '--world: /b.yaml must hold the description of a world'],
    [
      'another version',
      { 'b.yaml': 'version: 2' },
      '--world: version in /b.yaml contradicts what another file says',
    ],
    [
      'a setting that contradicts',
      { 'b.yaml': 'settings: { bulkImport: false }' },
      '--world: settings.bulkImport in /b.yaml contradicts what another file says',
    ],
    [
      'a snapshot',
      { 'b.yaml': 'forgery: snapshot' },
      '--world: /b.yaml is a saved snapshot, which nothing can be added to',
    ],
    ['nothing', {}, '--world: cannot read /b.yaml: no such file or folder'],
  ])('are refused with %s', async (_, files, message) => {
    await written({ 'a.yaml': `version: 1\n${ann}settings: { bulkImport: true }\n`, ...files })
    expect(await complaint('a.yaml', 'b.yaml')).toContain(message)
  })
})

describe('a folder', () => {
  test('has a file a project, and folders of the files of repositories', async () => {
    const bytes = Uint8Array.from([0xff, 0, 0x80])
    await written({
      'w/world.yaml': ann,
      'w/README.md': 'Not a part of it.\n',
      'w/shop/web.yaml':
        'visibility: public\nhistory: [{ tag: v1 }, { commit: More, files: { b.txt: "b\\n" } }]\n',
      'w/shop/web/src/till.js': 'pay()\r\n',
      'w/shop/web/empty': '',
      'w/shop/web/logo.png': bytes,
      'w/shop/web/run.sh': '#!/bin/sh\n',
      'w/shop/web/.git/config': 'not of the repository',
      'w/shop/deep/er/api.json': '{"description":"deep"}',
      'w/ann/dots.yaml': '',
    })
    await chmod(join(folder, 'w/shop/web/run.sh'), 0o755)
    await symlink('src/till.js', join(folder, 'w/shop/web/link'))
    const { get } = await begun('w')
    const project = '/projects/shop%2Fweb'
    expect(get(project, 'ann-token').visibility).toBe('public')
    const tree = get(`${project}/repository/tree?ref=v1&recursive=true&per_page=100`, 'ann-token')
    const modes = tree.map(({ path, mode }: { path: string; mode: string }) => `${mode} ${path}`)
    expect(modes.sort()).toEqual([
      '040000 src',
      '100644 empty',
      '100644 logo.png',
      '100644 src/till.js',
      '100755 run.sh',
      '120000 link',
    ])
    const raw = (path: string) =>
      Buffer.from(get(`${project}/repository/files/${path}/raw?ref=main`, 'ann-token'))
    expect(String(raw('src%2Ftill.js'))).toBe('pay()\r\n')
    expect(new Uint8Array(raw('logo.png'))).toEqual(bytes)
    expect(String(raw('b.txt'))).toBe('b\n')
    expect(get('/projects/shop%2Fdeep%2Fer%2Fapi', 'ann-token').description).toBe('deep')
    expect(get('/projects/ann%2Fdots', 'ann-token').namespace.kind).toBe('user')
  })

  test.each<[string, Files, string]>([
    [
      'no description',
      { 'w/README.md': '', 'w/shop/.keep': '' },
      '--world: /w describes no world: put world.yaml',
    ],
    [
      'a project outside of a group',
      { 'w/web.yaml': '' },
      '--world: /w/web.yaml must be in the folder of its group or user',
    ],
    ['a file of another kind', { 'w/shop/web.txt': '' }, '--world: /w/shop/web.txt is no file of a world'],
    [
      'a path that contradicts',
      { 'w/shop/web.yaml': 'path: shop/other' },
      '--world: /w/shop/web.yaml describes "shop/other", and its place says shop/web',
    ],
    [
      'a project twice',
      { 'w/shop/web.yaml': '', 'w/shop/web.json': '{}' },
      '--world: /w/shop describes a project twice',
    ],
    [
      'two files for the world',
      { 'w/world.yaml': '{}', 'w/world.json': '{}' },
      '--world: /w has more than one file named world',
    ],
    [
      'a project that is a list',
      { 'w/shop/web.yaml': '[1]' },
      '--world: /w/shop/web.yaml must describe a project',
    ],
    [
      'two repositories',
      { 'w/shop/web.yaml': 'repository: { commits: [], branches: {} }', 'w/shop/web/a': 'a' },
      '--world: /w/shop/web.yaml has a repository, and there is a folder of the files of one beside it',
    ],
    [
      'a project that makes no sense',
      { 'w/shop/api.yaml': '', 'w/shop/web.yaml': 'visibility: secret' },
      '--world: /w/shop/web.yaml: projects[0].visibility',
    ],
  ])('is refused with %s', async (_, files, message) => {
    await written(files)
    expect(await complaint('w')).toContain(message)
  })
})
