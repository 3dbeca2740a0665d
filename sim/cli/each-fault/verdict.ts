import { stripVTControlCharacters } from 'node:util'
import { beginningOf } from '../../lib/bytes.ts'
import type { Run, Trial } from './trial.ts'

/** What a run came to. `recovered` and `clean` are fine, all else is a weakness. */
export interface Verdict {
  readonly kind: 'recovered' | 'clean' | 'wrong' | 'hung' | 'crashed' | 'speechless' | 'stuck'
  readonly says: string
}

/**
 * Judges a run in which a request failed by one in which none did. A command recovers when it ends well and leaves behind
 * what it leaves without the failure; it fails cleanly when it says so, by its status and in words for people. Where it
 * was run a second time, that has to bring about what one run does.
 */
export function verdictOf(trial: Trial, undisturbed: Run, timeout: string): Verdict {
  const first = firstVerdict(trial, undisturbed, timeout)
  if (trial.second === undefined) return first
  const second = firstVerdict(trial.second, undisturbed, timeout)
  const isMended = second.kind === 'recovered'
  if (first.kind === 'wrong')
    return { ...first, says: `${first.says}; run again it ${isMended ? 'recovered' : 'did not recover'}` }
  if (isMended) return first
  const words = second.kind === 'clean' ? `: ${lastLine(trial.second.printed)}` : ''
  return { kind: 'stuck', says: `${first.says}, and run again ${second.says}${words}` }
}

function firstVerdict({ status, printed, left }: Run, undisturbed: Run, timeout: string): Verdict {
  if (status === undefined) return { kind: 'hung', says: `it had not ended after ${timeout}` }
  if (status > 128) return { kind: 'crashed', says: `it was ended by signal ${status - 128}` }
  if (status === 0) {
    const odd = differences(left, undisturbed.left)
    if (odd.length === 0) return { kind: 'recovered', says: 'it recovered' }
    return {
      kind: 'wrong',
      says: `it ended well, and left other rows than without the failure: ${odd.join(', ')}`,
    }
  }
  const trace = TRACES.find(({ pattern }) => pattern.test(printed))
  if (trace !== undefined)
    return { kind: 'crashed', says: `it printed a ${trace.name}: ${saidBy(trace, printed)}` }
  if (printed.trim() === '')
    return { kind: 'speechless', says: `it failed with status ${status} and no word` }
  return { kind: 'clean', says: `it failed with status ${status}` }
}

/** True for a run that leaves what is left without a failure. */
export function hasRecovered(run: Run, undisturbed: Run): boolean {
  return firstVerdict(run, undisturbed, '').kind === 'recovered'
}

export function isWeakness({ kind }: Verdict): boolean {
  return kind !== 'recovered' && kind !== 'clean'
}

interface Trace {
  readonly name: string
  readonly pattern: RegExp
  /** Where it says what went wrong: in the last line of all, the line before its first frame, or the one that matches. */
  readonly says: 'last' | 'before' | 'itself'
}

const TRACES: readonly Trace[] = [
  { name: 'traceback of Python', pattern: /^Traceback \(most recent call last\):/m, says: 'last' },
  {
    name: 'stack of JavaScript',
    pattern: /^\s+at (?:.+ \()?(?:node:|file:|\/|\[eval\]).*:\d+:\d+\)?$/m,
    says: 'before',
  },
  { name: 'panic of Go', pattern: /^(?:panic: |goroutine \d+ \[).*/m, says: 'itself' },
  { name: 'stack of Java', pattern: /^\s+at [\w$.]+\([\w$]+\.java:\d+\)$/m, says: 'before' },
  { name: 'backtrace of Ruby', pattern: /^\s+from \S+\.rb:\d+:in /m, says: 'before' },
  { name: 'backtrace of Ruby', pattern: /^\S+\.rb:\d+:in .+ \([\w:]+\)$/m, says: 'itself' },
  { name: 'panic of Rust', pattern: /^thread '.*'.* panicked at .*/m, says: 'itself' },
  { name: 'stack of .NET', pattern: /^Unhandled exception\. .*/m, says: 'itself' },
  { name: 'stack of PHP', pattern: /^(?:PHP )?Fatal error: +Uncaught .*/m, says: 'itself' },
]

/** Most differences that are told. */
const TOLD = 4

function differences(left: Trial['left'], usual: Trial['left']): string[] {
  const names = [...new Set([...usual.keys(), ...left.keys()])].sort()
  const odd = names
    .filter((name) => left.get(name) !== usual.get(name))
    .map((name) => `${left.get(name) ?? 0} ${name} instead of ${usual.get(name) ?? 0}`)
  return odd.length > TOLD ? [...odd.slice(0, TOLD), `and ${odd.length - TOLD} more`] : odd
}

/** In how many lines beside a stack its error is looked for: programs print more than the error there. */
const NEAR = 8
const ERROR = /^(?:\S+ )?(?:[\w.]*(?:Error|Exception)|fatal|error)\b.*:/

function saidBy({ pattern, says }: Trace, printed: string): string {
  const [itself = ''] = pattern.exec(printed) ?? []
  if (says === 'itself') return shortened(itself)
  const text = says === 'last' ? printed : printed.slice(0, printed.search(pattern))
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:at|from) /.test(line))
  return shortened(lines.slice(-NEAR).findLast((line) => ERROR.test(line)) ?? lines.at(-1) ?? itself.trim())
}

function lastLine(printed: string): string {
  const lines = stripVTControlCharacters(printed).split('\n')
  return shortened(lines.findLast((line) => line.trim() !== '')?.trim() ?? '')
}

function shortened(line: string): string {
  return line.length > 120 ? `${beginningOf(line, 120)}…` : line
}
