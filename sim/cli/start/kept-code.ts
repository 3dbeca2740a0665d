// Compiling is half of a start. What V8 made of a file the last time is kept in the user's own cache folder, for
// functions instead of modules: only those can be compiled with what was kept.
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { cacheFolder } from './cache-folder.ts'
import { asBefore } from './compile-late.ts'
import { compiledMore } from './kept-size.ts'
import { asFunction } from './module-function.ts'

type Exports = { readonly [name: string]: unknown }

/** Files that are compiled sooner than what was kept of them is read. */
const SMALL = 4096
/** How many builds of a file are kept, of several versions of the package side by side: the latest. */
const BUILDS = 3
/** What a server keeps does not wait for its end, which may not be in order. */
const SETTLED_MS = 3000
/** Letters of the file of the simulator at least: the others compile little after a start. */
const LARGE = 1024 * 1024
/** Bytes of compiled code that a file is kept with at most, since each start reads all of them. */
const MOST = 4 * 1024 * 1024

interface Loaded {
  readonly script: Script
  readonly text: string
  readonly isKept: boolean
}

/**
 * Loads a module of the build with all that it imports, and keeps their compiled code for the next time. Undefined where
 * nothing can be kept: there is no such module, no folder that can be written to, or another runtime than Node.
 */
export function withKeptCode(module: URL, env: NodeJS.ProcessEnv): Promise<Exports> | undefined {
  if (!isNode()) return undefined
  // The name of this file changes with what is in it, and so does what it makes of modules.
  const folder = cacheFolder(env, basename(import.meta.url, '.js'))
  if (folder === undefined) return undefined
  try {
    const modules = new Modules(folder)
    return Promise.resolve(modules.load(module.href))
  } catch {
    return undefined
  }
}

function isNode(): boolean {
  return process.release.name === 'node' && !('bun' in process.versions) && !('deno' in process.versions)
}

class Modules {
  readonly #folder: string
  readonly #loaded = new Map<string, Exports>()
  /** Those that are worth keeping, by their place. */
  readonly #files = new Map<string, Loaded>()

  constructor(folder: string) {
    this.#folder = folder
    // What runs seldom would be dropped after a while, and then not be kept.
    setFlagsFromString('--no-flush-bytecode')
    process.once('exit', () => {
      this.#keep()
      this.#keepMore()
    })
    setTimeout(() => this.#keep(), SETTLED_MS).unref()
  }

  load(url: string): Exports {
    const known = this.#loaded.get(url)
    if (known !== undefined) return known
    const script = this.#compiled(fileURLToPath(url))
    if (script === undefined) throw new Error(`${url} is no module of the build`)
    const later = (name: string) => (name.startsWith('.') ? this.#later(new URL(name, url)) : import(name))
    const exports: Exports = script.runInThisContext()((name: string) => this.#imported(name, url), later, {
      url,
    })
    this.#loaded.set(url, exports)
    return exports
  }

  // Those of another form are loaded as modules; they import nothing that has a state.
  async #later({ href }: URL): Promise<Exports> {
    const isKnown = this.#loaded.has(href) || this.#compiled(fileURLToPath(href)) !== undefined
    return isKnown ? this.load(href) : import(href)
  }

  #imported(name: string, from: string): Exports {
    if (name.startsWith('.')) return this.load(new URL(name, from).href)
    const found: Exports = process.getBuiltinModule(name) ?? createRequire(from)(name)
    return 'default' in found ? found : Object.create(found, { default: { value: found } })
  }

  #compiled(path: string): Script | undefined {
    const kept = this.#placeOf(path)
    const text = read(`${kept}.js`)?.toString('latin1') ?? asFunction(readFileSync(path, 'utf8'))
    if (text === undefined) return undefined
    const cachedData = read(`${kept}.code`)
    const script = asBefore(() => new Script(text, { filename: path, ...(cachedData && { cachedData }) }))
    const isKept = cachedData !== undefined && script.cachedDataRejected !== true
    if (kept !== undefined && (isKept || isWorthIt(text))) this.#files.set(kept, { script, text, isKept })
    return script
  }

  /** Where a file is kept. Joined files have names that tell what is in them; entries have not, and are short. */
  #placeOf(path: string): string | undefined {
    return basename(dirname(path)) === 'chunks' ? join(this.#folder, basename(path, '.js')) : undefined
  }

  #keep(): void {
    for (const [place, { script, text, isKept }] of this.#files) {
      if (isKept) continue
      this.#files.set(place, { script, text, isKept: true })
      attempt(() => {
        write(`${place}.js`, Buffer.from(text, 'latin1'))
        write(`${place}.code`, codeOf(script))
        dropOldest(place)
      })
    }
  }

  // A function is compiled when it is first called: what requests run, after the rest was kept.
  #keepMore(): void {
    const files = [...this.#files]
    if (!files.some(([, { text }]) => text.length > LARGE)) return
    const places = files.map(([place]) => place)
    if (!compiledMore(this.#folder, places)) return
    for (const [place, { script }] of files)
      attempt(() => {
        const code = codeOf(script)
        if (code.length <= MOST) write(`${place}.code`, code)
      })
  }
}

function codeOf(script: Script): Buffer {
  return asBefore(() => script.createCachedData())
}

/** What could not be kept is compiled again by the next start, as by this one. */
function attempt(keep: () => void): void {
  try {
    keep()
  } catch {
    // The next start tries again.
  }
}

/** What ends the name of a file that was kept: `simulator-Bvvbr8lZ.code` is a build of `simulator`. */
const BUILD = /-.{8}\.code$/

function dropOldest(place: string): void {
  const folder = dirname(place)
  const name = `${basename(place)}.code`.replace(BUILD, '')
  const builds = readdirSync(folder)
    .filter((file) => BUILD.test(file) && file.replace(BUILD, '') === name)
    .map((file) => ({ file: join(folder, file), at: statSync(join(folder, file)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { file } of builds.slice(BUILDS))
    for (const gone of [file, file.replace(/code$/, 'js')]) rmSync(gone, { force: true })
}

function isWorthIt(text: string): boolean {
  return text.length > SMALL && /^[\0-\x7f]*$/.test(text)
}

function read(file: string | undefined): Buffer | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file)
  } catch {
    return undefined
  }
}

// Renamed into place: another process never reads half of it.
function write(file: string, bytes: Uint8Array): void {
  const half = `${file}.${process.pid}`
  try {
    writeFileSync(half, bytes, { mode: 0o600 })
    renameSync(half, file)
  } catch (error) {
    rmSync(half, { force: true })
    throw error
  }
}
