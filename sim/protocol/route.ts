import type { BoundOperation, LazyOperation } from './bind.ts'
import type { Definition, Method } from './operation.ts'
import type { Param } from './params.ts'

/** An operation found for a request, with the raw path parameters, decoded. */
export interface Route {
  readonly operation: BoundOperation
  readonly tokens: { readonly [name: string]: string }
  readonly ending: string | undefined
}

export type Routed =
  | { readonly found: 'operation'; readonly route: Route }
  /** The path is known, the verb is not. */
  | { readonly found: 'path'; readonly allowed: readonly string[] }
  | { readonly found: 'nothing' }

interface Endpoint {
  readonly operation: LazyOperation
  readonly ending: string | undefined
  readonly names: readonly string[]
  readonly dotted: ReadonlySet<string>
  readonly digits: ReadonlySet<string>
}
interface Place {
  readonly literals: Map<string, Place>
  parameter: Place | undefined
  /** What follows a value of several segments. */
  glob: Place | undefined
  readonly endpoints: Map<Method, Endpoint>
}

const NOTHING: Routed = { found: 'nothing' }
// Names of parents take whatever stands in the segment, also dots (`a%2Fb.c`); numbers and others end at a dot.
const DOTTED = ['id', 'user_id']
/** Most segments of one value: names of packages and files have two, and hostile paths are long. */
const LONGEST = 8

/**
 * Finds operations by path. Segments are matched while encoded: a literal before a parameter (`:name`), and that before
 * a value that may take several segments (`*name`), which takes as few as lead somewhere.
 */
export class Router {
  readonly #root: Place = place()

  constructor(operations: Iterable<LazyOperation>) {
    for (const operation of operations)
      for (const { path, ending } of spellings(operation.definition)) this.#add(path, operation, ending)
  }

  /** `path` is below the API root and still encoded. */
  route(method: string, path: string): Routed {
    const segments = segmentsOf(path)
    const values: string[] = []
    const at = descend(this.#root, segments, 0, values)
    if (at === undefined) return NOTHING
    const verb = (method === 'HEAD' ? 'GET' : method) as Method
    const endpoint = at.endpoints.get(verb)
    if (endpoint === undefined) {
      const [any] = at.endpoints.values()
      return any !== undefined && tokensOf(any, values) !== undefined
        ? { found: 'path', allowed: allowed(at) }
        : NOTHING
    }
    const tokens = tokensOf(endpoint, values)
    return tokens === undefined
      ? NOTHING
      : {
          found: 'operation',
          route: { operation: endpoint.operation.bound(), tokens, ending: endpoint.ending },
        }
  }

  #add(path: string, operation: LazyOperation, ending: string | undefined): void {
    const names: string[] = []
    const globs: string[] = []
    let at = this.#root
    for (const segment of segmentsOf(path)) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1))
        at.parameter ??= place()
        at = at.parameter
      } else if (segment.startsWith('*')) {
        names.push(segment.slice(1))
        globs.push(segment.slice(1))
        at.glob ??= place()
        at = at.glob
      } else {
        const next = at.literals.get(segment) ?? place()
        at.literals.set(segment, next)
        at = next
      }
    }
    const { definition } = operation
    const { method } = definition
    // Only names in the path are asked for: parameters of some operations are built when they are first asked for.
    const ofParents = DOTTED.filter(
      (name) => names.includes(name) && numberOf(definition, name) === undefined,
    )
    if (at.endpoints.has(method)) throw new Error(`two operations answer ${method} ${path}`)
    at.endpoints.set(method, {
      operation,
      ending,
      names,
      dotted: new Set([...ofParents, ...globs, ...(definition.dotted ?? [])]),
      digits: new Set(names.filter((name) => numberOf(definition, name)?.nonNumber === 'no-path')),
    })
  }
}

/** The declaration of a path parameter that is a number. */
function numberOf({ params }: Definition, name: string): Param | undefined {
  const param = params?.[name]
  return param !== undefined && 'kind' in param && param.kind === 'integer' ? param : undefined
}

/** Every path under which an operation is found, its own first. */
export function spellings({
  path,
  aliases = [],
  endings = [],
}: Pick<Definition, 'path' | 'aliases' | 'endings'>): {
  readonly path: string
  readonly ending: string | undefined
}[] {
  const bare = [path, ...aliases]
  return [
    ...bare.map((spelling) => ({ path: spelling, ending: undefined })),
    ...bare.flatMap((spelling) => endings.map((ending) => ({ path: `${spelling}.${ending}`, ending }))),
  ]
}

// Without lists in between: every request comes by.
function segmentsOf(path: string): readonly string[] {
  const segments: string[] = []
  for (let from = 0; from < path.length; ) {
    const slash = path.indexOf('/', from)
    const end = slash < 0 ? path.length : slash
    if (end > from) segments.push(path.slice(from, end))
    from = end + 1
  }
  return segments
}

function place(): Place {
  return { literals: new Map(), parameter: undefined, glob: undefined, endpoints: new Map() }
}

function descend(at: Place, segments: readonly string[], i: number, values: string[]): Place | undefined {
  const segment = segments[i]
  if (segment === undefined) return at.endpoints.size > 0 ? at : undefined
  const literal =
    at.literals.get(segment) ??
    (i === segments.length - 1 ? at.literals.get(withoutJson(segment)) : undefined)
  const depth = values.length
  const found = literal === undefined ? undefined : descend(literal, segments, i + 1, values)
  if (found !== undefined || (at.parameter === undefined && at.glob === undefined)) return found
  shorten(values, depth)
  values.push(segment)
  const one = at.parameter === undefined ? undefined : descend(at.parameter, segments, i + 1, values)
  if (one !== undefined || at.glob === undefined) return one
  for (let end = i + 1; end <= Math.min(segments.length, i + LONGEST); end++) {
    shorten(values, depth)
    values.push(segments.slice(i, end).join('/'))
    const several = descend(at.glob, segments, end, values)
    if (several !== undefined) return several
  }
  return undefined
}

// An engine leaves its compiled code to set a length, and most lists are short enough already.
function shorten(values: string[], length: number): void {
  while (values.length > length) values.pop()
}

function withoutJson(segment: string): string {
  return segment.endsWith('.json') ? segment.slice(0, -5) : segment
}

function tokensOf(
  { names, dotted, digits }: Endpoint,
  values: readonly string[],
): Route['tokens'] | undefined {
  const tokens: { [name: string]: string } = {}
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string
    const raw = values[i] as string
    const segment = dotted.has(name) ? raw : withoutJson(raw)
    if (!dotted.has(name) && segment.includes('.')) return undefined
    if (digits.has(name) && !/^\d*$/.test(segment)) return undefined
    tokens[name] = segment.includes('%') ? decodeURIComponent(segment) : segment
  }
  return tokens
}

// Operations come by family and name; the service lists its verbs like this.
const VERBS: readonly Method[] = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH']

function allowed({ endpoints }: Place): string[] {
  return [
    'OPTIONS',
    ...VERBS.filter((verb) => endpoints.has(verb)),
    ...(endpoints.has('GET') ? ['HEAD'] : []),
  ]
}
