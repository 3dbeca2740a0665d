import { type ObjectStore, readBlob, readCommit } from '../../git/objects.ts'
import { branchHead } from '../../git/repository.ts'
import { walkTree } from '../../git/tree.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { repositoryOf } from './repository.ts'

// Programming and markup languages by the end of a file's name; prose and data do not count as languages.
const byExtension: { readonly [extension: string]: string } = {
  c: 'C',
  cpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  ex: 'Elixir',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  js: 'JavaScript',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  lua: 'Lua',
  mjs: 'JavaScript',
  php: 'PHP',
  pl: 'Perl',
  py: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  scss: 'SCSS',
  sh: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'Vue',
}
const byName: { readonly [name: string]: string } = { Dockerfile: 'Dockerfile', Makefile: 'Makefile' }

const REMEMBERED = 1000
const shares = new Map<string, Readonly<Record<string, number>>>()

/** Languages of the default branch with their share of its bytes in percent, the largest first. */
export function languagesOf(world: World, project: Project): Readonly<Record<string, number>> {
  const repository = repositoryOf(world, project)
  const head = branchHead(repository, project.defaultBranch)
  if (head === undefined) return {}
  const { tree } = readCommit(repository.objects, head)
  const known = shares.get(tree)
  if (known !== undefined) return known
  const measured = percentages(workedOut(`languages ${tree}`, () => sizesIn(repository.objects, tree)))
  if (shares.size >= REMEMBERED) shares.clear()
  shares.set(tree, measured)
  return measured
}

function* sizesIn(objects: ObjectStore, tree: string): Steps<Map<string, number>> {
  const pace = new Pace()
  const sizes = new Map<string, number>()
  const lengths = new Map<string, number>()
  for (const { type, mode, name, id } of walkTree(objects, tree, { recursive: true })) {
    const language = type === 'blob' && mode !== '120000' ? languageOf(name) : undefined
    const known = lengths.get(id)
    if (language !== undefined) {
      const length = known ?? readBlob(objects, id).length
      lengths.set(id, length)
      sizes.set(language, (sizes.get(language) ?? 0) + length)
    }
    if (language !== undefined && known === undefined ? pace.after(lengths.get(id) ?? 0) : pace.of(EACH))
      yield
  }
  return sizes
}

/** Bytes that take as long to handle as an entry takes to be found. */
const EACH = 256

function languageOf(name: string): string | undefined {
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  if (Object.hasOwn(byName, name)) return byName[name]
  return Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined
}

function percentages(sizes: ReadonlyMap<string, number>): Record<string, number> {
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const ordered = [...sizes]
    .filter(([, size]) => size > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return Object.fromEntries(
    ordered.map(([language, size]) => [language, Math.round((size / total) * 10_000) / 100]),
  )
}
