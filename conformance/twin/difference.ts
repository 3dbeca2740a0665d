import { isRow, type Json } from '../kit/json.ts'
import type { Normal } from './normalise.ts'

/** Where two replies part, and what each says there. */
export interface Difference {
  /** `status`, `header x-total`, `body[0].labels`. */
  readonly at: string
  readonly left: Json | undefined
  readonly right: Json | undefined
}

/** The first place at which two replies differ; what is ignored is passed over wherever it stands. */
export function firstDifference(
  left: Normal,
  right: Normal,
  ignored: ReadonlySet<string> = new Set(),
): Difference | undefined {
  if (left.status !== right.status) return { at: 'status', left: left.status, right: right.status }
  for (const name of [...new Set([...Object.keys(left.headers), ...Object.keys(right.headers)])].sort())
    if (!ignored.has(name) && toldOtherwise(left.headers[name], right.headers[name]))
      return { at: `header ${name}`, left: left.headers[name], right: right.headers[name] }
  return inJson('body', left.body, right.body, ignored)
}

// What something in front of a service took away tells nothing of it.
function toldOtherwise(left: string | null | undefined, right: string | null | undefined): boolean {
  return left !== null && right !== null && left !== right
}

function inJson(
  at: string,
  left: Json | undefined,
  right: Json | undefined,
  ignored: ReadonlySet<string>,
): Difference | undefined {
  if (Array.isArray(left) && Array.isArray(right)) return inLists(at, left, right, ignored)
  if (isRow(left) && isRow(right)) {
    for (const name of [...new Set([...Object.keys(left), ...Object.keys(right)])]) {
      const found = ignored.has(name) ? undefined : inJson(`${at}.${name}`, left[name], right[name], ignored)
      if (found !== undefined) return found
    }
    return undefined
  }
  return JSON.stringify(left) === JSON.stringify(right) ? undefined : { at, left, right }
}

function inLists(
  at: string,
  left: readonly Json[],
  right: readonly Json[],
  ignored: ReadonlySet<string>,
): Difference | undefined {
  if (left.length !== right.length) return { at: `${at}.length`, left: left.length, right: right.length }
  for (const [i, item] of left.entries()) {
    const found = inJson(`${at}[${i}]`, item, right[i], ignored)
    if (found !== undefined) return found
  }
  return undefined
}
