import type { WireReply } from '../targets/target.ts'

/** How much a finding weighs: what is stated must hold, what the service does should, the rest is only recorded. */
export const levels = ['must', 'should', 'observe'] as const
export type Level = (typeof levels)[number]

/** What is wrong, as a value: two findings of the same title in one check or law are the same fault. */
export interface Finding {
  /** One sentence without ids or times, so that a thousand hits of one fault are one line. */
  readonly title: string
  readonly expected: string
  readonly actual: string
  readonly severity: Level
  /** The check, or the law and the operation, that found it. */
  readonly check: string
  /** The operation whose reply showed it. */
  readonly operation?: string
}

/** A fault found in several places. */
export interface MergedFinding extends Finding {
  /** Ids of the checks that met it, in the order of the run. */
  readonly metBy: readonly string[]
}

/** True when both tell of one fault: the same sentence in the same check, or in the same law for any operation. */
export function sameFault(left: Finding, right: Finding): boolean {
  return (
    left.title === right.title &&
    left.severity === right.severity &&
    ruleOf(left.check) === ruleOf(right.check)
  )
}

/** One entry a fault, in the order of their first appearance. */
export function mergeFindings(findings: readonly Finding[]): readonly MergedFinding[] {
  const merged: MergedFinding[] = []
  for (const finding of findings) {
    const index = merged.findIndex((known) => sameFault(known, finding))
    const known = merged[index]
    if (known === undefined) merged.push({ ...finding, metBy: [finding.check] })
    else if (!known.metBy.includes(finding.check))
      merged[index] = { ...known, metBy: [...known.metBy, finding.check] }
  }
  return merged
}

/** `laws/paging` for `laws/paging/get-projects`; a check is a rule of its own. */
export function ruleOf(check: string): string {
  const [family, rule] = check.split('/')
  return family === 'laws' ? `laws/${rule}` : check
}

/** What a check throws when the target does not hold to it. */
export class Failure extends Error {
  readonly title: string
  readonly expected: string
  readonly actual: string
  readonly operation: string | undefined
  /** Statuses of which a reply should have had one; undefined where something else is wrong. */
  readonly statuses: readonly number[] | undefined

  constructor(found: {
    readonly title: string
    readonly expected: string
    readonly actual: string
    readonly operation?: string | undefined
    readonly statuses?: readonly number[] | undefined
  }) {
    super(`${found.title}: expected ${found.expected}, got ${found.actual}`)
    this.name = 'Failure'
    this.title = found.title
    this.expected = found.expected
    this.actual = found.actual
    this.operation = found.operation
    this.statuses = found.statuses
  }
}

/** No input and no state of a target excuses a reply of status 5xx. */
export function serverFault({ status, body }: WireReply, operation: string | undefined): Failure {
  return new Failure({
    title: `answers ${status}`,
    expected: 'no server fault',
    actual: `${status} ${body.slice(0, 200)}`,
    operation,
  })
}

/** What a check throws when the target lacks something that it needs: no verdict, and the reason is reported. */
export class Skipped extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.name = 'Skipped'
    this.reason = reason
  }
}

/**
 * What a check throws when nothing that was read of the target tells what must be so: this input decides nothing, and is
 * counted as such; the others are still tried.
 */
export class Undecided extends Skipped {}

/**
 * What a check throws when the target refuses a call that only prepares it. That decides nothing: the check is blocked.
 * `rightly` where what was read of the target tells that it has to refuse.
 */
export class Unarranged extends Error {
  readonly reason: string
  readonly rightly: boolean

  constructor(reason: string, { rightly = false }: { readonly rightly?: boolean } = {}) {
    super(reason)
    this.name = 'Unarranged'
    this.reason = reason
    this.rightly = rightly
  }
}

/** What a call throws that got no reply of the service: the network, or something in between, failed. No verdict. */
export class Interrupted extends Error {
  /** What came instead, or the error of the network. */
  readonly reason: string
  /** It was tried again as often as makes sense. */
  exhausted = false
  /** What was called. */
  operation: string | undefined
  /** What a gateway answered instead, where the service answered other calls at the same time. */
  instead: WireReply | undefined

  constructor(reason: string) {
    super(reason)
    this.name = 'Interrupted'
    this.reason = reason
  }
}

/** Tries again what was interrupted, where it is safe to: three times in all unless told, whoever else would try again. */
export async function again<T>(attempt: () => Promise<T>, most = 3): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await attempt()
    } catch (problem) {
      if (!(problem instanceof Interrupted) || problem.exhausted) throw problem
      if (tries < most) continue
      problem.exhausted = true
      throw problem
    }
}
