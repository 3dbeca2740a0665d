import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { checks } from '../conformance/checks/index.ts'
import { coverage } from '../conformance/report/coverage.ts'
import { suite } from '../conformance/suite.ts'
import { families } from '../sim/api/index.ts'
import { contract, everyOperation } from '../sim/contract.ts'
import type { Operation } from '../sim/protocol/operation.ts'
import { inRoot, root } from './root.ts'
import { filesBelow, foldersIn, houses } from './testing/sources.ts'
import { verbs } from './testing/verbs.ts'

// How the tree is laid out, so that nobody has to remember it. What is expected is always an empty list; an entry of it
// says what to do.

const MOST_FILES = 60
const everything = houses.flatMap(filesBelow)
const present = new Set(everything)
const nouns = foldersIn('sim/api').filter((name) => name !== 'shared')

/** Tests of behaviour that is in no file of its own; what tests a file or a family has its name. */
const scenarios = new Set([
  'sim/entities/newest-shapes',
  'sim/git/large-files',
  ...[
    'approvals/arithmetic',
    'audit-events/recorded',
    'dependencies/lock-files',
    'groups/every-field',
    'users/auditors',
  ].map(ofApi),
  ...['external-import/remote-hosts', 'packages/npm', 'repository/against-git', 'repository/rights'].map(
    ofApi,
  ),
  ...['archive', 'every-field', 'hostile', 'place', 'round-trip'].map((name) =>
    ofApi(`project-import/${name}`),
  ),
  ...['runners/lists', 'search/advanced', 'search/rows', 'settings/effects'].map(ofApi),
  ...['settings/effects-declared', 'settings/later-effects', 'vulnerability-exports/csv'].map(ofApi),
  ...['credentials', 'errors', 'headers', 'order', 'pagination', 'parameters', 'paths', 'sudo', 'verbs'].map(
    (name) => `sim/protocol/${name}`,
  ),
  ...['fetch', 'hostile', 'in-slices', 'large-push', 'named-world', 'push', 'push-rule'].map(
    (name) => `sim/smart-http/${name}`,
  ),
  ...['sim/smart-http/lfs/lfs', 'sim/web/downloads'],
  ...['sim/adapters/migration', 'sim/adapters/worlds', 'sim/cli/json-server', 'sim/cli/print'],
  ...['sim/control/time-travel', 'sim/model/load/references', 'sim/policy/minimal-roles'],
  'sim/model/pipelines/ci-config/occasion',
  ...['conformance/newest', 'conformance/real', 'conformance/specification', 'conformance/judge/traffic'],
  ...[
    'conformance/targets/clock',
    'conformance/targets/modes',
    'conformance/targets/no-service',
    'conformance/targets/squeezed-target',
    'conformance/report/redaction',
    'conformance/report/reporters',
  ],
  ...['fixtures/draft', 'fixtures/refused-worlds', 'sim/jobs/long-deletions', 'sim/jobs/long-imports'],
  ...['browser', 'circles', 'house-rules', 'ladder', 'links', 'package', 'pages', 'spread'].map(
    (name) => `scripts/${name}`,
  ),
])

test(`no folder but sim/entities has more than ${MOST_FILES} files: sort what is in it into folders by its nouns`, () => {
  const counts = new Map<string, number>()
  for (const path of everything) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  counts.delete('sim/entities')
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([])
})

test('what is made again and again has getters by its class: V8 keeps what those of an object reach, and each such object is a kind of its own', () => {
  expect(
    everything.filter((path) => !/\.test\.ts$|\/testing\//.test(path)).flatMap(gettersOfObjects),
  ).toEqual([])
})

// Each of them is made once a run, or once at all.
const madeOnce = new Set([
  ...['judge/judge', 'run/baseline', 'run/run-group', 'run/stages'].map((name) => `conformance/${name}.ts`),
  'sim/api/settings/settings.ts',
])

/** Lines that write a getter into an object that a function makes. */
function gettersOfObjects(path: string): string[] {
  if (madeOnce.has(path) || !path.endsWith('.ts')) return []
  const lines = readFileSync(inRoot(path), 'utf8').split('\n')
  const deep = (line: string) => line.search(/\S/)
  return lines.flatMap((line, i) => {
    if (!/^\s+get \w+\(\)/.test(line)) return []
    const opening = lines.slice(0, i).findLast((above) => above !== '' && deep(above) < deep(line)) ?? ''
    return deep(opening) === 0 || /\bclass\b/.test(opening) ? [] : [`${path}:${i + 1}`]
  })
}

test('nothing is called beyond but the field of a definition: name it after what it holds', () => {
  expect(everything.filter((path) => /beyond/i.test(path))).toEqual([])
  expect(found('-nE', '(function|class|interface|type|export const) [bB]eyond')).toEqual([])
})

test('nobody cites a paper that is not in the tree: cite a page and an anchor of conformance/sources', () => {
  expect(found('-il', ['dos', 'sier'].join(''))).toEqual([])
})

test.each(nouns)('the family %s has the same name on every level', (noun) => {
  const wanted = {
    'a family of sim/api/index.ts': noun in families,
    'checks: add one in conformance/checks/': foldersIn('conformance/checks').includes(noun),
    'checks that are registered: export their index in conformance/checks/index.ts': checks.some(({ id }) =>
      id.startsWith(`${noun}/`),
    ),
    'a planted fault: add one in conformance/mutants/': present.has(`conformance/mutants/${noun}.ts`),
    'a page of its behaviour: add one in conformance/sources/': present.has(`conformance/sources/${noun}.md`),
  }
  expect(missing(wanted)).toEqual([])
})

test('the folders of sim/model, and those of checks, are families of sim/api, so that one noun finds all of it', () => {
  const others = (folder: string, own: readonly string[]) =>
    foldersIn(folder)
      .filter((name) => !nouns.includes(name) && !own.includes(name))
      .map((name) => `${folder}/${name}: name it after its family in sim/api`)
  expect([...others('sim/model', ['load']), ...others('conformance/checks', ['conventions'])]).toEqual([])
})

test('the name of a test tells what it tests: a file or folder beside it, its family, or a scenario of the list', () => {
  const tests = everything.filter((path) => path.endsWith('.test.ts'))
  // In `clients` a folder is a client, and what it is used for has no source.
  const nameless = tests.filter((path) => !path.startsWith('sim/clients/') && !namesSomething(path))
  expect(
    nameless.map((path) => `${path}: rename it, or move its tests to the file of what they test`),
  ).toEqual([])
  const known = new Set(tests.map((path) => path.slice(0, -'.test.ts'.length)))
  expect(
    [...scenarios].filter((name) => !known.has(name)).map((name) => `${name}: strike it off the list`),
  ).toEqual([])
})

test('the summary of every operation begins with a verb of the documentation (scripts/testing/verbs.ts)', () => {
  const others = operationsOf(families).filter(
    ({ definition: { summary } }) => !verbs.some((verb) => summary.startsWith(`${verb} `)),
  )
  expect(others.map(({ definition }) => `${nameOf(definition)}: ${definition.summary}`)).toEqual([])
})

test('steps that a function returns are done: neither the compiler nor the linter misses a lost `yield*`', () => {
  const texts = everything
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(inRoot(path), 'utf8') }))
  const stepwise = new Map(
    texts.map(({ path, text }) => [
      path,
      [...text.matchAll(/(?:function\* |^ +\*)(#?\w+)\((?:[^{}]|\{[^{}]*\})*?\): Steps</gm)].map(nameIn),
    ]),
  )
  const lost = texts.flatMap(({ path, text }) => {
    const imported = [...text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)].flatMap(
      ([, names = '', from = '']) => {
        const theirs = stepwise.get(join(dirname(path), from)) ?? []
        return names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => theirs.includes(name))
      },
    )
    // A line that begins with the call, and does not go on with the line before it.
    const alone = (name: string) =>
      new RegExp(`(?<=[^([,=>?:&|]\\n) +(?:(?:if \\(.*\\)|else) )?(?:this\\.)?${name}\\((?!.*\\{$)`, 'm')
    return [...(stepwise.get(path) ?? []), ...imported]
      .filter((name) => alone(name).test(text))
      .map((name) => `${path}: \`yield*\` what ${name} returns`)
  })
  expect(lost).toEqual([])
})

test.each(nouns)('the index of %s exports every operation that is defined in its folder', async (noun) => {
  const exported = new Set(Object.values(families[noun] ?? {}))
  const forgotten: string[] = []
  for (const path of filesBelow(`sim/api/${noun}`).filter(isSource)) {
    const module: { readonly [name: string]: unknown } = await import(inRoot(path))
    for (const value of Object.values(module))
      if (isOperation(value) && !exported.has(value))
        forgotten.push(`${nameOf(value.definition)}: export ./${basename(path)} in sim/api/${noun}/index.ts`)
  }
  expect(forgotten).toEqual([])
})

test('every operation has a check of its family, but for those of a list that is to grow shorter', async () => {
  const rows = coverage(suite, { ...contract('specification'), operations: everyOperation() })
  const unchecked = rows.filter(({ family, checks }) => !checks.some((id) => id.startsWith(`${family}/`)))
  const text = [
    '# Operations at which only laws look, and no check of their family. Write a check in conformance/checks/FAMILY',
    '# rather than another line here; when one is written: npx vitest run scripts/house-rules.test.ts -u',
    ...unchecked.map(({ operation, family }) => `${family}: ${operation}`).sort(),
  ]
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('testing/only-under-laws.txt')
})

/** Lines, or with `-l` files, of what git keeps in which a pattern occurs. */
function found(flags: string, pattern: string): string[] {
  try {
    const told = execFileSync('git', ['grep', '--untracked', flags, pattern], { cwd: root, encoding: 'utf8' })
    return told.split('\n').filter((line) => line !== '')
  } catch (error) {
    // git ends with 1 where it finds nothing.
    if (error instanceof Error && 'status' in error && error.status === 1) return []
    throw error
  }
}

function namesSomething(path: string): boolean {
  const folder = dirname(path)
  const name = basename(path, '.test.ts')
  // Rules of a family are tested through its operations.
  const homes = folder.startsWith('sim/api/') ? [folder, folder.replace('sim/api/', 'sim/model/')] : [folder]
  const sources = homes.flatMap((home) =>
    everything.filter((other) => dirname(other) === home && isSource(other)).map((other) => basename(other)),
  )
  const isOf = (source: string) => {
    const noun = source.replace(/\.(ts|mjs)$/, '')
    return noun === name || name.startsWith(`${noun}-`) || noun.startsWith(`${name}-`)
  }
  const below = everything.some((other) => other.startsWith(`${folder}/${name}/`))
  return below || basename(folder) === name || sources.some(isOf) || scenarios.has(`${folder}/${name}`)
}

function nameIn([, name = '']: RegExpMatchArray): string {
  return name
}

function isSource(path: string): boolean {
  return /\.(ts|mjs)$/.test(path) && !path.endsWith('.test.ts')
}

function missing(wanted: { readonly [what: string]: boolean }): string[] {
  return Object.keys(wanted).filter((what) => !wanted[what])
}

function operationsOf(all: typeof families): Operation[] {
  return Object.values(all).flatMap((family) => Object.values(family))
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'definition' in value && 'serve' in value
}

function nameOf({ method, path }: Operation['definition']): string {
  return `${method} ${path}`
}

function ofApi(name: string): string {
  return `sim/api/${name}`
}
