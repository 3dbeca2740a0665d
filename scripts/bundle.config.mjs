// Joins what a start loads into few files, dependencies too: finding and opening hundreds of small ones costs more
// than running them. What was joined keeps its licence beside it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { faker } from '@faker-js/faker/locale/en'
import { parseAst } from 'rolldown/parseAst'
import { dts } from 'rolldown-plugin-dts'
import { filesOf } from './bundle-files.mjs'

const folder = process.env.BUILD_FOLDER ?? 'dist'
const entries = [
  'sim/index',
  'sim/cli/main',
  'sim/cli/begin',
  'sim/adapters/msw',
  'sim/adapters/undici',
  'conformance/index',
  'conformance/vitest',
  'fixtures/index',
  'fixtures/fast-check',
]
const NOTICE = /^(?:licen[cs]e|copying|notice)/i

// Both builds join packages; the last one writes the texts of all.
const packages = new Set()

/** Writes the licence texts of every package whose code was joined. */
const licences = {
  name: 'licences',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    for (const id of modules)
      for (const path of /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? [])
        packages.add(path)
    const texts = [...packages].sort().map((path) => `${nameOf(path)}\n\n${noticeOf(path)}`)
    this.emitFile({
      type: 'asset',
      fileName: 'LICENSES.txt',
      source: texts.join(`\n\n${'-'.repeat(72)}\n\n`),
    })
  },
}

// A package asks for Node's streams in a function that nothing calls; the double runs in browsers, where there are none.
const noStreams = {
  name: 'no-streams',
  resolveId: (source) => (source === 'stream' ? '\0no-streams' : undefined),
  load: (id) => (id === '\0no-streams' ? 'module.exports = {}' : undefined),
}

// What the demo world is made of, out of ten times as many words: `true` is all of a category.
const WORDS = {
  company: true,
  hacker: true,
  internet: ['emoji'],
  location: ['city_name', 'city_pattern', 'city_prefix', 'city_suffix'],
  metadata: true,
  person: true,
  word: true,
}

const fewerWords = {
  name: 'fewer-words',
  resolveId: (source) => (source === '@faker-js/faker/locale/en' ? '\0fewer-words' : undefined),
  load: (id) =>
    id === '\0fewer-words'
      ? `import { Faker } from '@faker-js/faker'\nexport const faker = new Faker({ locale: ${JSON.stringify(wordsOf(faker.rawDefinitions))} })`
      : undefined,
}

function wordsOf(all) {
  return Object.fromEntries(
    Object.entries(WORDS).map(([category, names]) => [
      category,
      names === true ? all[category] : Object.fromEntries(names.map((name) => [name, all[category][name]])),
    ]),
  )
}

// The words that no part of it needs are texts cut into lists, which might have an effect for all a bundler knows.
const unusedWords = {
  name: 'unused-words',
  transform: {
    filter: { id: /@faker-js/ },
    handler: (code) => ({
      code: code.replace(/(?<=[=:])`[^`\\$]{40,}`\.split\(/g, '/* @__PURE__ */$&'),
      map: null,
    }),
  },
}

// What is shared by all has to load in a browser: modules of Node are asked of Node when they are needed, not imported.
const lazyBuiltins = {
  name: 'lazy-builtins',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.name.startsWith('rolldown-runtime')) continue
      const code = file.code
        .replace(/import\s*\{\s*createRequire\s*\}\s*from\s*["']node:module["'];?/, '')
        .replace(/createRequire\(import\.meta\.url\)/, 'name=>process.getBuiltinModule(name)')
      if (code.includes('node:module') || code === file.code)
        throw new Error('the runtime of the bundler has changed')
      file.code = code
    }
  },
}

// One letter beyond ASCII, and V8 holds each letter of a file in two bytes; what is kept of compiling takes bytes, too.
const oneByte = {
  name: 'one-byte',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.code.search(BEYOND) >= 0) file.code = escaped(file.code)
  },
}

const BEYOND = /[^\0-\x7f]/g

function escaped(code) {
  const places = new Map()
  textsIn(parseAst(code), places)
  let out = ''
  let done = 0
  for (const [start, end] of [...places].sort(([a], [b]) => a - b)) {
    out += code.slice(done, start) + code.slice(start, end).replace(BEYOND, asEscape)
    done = end
  }
  out += code.slice(done)
  if (out.search(BEYOND) >= 0) throw new Error('a letter beyond ASCII stands outside of texts and names')
  return out
}

// Where texts and names are, each once: `{ a }` has the same name twice.
function textsIn(node, places) {
  if (typeof node !== 'object' || node === null) return
  // What `String.raw` is given would not be the same.
  if (node.type === 'TaggedTemplateExpression' && node.tag.type === 'MemberExpression')
    textsIn(node.quasi.expressions, places)
  else if (['Literal', 'TemplateElement', 'Identifier'].includes(node.type)) places.set(node.start, node.end)
  else for (const inner of Object.values(node)) textsIn(inner, places)
}

function asEscape(letter) {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function nameOf(path) {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  // Some name it in the file alone.
  return license === undefined ? `${name} ${version}` : `${name} ${version} (${license})`
}

function noticeOf(path) {
  const file = existsSync(path) ? readdirSync(path).find((name) => NOTICE.test(name)) : undefined
  return file === undefined ? '' : readFileSync(join(path, file), 'utf8').trim()
}

const inputs = (names, ending) => Object.fromEntries(names.map((name) => [name, join(folder, name + ending)]))

// These stay packages: the user's own, and one that is not needed to start.
const external = [/^node:/, /^(?:vitest|msw|undici)(?:\/|$)/, /^fast-check$/]

const program = {
  input: inputs(entries, '.js'),
  external,
  platform: 'node',
  logLevel: 'warn',
  plugins: [licences, noStreams, fewerWords, unusedWords, lazyBuiltins, oneByte],
  // Files are laid out by hand, and may import from an entry what it exports.
  preserveEntrySignatures: 'allow-extension',
  output: {
    dir: join(folder, '.bundle'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      groups: [{ name: filesOf(folder, entries), debugName: 'files', includeDependenciesRecursively: false }],
    },
    // What functions and classes are called is seen in stacks.
    minify: {
      mangle: { toplevel: false, keepNames: true },
      compress: { keepNames: { function: true, class: true } },
      codegen: { removeWhitespace: true },
    },
    // They tell bundlers what may be left out, and of these files nothing may.
    comments: { annotation: false },
  },
}

// The page is written for browsers alone. It shows reports of the suite in their own style, with their filters.
const reports = {
  name: 'reports',
  async generateBundle() {
    const report = await import(pathToFileURL(resolve(folder, 'conformance/report/html-page.js')))
    const sources = {
      'inspector.css': readFileSync('sim/inspector/style.css', 'utf8'),
      'report.css': report.pageStyle,
      'report.js': report.pageScript,
    }
    for (const [name, source] of Object.entries(sources))
      this.emitFile({ type: 'asset', fileName: `inspector/${name}`, source: source.trim() })
  },
}

const page = {
  input: { inspector: join(folder, 'sim/inspector/inspector.js') },
  platform: 'browser',
  logLevel: 'warn',
  plugins: [licences, reports],
  output: {
    dir: join(folder, '.bundle'),
    format: 'esm',
    entryFileNames: 'inspector/[name].js',
    minify: true,
  },
}

// What a type is made of is declared once, so that a simulator is the same thing to every entry.
const types = {
  input: inputs(
    entries.filter((name) => !name.startsWith('sim/cli/')),
    '.d.ts',
  ),
  external,
  logLevel: 'warn',
  // It takes most of the time because it does most of the work.
  checks: { pluginTimings: false },
  plugins: [dts({ dtsInput: true, tsconfig: false })],
  output: { dir: join(folder, '.bundle'), chunkFileNames: 'types/[name].d.ts' },
}

// biome-ignore lint/style/noDefaultExport: where the bundler looks for its configuration.
export default [program, page, types]
