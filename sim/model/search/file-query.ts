import { matchesGlob } from '../../lib/glob.ts'

/** A query for files: what is looked for in them, and which of them count (search#file-filters). */
export interface FileQuery {
  /** `*` where the query has nothing but filters: every file is meant. */
  readonly term: string
  readonly filtered: boolean
  readonly passes: (path: string) => boolean
}

export const EVERY_FILE = '*'

/** How a value becomes a pattern for a path; `*` in it stands for any run of characters. */
const filters: { readonly [name: string]: (value: string) => string } = {
  filename: (value) => `*${value}`,
  path: (value) => `*${value}*`,
  extension: (value) => `*.${value}`,
}

interface Filter {
  readonly pattern: string
  readonly negated: boolean
}

/** Takes the filters out of a query: `filename:`, `path:` and `extension:`, which may be quoted and negated. */
export function fileQuery(query: string): FileQuery {
  const found: Filter[] = []
  const rest: string[] = []
  for (const token of tokensOf(query.trim())) {
    const filter = filterOf(token)
    if (filter === undefined) rest.push(token)
    else found.push(filter)
  }
  return {
    term: rest.join(' ') || EVERY_FILE,
    filtered: found.length > 0,
    passes: (path) =>
      found.every(({ pattern, negated }) => matchesGlob(pattern, path.toLowerCase()) !== negated),
  }
}

function filterOf(token: string): Filter | undefined {
  const [, minus, name = '', rest = ''] = /^(-?)(filename|path|extension):(.*)$/s.exec(token) ?? []
  // Colons in a value are dropped.
  const value = rest.replaceAll(':', '').replace(/^"|"$/g, '').toLowerCase()
  const pattern = filters[name]?.(value)
  return pattern === undefined || rest.replaceAll(':', '') === ''
    ? undefined
    : { pattern, negated: minus === '-' }
}

/** Splits at blanks that an even number of quotes follows: what stands in quotes stays whole. */
function tokensOf(query: string): string[] {
  const tokens: string[] = []
  let quotes = query.split('"').length - 1
  let token = ''
  for (const character of query) {
    if (character === '"') quotes--
    if (/\s/.test(character) && quotes % 2 === 0) {
      if (token !== '') tokens.push(token)
      token = ''
    } else token += character
  }
  if (token !== '') tokens.push(token)
  return tokens
}
