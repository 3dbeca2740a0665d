import { Pace, type Steps } from '../../lib/steps.ts'

export const testStatuses = ['success', 'failed', 'error', 'skipped'] as const
export type TestStatus = (typeof testStatuses)[number]

export interface TestCase {
  readonly status: TestStatus
  readonly name: string
  readonly classname: string
  readonly file: string | null
  /** In seconds. */
  readonly time: number
  readonly output: string | null
}

/** Characters of a report, of what a case says and of the attributes of an element that are looked at. */
export const LONGEST = 10_000_000
const LONGEST_TEXT = 100_000
const LONGEST_ATTRIBUTES = 5000
export const MOST_CASES = 50_000

/**
 * The test cases of a report in JUnit's format, which tools write in many variants. Undefined
 * for a text without its elements. Takes linear time, whatever the text holds, step by step.
 */
export function* casesIn(report: string): Steps<TestCase[] | undefined> {
  const xml = report.slice(0, LONGEST)
  if (!/<testsuites?\b|<testcase\b/.test(xml)) return undefined
  const cases: TestCase[] = []
  const pace = new Pace()
  for (let at = 0; cases.length < MOST_CASES; ) {
    const found = elementIn(xml, 'testcase', at)
    if (found === undefined) break
    cases.push(caseOf(found))
    if (pace.after(found.end - at)) yield
    at = found.end
  }
  return cases
}

interface Element {
  readonly attributes: string
  readonly inner: string
  readonly end: number
}

/** The first element of a name from a place on. */
function elementIn(xml: string, name: string, from: number): Element | undefined {
  let start = xml.indexOf(`<${name}`, from)
  // `<errors>` is no `<error>`.
  while (start >= 0 && /[\w:-]/.test(xml[start + name.length + 1] ?? ''))
    start = xml.indexOf(`<${name}`, start + 1)
  if (start < 0) return undefined
  const begin = start + name.length + 1
  let close = begin
  for (let quote = ''; close < xml.length; close++) {
    const sign = xml[close] as string
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') break
  }
  const alone = xml[close - 1] === '/'
  const attributes = xml.slice(begin, alone ? close - 1 : close).slice(0, LONGEST_ATTRIBUTES)
  if (alone) return { attributes, inner: '', end: close + 1 }
  const ending = `</${name}>`
  const last = xml.indexOf(ending, close)
  if (last < 0) return { attributes, inner: '', end: xml.length }
  return { attributes, inner: xml.slice(close + 1, last), end: last + ending.length }
}

function caseOf({ attributes, inner }: Element): TestCase {
  const named = attributesIn(attributes)
  const [status, output] = outcomeOf(inner)
  return {
    status,
    name: named.get('name') ?? '',
    classname: named.get('classname') ?? '',
    file: named.get('file') ?? null,
    time: Number(named.get('time')?.replaceAll(',', '')) || 0,
    output,
  }
}

const outcomes = { failure: 'failed', error: 'error', skipped: 'skipped' } as const

function outcomeOf(inner: string): readonly [TestStatus, string | null] {
  for (const [name, status] of Object.entries(outcomes)) {
    const found = elementIn(inner, name, 0)
    if (found === undefined) continue
    return [status, textIn(found.inner) || attributesIn(found.attributes).get('message') || null]
  }
  const output = elementIn(inner, 'system-out', 0)
  return ['success', output === undefined ? null : textIn(output.inner)]
}

function attributesIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(
    /(?<![\w:-])([\w:-]+)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g,
  ))
    found.set(name, plain(double ?? single ?? ''))
  return found
}

const OPENS = '<![CDATA['
const CLOSES = ']]>'

/** What an element says; sections of text stand for themselves. */
function textIn(body: string): string {
  const said = body.slice(0, LONGEST_TEXT)
  const parts: string[] = []
  for (let at = 0; at < said.length; ) {
    const start = said.indexOf(OPENS, at)
    parts.push(plain(said.slice(at, start < 0 ? undefined : start)))
    if (start < 0) break
    const end = said.indexOf(CLOSES, start)
    parts.push(said.slice(start + OPENS.length, end < 0 ? undefined : end))
    at = end < 0 ? said.length : end + CLOSES.length
  }
  return parts.join('').trim()
}

const marks: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    const code =
      decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return marks[name] ?? whole
  })
}
