import { largest } from '../lib/lists.ts'
/** A parameter that was sent and that nobody reads. */
export interface Unread {
  readonly name: string
  /** A parameter of the operation with nearly this name. */
  readonly nearest: string | null
}

/** One step of a request's life, and what came of it. */
export interface Step {
  readonly station:
    | 'fault'
    | 'limit'
    | 'route'
    | 'credential'
    | 'sudo'
    | 'parameters'
    | 'subject'
    | 'ability'
    | 'plan'
    | 'handler'
    | 'reply'
  /** `passed`, or `refused` where the request ended. */
  readonly outcome: 'passed' | 'refused'
  readonly says: string
}

/** Changes that would let a request pass, all of them together. */
export interface Passing {
  readonly changes: readonly { readonly kind: string; readonly needs: string; readonly has: string }[]
  /** The status that the request then has. */
  readonly status: number
}

/** Why a request was answered as it was. */
export interface Explanation {
  readonly request: string
  readonly status: number
  /** In one sentence. */
  readonly because: string
  readonly steps: readonly Step[]
  /** Parameters that were sent and that nobody reads. */
  readonly unread: readonly Unread[]
  /** Each would let it pass by itself; empty for a request that was not refused, or where no change of the world helps. */
  readonly passing: readonly Passing[]
  /** Operations that are most like it, where there is none: `GET /projects/:id`. */
  readonly nearest: readonly string[]
}

/** An explanation for people, a line a step. */
export function explanationText({
  request,
  status,
  because,
  steps,
  unread,
  passing,
  nearest,
}: Explanation): string {
  const rows: [string, string][] = [
    ...steps.map(({ station, says }): [string, string] => [station, says]),
    ...unread.map(({ name, nearest }): [string, string] => [
      'unread',
      `nobody reads ${name}${nearest === null ? '' : `: ${nearest} is read`}`,
    ]),
    ['because', because],
    ...passing.map(({ changes, status: then }, i): [string, string] => [
      i === 0 ? 'passes with' : 'or with',
      `${changes.map(({ needs, has }) => `${needs} (${has})`).join(' and ')}${then < 400 ? '' : `: then for another reason ${then}`}`,
    ]),
    ...(nearest.length === 0 ? [] : [['nearest', nearest.join(', ')] as [string, string]]),
  ]
  const width = largest(rows.map(([name]) => name.length))
  return `${request} → ${status}\n${rows.map(([name, says]) => `  ${name.padEnd(width)}  ${says}\n`).join('')}`
}
