import { text } from '../lib/bytes.ts'
import { matchesPath } from '../lib/glob.ts'
import { type ObjectStore, readBlob } from './objects.ts'
import { entryAt } from './tree.ts'

/** Most bytes of a `.gitattributes`; a larger one says nothing. */
const LIMIT = 1024 * 1024
/**
 * Most work for one tree: bytes that are read, and for each pattern its characters times those of the path. What comes
 * later has no attributes.
 */
const EFFORT = 50_000_000

interface Line {
  readonly pattern: string
  readonly attributes: readonly string[]
}

/** The value of an attribute for a path: a text, true or false where it is set or unset, undefined where nothing is said. */
export type AttributeOf = (path: string, name: string) => string | boolean | undefined

/**
 * The attributes that the `.gitattributes` of a tree give its files: those of the root and, unless only it counts, of
 * each directory, of which the nearest wins.
 */
export function attributesIn(
  objects: ObjectStore,
  tree: string,
  which: 'root' | 'directories' = 'directories',
): AttributeOf {
  const known = new Map<string, readonly Line[]>()
  let effort = EFFORT
  const fits = (pattern: string, path: string): boolean => {
    effort -= pattern.length * path.length
    return effort > 0 && matches(pattern, path)
  }
  const linesOf = (directory: string): readonly Line[] => {
    let lines = known.get(directory)
    if (lines === undefined) {
      const file = fileIn(objects, tree, directory)
      effort -= file.length
      lines = effort > 0 ? text(file).split('\n').flatMap(lineFrom) : []
      known.set(directory, lines)
    }
    return lines
  }
  return (path, name) => {
    const directories = which === 'root' ? [''] : directoriesAbove(path)
    for (const directory of directories) {
      const below = directory === '' ? path : path.slice(directory.length + 1)
      const found = lastValue(linesOf(directory), (pattern) => fits(pattern, below), name)
      if (found !== undefined) return found.value
    }
    return undefined
  }
}

/** The directories of a path, the nearest first. */
function directoriesAbove(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, i) => parts.slice(0, parts.length - 1 - i).join('/'))
}

const NOTHING = new Uint8Array()

function fileIn(objects: ObjectStore, tree: string, directory: string): Uint8Array {
  const entry = entryAt(objects, tree, directory === '' ? '.gitattributes' : `${directory}/.gitattributes`)
  if (entry?.type !== 'blob' || entry.mode === '120000') return NOTHING
  const bytes = readBlob(objects, entry.id)
  return bytes.length > LIMIT ? NOTHING : bytes
}

function lineFrom(line: string): Line[] {
  const [, quoted, plain, rest = ''] = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^\s#"]\S*))(.*)$/s.exec(line) ?? []
  const pattern = quoted?.replace(/\\(.)/g, '$1') ?? plain
  // A pattern that excludes, or that means directories, matches no file here.
  if (pattern === undefined || pattern.startsWith('!') || pattern.endsWith('/')) return []
  return [{ pattern, attributes: rest.split(/\s+/).filter((word) => word !== '') }]
}

function lastValue(
  lines: readonly Line[],
  fits: (pattern: string) => boolean,
  name: string,
): { readonly value: string | boolean | undefined } | undefined {
  for (let i = lines.length - 1; i >= 0; i--) {
    const { pattern, attributes } = lines[i] as Line
    const word = attributes.findLast((candidate) => nameOf(candidate) === name)
    if (word !== undefined && fits(pattern)) return { value: valueIn(word) }
  }
  return undefined
}

const nameOf = (word: string): string => word.replace(/^[-!]/, '').replace(/=.*$/s, '')

function valueIn(word: string): string | boolean | undefined {
  if (word.startsWith('!')) return undefined
  if (word.startsWith('-')) return false
  const equals = word.indexOf('=')
  return equals < 0 ? true : word.slice(equals + 1)
}

// Without a slash a pattern is for names in every directory.
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.replace(/^\//, '')
  return pattern.includes('/') ? matchesPath(anchored, path) : matchesPath(`**/${anchored}`, path)
}
