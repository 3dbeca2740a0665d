import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { answerOf } from './testing/run.ts'

// What the guide tells of clients is what is run here.

const here = fileURLToPath(new URL('./', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
const [, table = ''] =
  /<!-- clients -->\n(.+)<!-- \/clients -->/s.exec(readFileSync(`${root}sim/guide/clients.md`, 'utf8')) ?? []
const told = new Map(
  [...table.matchAll(/^\| `([^`]+)` \| (\S+) \| /gm)].map(([, name = '', version]) => [name, version]),
)
const clients = readdirSync(here, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'testing' ? [entry.name] : [],
)
const filesOf = (client: string) => readdirSync(`${here}${client}`)
const source = (client: string, file: string) => readFileSync(`${here}${client}/${file}`, 'utf8')

test('every client that is run is told, under the name of its test', () => {
  const names = [...told.keys()].map((name) => name.replaceAll('/', '-'))
  const untold = clients.filter((client) => !names.some((name) => name.includes(client)))
  expect(untold).toEqual([])
})

test('what is installed from a registry is told with its version', () => {
  const asked = clients.flatMap((client) => [
    ...source(client, `${client}.test.ts`).matchAll(/installed(?:OnDemand)?\('(.+?)@([\d.]+)'/g),
  ])
  expect(asked.length).toBeGreaterThan(4)
  for (const [, name = '', version] of asked) expect([name, told.get(name)]).toEqual([name, version])
  const { devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  expect(devDependencies['@gitbeaker/rest']).toContain(told.get('@gitbeaker/rest'))
})

const packages = {
  'python-gitlab': 'python3-gitlab',
  'ruby-gitlab': 'ruby-gitlab',
  'go-gitlab': 'golang-github-xanzy-go-gitlab-dev',
}
const found = Object.entries(packages).flatMap(([client, name]) => {
  const version = answerOf('dpkg', '-s', name)?.match(/^Version: (?:\d+:)?([\d.]+)/m)?.[1]
  return version === undefined ? [] : [{ client, version }]
})

test.skipIf(found.length === 0)(
  'what Debian has is told with its version (skipped: nothing of it is here)',
  () => {
    for (const { client, version } of found) expect([client, told.get(client)]).toEqual([client, version])
  },
)

test('the number of scenarios that is told is that of the scripts', () => {
  for (const client of Object.keys(packages)) {
    const scripts = filesOf(client)
      .filter((file) => !file.endsWith('.ts'))
      .map((file) => source(client, file))
    const played = scripts.join('\n').match(/^\s*@?scenario\(?\s*["'].+?["']/gm)?.length
    expect(table).toMatch(new RegExp(`\\| \`${client}\` \\| \\S+ \\| ${played} scenarios`))
  }
})
