import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Server, Simulator, Snapshot } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'

const PROJECT = 'acme/webapp'

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  let sim: Simulator
  let server: Server
  let fresh: Snapshot
  beforeAll(async () => {
    sim = testSimulator({ dialect })
    server = await sim.listen()
    fresh = sim.snapshot()
  })
  beforeEach(() => sim.restore(fresh))
  afterAll(() => server.close())

  const as = (user?: string) =>
    new Gitlab({ host: server.url, token: user === undefined ? '' : `${user}-token` })
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

  test('lists packages of a project and of a group, filtered, ordered and paged', async () => {
    const { Packages } = as('dave')
    const all = await Packages.all({ projectId: PROJECT })
    expect(ids(await Packages.all({ projectId: PROJECT, perPage: 5 }))).toEqual(ids(all))
    const npm = await Packages.all({ projectId: PROJECT, packageType: 'npm' })
    expect(ids(npm)).toEqual(ids(all.filter((it) => it.package_type === 'npm')))
    const down = await Packages.all({ projectId: PROJECT, orderBy: 'name', sort: 'desc' })
    expect(ids(down)).toEqual(ids(await Packages.all({ projectId: PROJECT, orderBy: 'name' })).reverse())
    const group = await Packages.all({ groupId: 'acme', perPage: 100 })
    const own = await Packages.all({ groupId: 'acme', excludeSubgroups: true, perPage: 100 })
    expect(group.length).toBeGreaterThan(own.length)
    expect(new Set(group.map((it) => it.project_path)).size).toBe(3)
  })

  test('shows a package and its files, and deletes them', async () => {
    const { Packages } = as('bob')
    const [it] = await Packages.all({ projectId: PROJECT, packageName: 'cart', status: 'default' })
    const id = it?.id ?? 0
    expect((await Packages.show(PROJECT, id)).versions).toHaveLength(2)
    const files = await Packages.allFiles(PROJECT, id)
    await Packages.removeFile(PROJECT, id, files[0]?.id ?? 0)
    expect(await Packages.allFiles(PROJECT, id)).toEqual(files.slice(1))
    await Packages.remove(PROJECT, id)
    await expect(Packages.show(PROJECT, id)).rejects.toThrow('Not found')
    await expect(as('carol').Packages.remove(PROJECT, 9)).rejects.toThrow('Forbidden')
  })

  test('reads public packages without a token', async () => {
    const packages = await as().Packages.all({ projectId: 'acme/handbook' })
    expect(packages.map(({ name }) => name)).toEqual(['@acme/handbook-theme', 'handbook'])
    await expect(as().Packages.all({ projectId: PROJECT })).rejects.toThrow('Project Not Found')
  })

  test('publishes a generic package; its form is content to the service as well', async () => {
    const { PackageRegistry, Packages } = as('carol')
    const file = { content: new Blob(['hello']), filename: 'file.txt' }
    await PackageRegistry.publish(PROJECT, 'tool', '1.0', file)
    const [it] = await Packages.all({ projectId: PROJECT, packageName: 'tool' })
    expect(it).toMatchObject({ name: 'tool', version: '1.0' })
    const stored = (await PackageRegistry.download(PROJECT, 'tool', '1.0', 'file.txt')) as unknown as Blob
    // The service takes the whole body of the request, and this client wraps what it sends into a form.
    expect(await stored.text()).toContain('hello')
  })

  test('reads the registry of npm', async () => {
    const { NPM } = as('dave')
    const archive = await NPM.downloadPackageFile(PROJECT, '@acme/money', '@acme/money-1.1.0.tgz')
    expect((archive as unknown as Blob).size).toBeGreaterThan(100)
  })
})
