import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { inRoot, root } from '../root.ts'
import { filesBelow, houses } from './sources.ts'

const FOLDER = 'dist.tests'
/** What `import.meta.url` becomes. */
const ADDRESS = 'addressOfSource'

/**
 * For vitest: what tests import is compiled all at once, and loaded by Node. Module by module, as vitest does it for
 * what it may load anew, takes a tenth of a whole run. A test itself stays with vitest, and so do the files of `but`.
 */
export async function compiledSources({ but }: { readonly but: readonly string[] }) {
  const compiled = await compile()
  for (const path of but) compiled.delete(inRoot(path))
  return {
    name: 'compiled-sources',
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      if (!source.startsWith('.') && !isAbsolute(source)) return
      const file = compiled.get(resolve(dirname(importer ?? root), source))
      return file === undefined ? undefined : { id: file, external: true }
    },
  }
}

/** Compiles all but tests; gives where each source went. */
async function compile(): Promise<Map<string, string>> {
  const sources = houses.flatMap(filesBelow).filter((path) => /(?<!\.test|\.d)\.ts$/.test(path))
  const places = new Map(sources.map((path) => [inRoot(path), inRoot(FOLDER, path.replace(/ts$/, 'js'))]))
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(sources.map((path) => [path.slice(0, -'.ts'.length), inRoot(path)])),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    treeshake: false,
    plugins: [itsOwnAddress],
    transform: { define: { 'import.meta.url': ADDRESS } },
  })
  const { output } = await bundle.generate({
    preserveModules: true,
    preserveModulesRoot: root,
    sourcemap: 'inline',
  })
  await bundle.close()
  for (const file of output)
    put(inRoot(FOLDER, file.fileName), file.type === 'chunk' ? file.code : file.source.toString())
  return places
}

/** What looks for files beside itself finds those of the sources; texts that only speak of it stay as they are. */
const itsOwnAddress = {
  name: 'its-own-address',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code: string, id: string) => ({
      code: code.replace(/^(?:#!.*\n)?/, `$&const ${ADDRESS} = ${JSON.stringify(pathToFileURL(id).href)};`),
      map: null,
    }),
  },
}

/** Another run may be reading what is there: it is replaced at once, and only by what differs. */
function put(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  const part = `${path}.${process.pid}`
  writeFileSync(part, text)
  renameSync(part, path)
}
