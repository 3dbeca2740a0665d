import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { demoWorld } from '../fixtures/index.ts'
import { asFunction } from '../sim/cli/start/module-function.ts'
import { VERSION } from '../sim/version.ts'
import { inRoot, root } from './root.ts'

interface Package {
  readonly version: string
  readonly dependencies: { readonly [name: string]: string }
  readonly devDependencies: { readonly [name: string]: string }
  readonly peerDependencies: { readonly [name: string]: string }
  readonly exports: { readonly [name: string]: string | { readonly default: string } }
}

const described = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Package
const entries = Object.values(described.exports).flatMap((to) => (typeof to === 'string' ? [] : [to.default]))
const reasons = readFileSync(inRoot('scripts/README.md'), 'utf8')

// What is packed: sources that are built, without their tests.
const sources = ['sim', 'conformance', 'fixtures'].flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|-laws\.ts$|(^|\/)testing\//.test(file))
    .map((file) => readFileSync(join(inRoot(folder), file), 'utf8')),
)

function imports(name: string): boolean {
  const specifier = new RegExp(`(?:from |import\\(|import )'${name.replace('/', '\\/')}['/]`)
  return sources.some((source) => specifier.test(source))
}

test('the version is the same wherever it is told', () => {
  expect(VERSION).toBe(described.version)
})

// Those are joined into what is packed, so that nobody has to install them.
const joined = Object.keys(described.devDependencies).filter(
  (name) => imports(name) && !Object.hasOwn(described.peerDependencies, name),
)

test('every package that is installed or joined is needed, and has its reason in scripts/README.md', () => {
  for (const name of Object.keys(described.dependencies)) expect(imports(name), name).toBe(true)
  const told = [...reasons.matchAll(/^\| `([^`]+)` \| /gm)].map(([, name]) => name)
  const needed = [...Object.keys(described.dependencies), ...joined]
  expect(needed.filter((name) => !told.includes(name))).toEqual([])
})

test("what is packed imports nothing but what is installed with it, or is the user's own", () => {
  const installed = [...Object.keys(described.dependencies), ...Object.keys(described.peerDependencies)]
  const files = [...entries, ...readdirSync(inRoot('dist/chunks')).map((file) => `./dist/chunks/${file}`)]
  const strangers = files.flatMap((file) =>
    importsOfFile(file)
      .filter((name) => !/^(?:node:|\.)/.test(name) && !installed.includes(packageOf(name)))
      .map((name) => `${file}: ${name}`),
  )
  expect(strangers).toEqual([])
})

test('the types of the entry points know no other packages than those', () => {
  const installed = [...Object.keys(described.dependencies), ...Object.keys(described.peerDependencies)]
  const named = new Map<string, readonly string[]>()
  const look = (file: string): void => {
    if (named.has(file)) return
    const text = readFileSync(inRoot(file), 'utf8')
    const names = [...text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)].map(([, name]) => name as string)
    named.set(file, names)
    for (const name of names)
      if (name.startsWith('.')) look(join(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')))
  }
  for (const entry of entries) look(entry.replace(/\.js$/, '.d.ts'))
  expect(named.size).toBeGreaterThan(entries.length)
  const strangers = [...named].flatMap(([file, names]) =>
    names
      .filter((name) => !/^(?:node:|\.)/.test(name) && !installed.includes(packageOf(name)))
      .map((name) => `${file}: ${name}`),
  )
  expect(strangers).toEqual([])
})

test('what a browser loads, at once or later, has nothing of Node in it', () => {
  // What is loaded later counts, too: bundlers resolve it all the same, and refuse what names a module of Node.
  const loaded = ['sim/index', 'sim/adapters/msw', 'fixtures/index'].flatMap((entry) => [
    ...filesOf(`./dist/${entry}.js`, importsOfFile),
  ])
  const ofNode = (file: string) => importsOfFile(file).some((name) => name.startsWith('node:'))
  expect(loaded.filter(ofNode)).toEqual([])
  // Files that a URL may name are brought along as well.
  expect(loaded.filter((file) => lookAt(file).makesUrl)).toEqual([])
})

test('what is loaded later is followed, in whatever quotes it stands', () => {
  expect(importsOf(parseAst('import a from "./a"; import(`./b`); import(a); export * from "./c"'))).toEqual([
    './a',
    './b',
    './c',
  ])
})

test('a URL that is made beside a module is found', () => {
  expect(makesUrlHere(parseAst('a(() => new URL("../" + b, import.meta.url))'))).toBe(true)
  expect(makesUrlHere(parseAst('"new URL(`a`, import.meta.url)"; new URL("a", import.meta)'))).toBe(false)
})

test('it stays small: at most 60 files and 9 MB', () => {
  const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed] = JSON.parse(told) as readonly {
    readonly entryCount: number
    readonly unpackedSize: number
  }[]
  expect(packed?.entryCount).toBeGreaterThan(20)
  expect(packed?.entryCount).toBeLessThanOrEqual(60)
  expect(packed?.unpackedSize).toBeLessThanOrEqual(9_000_000)
})

test('what a command loads before it begins is little, and a test with a simulator loads no suite', () => {
  const sizeOf = (entry: string) =>
    [...filesOf(entry, importedAtOnce)].reduce((sum, file) => sum + statSync(inRoot(file)).size, 0)
  expect(sizeOf('./dist/sim/cli/main.js')).toBeLessThan(200_000)
  // The command of `exec` begins before there is a simulator.
  for (const chunk of ['start', 'listener']) expect(sizeOf(chunkNamed(chunk)), chunk).toBeLessThan(250_000)
  expect(sizeOf('./dist/conformance/vitest.js')).toBeLessThan(sizeOf('./dist/sim/index.js') + 20_000)
  expect(sizeOf('./dist/fixtures/index.js')).toBeLessThan(sizeOf('./dist/sim/index.js') / 3)
})

test('a start loads no option that is not given, and what follows a run loads no suite', () => {
  const chunks = readdirSync(inRoot('dist/chunks')).map((file) => `./dist/chunks/${file}`)
  const named = (name: string) => chunks.filter((file) => file.includes(`/${name}-`))
  const beginning = [...named('start'), './dist/sim/index.js'].flatMap((file) => [
    ...filesOf(file, importedAtOnce),
  ])
  expect(beginning.filter((file) => named('commands').includes(file))).toEqual([])
  const [commands = ''] = named('commands')
  expect([...filesOf(commands, importedAtOnce)].filter((file) => file.includes('/suite'))).toEqual([])
})

test('what a page loads stays below 3.45 MB, and 1 MB as servers send it that compress it once and well', () => {
  const files = [...filesOf('./dist/sim/adapters/msw.js', importedAtOnce)].map((file) =>
    readFileSync(inRoot(file)),
  )
  const whole = Buffer.concat(files)
  expect(whole.length).toBeLessThan(3_450_000)
  expect(gzipSync(whole, { level: 9 }).length).toBeLessThan(1_000_000)
})

test('no list is made that has no name, as of words that nothing needs', () => {
  const files = [...filesOf('./dist/sim/adapters/msw.js', importedAtOnce)]
  expect(files.flatMap((file) => lookAt(file).unnamed.map((text) => `${file}: ${text}`))).toEqual([])
})

function unnamedLists({ body }: ReturnType<typeof parseAst>): string[] {
  const made: string[] = []
  for (const node of body)
    if (node.type === 'ExpressionStatement') {
      const { expression } = node
      for (const part of expression.type === 'SequenceExpression' ? expression.expressions : [expression])
        if (part.type === 'CallExpression' && 'property' in part.callee && isNamed(part.callee, 'split'))
          made.push(JSON.stringify(part).slice(0, 200))
    }
  return made
}

function isNamed({ property }: { readonly property: object }, name: string): boolean {
  return 'name' in property && property.name === name
}

test('no file imports the command itself, which would run again under another name', () => {
  const importing = readdirSync(inRoot('dist/chunks')).filter((file) =>
    importsOfFile(`./dist/chunks/${file}`).some((name) => name.endsWith('cli/main.js')),
  )
  expect(importing).toEqual([])
})

test('what other files import of that with the worlds are functions, which kept code loads when they are called', async () => {
  const chunks = readdirSync(inRoot('dist/chunks'))
  const worlds = chunks.find((name) => name.startsWith('worlds-')) ?? ''
  const has: { readonly [name: string]: unknown } = await import(inRoot('dist/chunks', worlds))
  const imported = chunks.flatMap((name) => {
    const text = readFileSync(inRoot('dist/chunks', name), 'utf8')
    const [, names = ''] = new RegExp(`import\\{([^}]*)\\}from"\\./${worlds}"`).exec(text) ?? []
    return names.split(',').flatMap((pair) => pair.split(' as ')[0] || [])
  })
  expect(imported.length).toBeGreaterThan(0)
  expect(imported.filter((name) => typeof has[name] !== 'function' || isClass(has[name]))).toEqual([])
})

function isClass(made: unknown): boolean {
  return String(made).startsWith('class')
}

test('each joined file can be compiled as a function, whose code is kept from one start to the next', () => {
  const modules: string[] = []
  for (const name of readdirSync(inRoot('dist/chunks'))) {
    if (name.startsWith('kept-code')) continue // does it, and is no such function itself
    const file = `./dist/chunks/${name}`
    const text = readFileSync(inRoot(file), 'utf8')
    expect(text.search(/[^\0-\x7f]/), `${name} is ASCII`).toBe(-1)
    const made = asFunction(text)
    if (made === undefined) modules.push(name)
    else {
      const { atOnce, body, changed } = lookAt(file)
      // All that stands between imports and exports is there, to the letter, but for what only modules have.
      const [head = '', tail = ''] = made.split(body)
      expect([name, tail.slice(0, 8)]).toEqual([name, '\nreturn{'])
      expect([...head.matchAll(/__loadNow\("([^"]+)"\)/g)].map(([, from]) => from)).toEqual(atOnce)
      expect(() => new Script(made), name).not.toThrow()
      expect([name, changed]).toEqual([name, []])
    }
  }
  // A package of its own form, which is loaded with single calls and has nothing of ours in it.
  expect(modules.map((name) => name.replace(/-.*/, ''))).toEqual(['selfsigned'])
})

test('the generated part of the demo world is the same in what is packed, which has fewer words', async () => {
  const packed: typeof import('../fixtures/index.ts') = await import(
    pathToFileURL(inRoot('dist/fixtures/index.js')).href
  )
  for (let seed = 1; seed <= 10; seed++)
    expect(packed.demoWorld({ seed, scale: 5 })).toEqual(demoWorld({ seed, scale: 5 }))
})

test('every entry point is built, with its types', () => {
  for (const entry of entries) {
    expect(existsSync(inRoot(entry)), entry).toBe(true)
    expect(existsSync(inRoot(entry.replace(/\.js$/, '.d.ts'))), entry).toBe(true)
  }
})

function chunkNamed(name: string): string {
  const file = readdirSync(inRoot('dist/chunks')).find((candidate) => candidate.startsWith(`${name}-`))
  return `./dist/chunks/${file}`
}

/** A file and all that it leads to. */
function filesOf(entry: string, importsIn: (file: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([entry])
  for (const file of found)
    for (const name of importsIn(file)) if (name.startsWith('.')) found.add(`./${join(dirname(file), name)}`)
  return found
}

function importedAtOnce(file: string): readonly string[] {
  return lookAt(file).atOnce
}

function importsOfFile(file: string): readonly string[] {
  return lookAt(file).imports
}

/** What is asked of a file. Its tree has a hundred thousand nodes and more, and is made once and not kept. */
interface Look {
  readonly imports: readonly string[]
  readonly atOnce: readonly string[]
  readonly makesUrl: boolean
  /** Calls of `split` that stand alone. */
  readonly unnamed: readonly string[]
  /** What stands between imports and exports, where what only modules have is called by another name. */
  readonly body: string
  /** What is exported and assigned to. */
  readonly changed: readonly string[]
}

const looks = new Map<string, Look>()

function lookAt(file: string): Look {
  const known = looks.get(file)
  if (known !== undefined) return known
  const text = readFileSync(inRoot(file), 'utf8')
  const tree = parseAst(text)
  const look = {
    imports: importsOf(tree),
    atOnce: tree.body.flatMap((node) => ('source' in node && node.source ? [node.source.value] : [])),
    makesUrl: makesUrlHere(tree),
    unnamed: unnamedLists(tree),
    body: bodyOf(tree, text),
    changed: changedExports(tree),
  }
  looks.set(file, look)
  return look
}

function bodyOf({ body }: ReturnType<typeof parseAst>, text: string): string {
  const inner = body.filter(({ type }) => !/^(?:Import|Export\w+)Declaration$/.test(type))
  let whole = ''
  let at = inner[0]?.start ?? 0
  eachNode(inner, ({ type, start, end, source }) => {
    const found = text.slice(start as number, end as number)
    const isMeta = type === 'MetaProperty' && found === 'import.meta'
    if (!isMeta && type !== 'ImportExpression') return true
    whole += text.slice(at, start as number)
    whole += isMeta ? '__meta' : `__loadLater(${JSON.stringify(textOf(source as Specifier))})`
    at = end as number
    return false
  })
  return whole + text.slice(at, inner.at(-1)?.end)
}

function changedExports({ body }: ReturnType<typeof parseAst>): readonly string[] {
  const exported = new Set(
    body.flatMap((node) =>
      node.type === 'ExportNamedDeclaration'
        ? node.specifiers.map(({ local }) => ('name' in local ? local.name : ''))
        : [],
    ),
  )
  const changed: string[] = []
  eachNode(body, ({ type, left, argument }) => {
    const to = type === 'AssignmentExpression' ? left : type === 'UpdateExpression' ? argument : undefined
    const { name = '' } = (to ?? {}) as { readonly name?: string }
    if (exported.has(name)) changed.push(name)
    return true
  })
  return changed
}

/** What a module imports, at once or later: the sources of all nodes of its tree that have one. */
function importsOf(tree: unknown): string[] {
  const names: string[] = []
  eachNode(tree, ({ type, source }) => {
    if (!/^(?:Import|Export)/.test(type)) return true
    const name = textOf(source as Specifier | null | undefined)
    if (name !== undefined) names.push(name)
    return true
  })
  return names
}

/** Whether there is a `new URL(…, import.meta.url)`. */
function makesUrlHere(tree: unknown): boolean {
  let made = false
  eachNode(tree, ({ type, arguments: given }) => {
    const last = type === 'NewExpression' && Array.isArray(given) ? given.at(-1) : undefined
    made ||= last?.object?.type === 'MetaProperty'
    return !made
  })
  return made
}

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

/** Calls for each node of a tree, outer ones first; those within one only where that is asked for. */
function eachNode(tree: unknown, look: (node: Node) => boolean): void {
  if (typeof tree !== 'object' || tree === null) return
  if (typeof (tree as Partial<Node>).type === 'string' && !look(tree as Node)) return
  for (const part in tree) eachNode((tree as { readonly [part: string]: unknown })[part], look)
}

interface Specifier {
  readonly value?: unknown
  /** Of a text in backticks: what stands between its expressions. */
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
}

// Bundlers that minify write the name of a module that is loaded later in backticks.
function textOf(source: Specifier | null | undefined): string | undefined {
  if (typeof source?.value === 'string') return source.value
  return source?.quasis?.length === 1 ? source.quasis[0]?.value.cooked : undefined
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
