import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { inRoot, root } from '../root.ts'

/** One small change of a source file, switched on by its id. */
export interface Change {
  readonly id: string
  /** Path in the checkout. */
  readonly file: string
  readonly line: number
  /** Where it begins in the file, in characters. */
  readonly start: number
  readonly mutator: string
  readonly from: string
  readonly to: string
}

export interface Instrumented {
  /** Contents by absolute path, with every change behind a switch. */
  readonly contents: { readonly [path: string]: string }
  readonly changes: readonly Change[]
}

// What is printed for people, and never answered over HTTP as anything but documentation.
const prose = /(?:^|[\s{])(?:summary|about|source|deprecated|ceiling|says)\??: *$/
const proseAlone = /^\{\s*about: (['"`])(?:(?!\1).)*\1,?\s*\}$/

// What sets operations around the specification apart, for documents and for the scope of a run.
const scope = /(?:^|[\s{])beyond: *$/

/** Stryker's instrumented form of all sources below these folders, tests left out. */
export async function instrument(folders: readonly string[]): Promise<Instrumented> {
  const sources = new Map(folders.flatMap(sourcesBelow).map((path) => [path, readFileSync(path, 'utf8')]))
  const files = [...sources].map(([name, content]) => ({ name, content, mutate: true as const }))
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false }
  const done = await new Instrumenter(quiet).instrument(files, options)
  const changes = done.mutants.flatMap(({ id, fileName, location, mutatorName, replacement }) => {
    const content = sources.get(fileName) ?? ''
    const from = offset(content, location.start)
    const to = offset(content, location.end)
    if (mutatorName === 'StringLiteral' && prose.test(content.slice(0, from))) return []
    if (mutatorName === 'BooleanLiteral' && scope.test(content.slice(0, from))) return []
    if (mutatorName === 'ObjectLiteral' && proseAlone.test(content.slice(from, to))) return []
    return {
      id,
      file: relative(root, fileName).replaceAll('\\', '/'),
      line: location.start.line + 1,
      start: from,
      mutator: mutatorName,
      from: content.slice(from, to),
      to: replacement,
    }
  })
  const contents = Object.fromEntries(done.files.map(({ name, content }) => [name, content]))
  return { contents, changes }
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|-laws\.ts$|(?:^|[\\/])testing[\\/]/.test(file))
    .sort()
    .map((file) => inRoot(folder, file))
}

function offset(
  content: string,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  let start = 0
  for (let i = 0; i < line; i++) start = content.indexOf('\n', start) + 1
  return start + column
}

const nothing = () => undefined
const no = () => false
const quiet = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}
