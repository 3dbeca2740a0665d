import { distance } from './closest.ts'

/** An operation as the contract names it. */
export interface Known {
  readonly method: string
  readonly path: string
  readonly aliases: readonly string[]
}

/** True when some operation has this method and path; the path is below the API root, still encoded. */
export function isKnown(operations: readonly Known[], method: string, path: string): boolean {
  return operationOf(operations, method, path) !== undefined
}

/** The name of the operation that has this method and path: `GET /projects/:id`. */
export function operationOf(operations: readonly Known[], method: string, path: string): string | undefined {
  const segments = segmentsOf(path)
  const found = operations.filter(
    (operation) =>
      operation.method === verb(method) &&
      [operation.path, ...operation.aliases].some((pattern) => fits(segmentsOf(pattern), segments)),
  )
  // As the router has it: literal names before parameters.
  const [first] = found.sort((a, b) => params(a.path) - params(b.path))
  return first && `${first.method} ${first.path}`
}

// As the router has it: several slashes are one.
function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function params(path: string): number {
  return path.split('/').filter((part) => /^[:*]/.test(part)).length
}

/** The three operations that are most like a call, the nearest first: `GET /projects/:id`. */
export function nearest(operations: readonly Known[], method: string, path: string): string[] {
  const segments = segmentsOf(path).slice(0, 12)
  return operations
    .map((operation) => ({
      name: `${operation.method} ${operation.path}`,
      cost:
        unlikeness(operation.path.split('/').slice(1), segments) +
        (operation.method === verb(method) ? 0 : 1),
    }))
    .sort((a, b) => a.cost - b.cost || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** Most segments of one value, as the router has it. */
const LONGEST = 8

function verb(method: string): string {
  return method === 'HEAD' ? 'GET' : method
}

function fits(pattern: readonly string[], segments: readonly string[], from = 0, at = 0): boolean {
  const part = pattern[from]
  const segment = segments[at]
  if (part === undefined || segment === undefined) return part === undefined && segment === undefined
  if (!part.startsWith('*')) {
    const same = part.startsWith(':') ? segment !== '' : part === segment
    return same && fits(pattern, segments, from + 1, at + 1)
  }
  for (let end = at + 1; end <= Math.min(segments.length, at + LONGEST); end++)
    if (fits(pattern, segments, from + 1, end)) return true
  return false
}

// Costs of adding, leaving out and exchanging whole segments; a parameter takes whatever stands in its place.
function unlikeness(pattern: readonly string[], segments: readonly string[]): number {
  let row = Array.from({ length: segments.length + 1 }, (_, i) => 2 * i)
  for (const [i, part] of pattern.entries()) {
    const next = [2 * (i + 1)]
    for (const [j, segment] of segments.entries())
      next.push(
        Math.min(
          (row[j] as number) + exchange(part, segment),
          (row[j + 1] as number) + 2,
          (next[j] as number) + 2,
        ),
      )
    row = next
  }
  return row[segments.length] as number
}

function exchange(part: string, segment: string): number {
  if (part === segment) return 0
  if (part.startsWith(':') || part.startsWith('*')) return /^\d+$|%2F/i.test(segment) ? 0.1 : 0.6
  const written = segment.slice(0, 60)
  return Math.min(3, (4 * distance(written, part)) / Math.max(written.length, part.length))
}
