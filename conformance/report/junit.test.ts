import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../sim/testing/any-text.ts'
import { toldRun } from '../testing/told-run.ts'
import { reporterFor } from './index.ts'

/** What the schema of Jenkins' plugin for xUnit allows (junit-10.xsd, 2.x and 3.x), as far as reports have it. */
const allowed: { readonly [element: string]: Allowed } = {
  testsuites: {
    attributes: ['name', 'time', 'tests', 'failures', 'errors'],
    required: [],
    children: ['testsuite'],
  },
  testsuite: {
    attributes: ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
    required: ['name', 'tests', 'failures', 'errors'],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  properties: { attributes: [], required: [], children: ['property'] },
  property: { attributes: [], required: ['name', 'value'], children: [] },
  testcase: {
    attributes: ['time', 'classname', 'group'],
    required: ['name'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { attributes: ['type', 'message'], required: [], children: [], text: true },
  error: { attributes: ['type', 'message'], required: [], children: [], text: true },
  skipped: { attributes: ['type', 'message'], required: [], children: [], text: true },
}
interface Allowed {
  readonly attributes: readonly string[]
  readonly required: readonly string[]
  readonly children: readonly string[]
  readonly text?: true
}

const time = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/

interface Element {
  readonly name: string
  readonly attributes: { readonly [name: string]: string }
  readonly children: Element[]
  text: string
}

/** A strict reader of what reports write: throws for whatever is not well-formed. */
function parsed(xml: string): Element {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  expect(xml.startsWith(declaration)).toBe(true)
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let at = declaration.length
  const token = /<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y
  while (at < xml.length) {
    token.lastIndex = at
    const found = token.exec(xml)
    if (found === null) throw new Error(`not well-formed: ${xml.slice(at, at + 80)}`)
    at = token.lastIndex
    const [, closes, name = '', attributes = '', empty, text] = found
    const current = open.at(-1) as Element
    if (text !== undefined) current.text += unescaped(text)
    else if (closes) expect(open.pop()?.name).toBe(name)
    else {
      const pairs = [...attributes.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        unescaped(value),
      ])
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      current.children.push(element)
      if (!empty) open.push(element)
    }
  }
  expect(open).toEqual([root])
  return root.children[0] as Element
}

const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function unescaped(text: string): string {
  // The characters of XML 1.0, and no ampersand that begins no entity.
  expect(text).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
  return text.replaceAll(/&([a-z]*;)?/g, (whole, name = '') => {
    const meant = entities[name.slice(0, -1)]
    if (meant === undefined) throw new Error(`no entity: ${whole}`)
    return meant
  })
}

function wrong({ name, attributes, children, text }: Element, parent = ''): readonly string[] {
  const rule = allowed[name]
  if (rule === undefined) return [`${parent}/${name} is no element`]
  const given = Object.keys(attributes)
  const here = `${parent}/${name}`
  return [
    ...given.flatMap((key) =>
      [...rule.attributes, ...rule.required].includes(key) ? [] : [`${here} has ${key}`],
    ),
    ...rule.required.flatMap((key) => (given.includes(key) ? [] : [`${here} lacks ${key}`])),
    ...(attributes.time === undefined || time.test(attributes.time) ? [] : [`${here}: ${attributes.time}`]),
    ...(rule.text || text.trim() === '' ? [] : [`${here} holds text`]),
    ...children.flatMap((child) =>
      rule.children.includes(child.name) ? wrong(child, here) : [`${here} holds ${child.name}`],
    ),
  ]
}

function document(text: string): Element {
  const reporter = reporterFor('junit', { replay: (id) => `forgery conform --replay ${id}` })
  return parsed(
    toldRun(text)
      .map((event) => reporter.next(event))
      .join('')
      .trim(),
  )
}

test('a JUnit document is as Jenkins wants it, whatever a service answers', () => {
  const odd = fc.oneof(anyText(), fc.constantFrom(']]>', '\u0000\u001b[0m', '\ud800', '<a b="&c;">'))
  fc.assert(
    fc.property(odd, (text) => {
      expect(wrong(document(text))).toEqual([])
    }),
    { numRuns: 50 },
  )
})

test('a JUnit document counts, dates and names what was checked', () => {
  const { attributes, children } = document('odd')
  expect(attributes).toEqual({
    name: 'forgery conform',
    tests: '7',
    failures: '1',
    errors: '1',
    time: '3700.000',
  })
  const [suite] = children
  expect(suite?.attributes).toMatchObject({ skipped: '4', timestamp: '2027-02-03T04:05:06' })
  expect(suite?.children[0]?.children.map((property) => property.attributes)).toEqual([
    { name: 'scope', value: 'specification (98 operations)' },
  ])
  const failure = suite?.children.flatMap((one) => one.children).find(({ name }) => name === 'failure')
  expect(failure?.text).toContain('requirement  Milestones are sorted by due date (must)')
  expect(failure?.text).toContain('source       milestones#order, verified: ')
  expect(failure?.text).toContain("curl -d 'odd'\n#   200 odd\n")
})
