import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

interface Sent {
  readonly name: string
  readonly version: string
  readonly package_manager: string
  readonly dependency_file_path: string
}
type Library = readonly [name: string, version: string]

const dependencies = (project: number): Sent[] =>
  here.as('alice').get(`/projects/${project}/dependencies?per_page=100`).json

const textOf = (project: number, path: string): string => {
  const { status, json } = here
    .as('alice')
    .get(`/projects/${project}/repository/files/${encodeURIComponent(path)}?ref=HEAD`)
  expect(status, path).toBe(200)
  return Buffer.from(json.content, 'base64').toString()
}

const matches = (text: string, pattern: RegExp): Library[] =>
  [...text.matchAll(pattern)].map(([, name = '', version = '']) => [name, version])

/** What each package manager would install, read from its file by somebody who knows only the format. */
const readers: { readonly [manager: string]: (text: string) => Library[] } = {
  npm: (text) =>
    Object.entries(JSON.parse(text).packages as { [folder: string]: { version: string } })
      .filter(([folder]) => folder !== '')
      .map(([folder, { version }]) => [folder.split('node_modules/').at(-1) ?? '', version]),
  yarn: (text) => matches(text, /^(\S+)@\S+:\n {2}version "([^"]+)"/gm),
  pip: (text) => matches(text, /^(\S+)==(\S+)$/gm),
  pipenv: (text) =>
    Object.entries(JSON.parse(text).default as { [name: string]: { version: string } }).map(
      ([name, { version }]) => [name, version.slice(2)],
    ),
  bundler: (text) => matches(text, /^ {4}(\S+) \(([^)]+)\)$/gm),
  go: (text) => matches(text, /^(\S+) (\S+) h1:/gm),
  maven: (text) =>
    [...text.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)].map(([, it = '']) => {
      const of = (tag: string) => it.match(`<${tag}>(.*)</${tag}>`)?.[1] ?? ''
      return [`${of('groupId')}/${of('artifactId')}`, of('version')]
    }),
}

test.each([1, 2])('the dependencies of project %i are those that its lock files hold', (project) => {
  const sent = dependencies(project)
  const files = new Map(sent.map((it) => [it.dependency_file_path, it.package_manager]))
  const locked = [...files].flatMap(([path, manager]) =>
    (readers[manager]?.(textOf(project, path)) ?? []).map((library) => [path, ...library].join(' ')),
  )
  const told = sent.map((it) => [it.dependency_file_path, it.name, it.version].join(' '))
  expect(told.sort()).toEqual(locked.sort())
  expect(told.length).toBeGreaterThan(0)
})

test('no lock file of the demo repository was overlooked', () => {
  const names =
    /^(package-lock\.json|yarn\.lock|Pipfile\.lock|Gemfile\.lock|go\.sum|pom\.xml|requirements\.txt)$/
  for (const project of [1, 2]) {
    const tree = here.as('alice').get(`/projects/${project}/repository/tree?recursive=true&per_page=100`).json
    const paths = tree.map(({ path }: { path: string }) => path)
    const lockFiles = paths.filter((path: string) => names.test(path.split('/').at(-1) ?? ''))
    const known = new Set(dependencies(project).map((it) => it.dependency_file_path))
    expect([...known].sort()).toEqual(lockFiles.sort())
  }
})

test('a vulnerability that a dependency shows is one of that library in that version', () => {
  const rows = here.sim.world.dependencies.by('byProject', 1).list()
  const found = rows.flatMap((row) =>
    row.vulnerabilityIds.map((id) => [row, here.sim.world.vulnerabilities.require(id)] as const),
  )
  expect(found.length).toBeGreaterThan(0)
  for (const [row, { location, reportType }] of found)
    expect([reportType, location]).toEqual([
      'dependency_scanning',
      { file: row.filePath, dependency: row.name, version: row.version },
    ])
})
