import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inRoot } from '../scripts/root.ts'
import { sourceModules, sourcePages } from '../scripts/sources.ts'
import { type Change, changes, contract, everyOperation } from '../sim/contract.ts'
import { citationsOf, documentationOf, groundsOf } from './kit/citation.ts'
import { wholePlan } from './run/plan.ts'
import { suite } from './suite.ts'

const pages = sourcePages()
const anchors = new Set(pages.flatMap(({ name, rows }) => rows.map(({ anchor }) => `${name}#${anchor}`)))
const operations = everyOperation()

describe('the pages of sources', () => {
  test('are those of the families, and one of what holds of the API as a whole', () => {
    const families = [...new Set(operations.map(({ family }) => family)), 'conventions']
    expect(pages.map(({ name }) => name).sort()).toEqual(families.sort())
  })

  test.each(pages)(
    '$name has rows with anchors of their own that are stated and learnt somewhere',
    ({ rows }) => {
      expect(rows.length).toBeGreaterThan(0)
      const wrong = rows.filter(
        ({ anchor, name, learntFrom }) =>
          !/^[a-z0-9-]+$/.test(anchor) ||
          anchor !== name ||
          !/^(stated|verified|later|inferred|chosen): ./.test(learntFrom),
      )
      expect(wrong).toEqual([])
      expect(twice(rows.map(({ anchor }) => anchor))).toEqual([])
    },
  )

  test('name pages of the service’s documentation, which reports link', () => {
    expect(pages.filter(({ documentation }) => documentation.length === 0)).toEqual([])
  })

  test.each(Object.entries(sourceModules(pages)))('are what %s says: run `npm run docs`', (place, text) => {
    expect(readFileSync(inRoot(place), 'utf8')).toBe(text)
  })
})

describe('every citation can be followed', () => {
  test('those of checks and laws', () => {
    const cited = new Set(wholePlan(suite, contract()).map(({ source }) => source))
    expect([...cited].flatMap(broken)).toEqual([])
  })

  test('those of operations', () => {
    const cited = operations.flatMap(({ source }) => source ?? [])
    expect(cited.flatMap(broken)).toEqual([])
  })

  test('and what must hold cites nothing that is doubtful', () => {
    const musts = wholePlan(suite, contract()).filter(({ level }) => level === 'must')
    const doubtful = musts.flatMap(({ id, source }) =>
      citationsOf(source)
        .map(({ page, anchor }) => `${page}#${anchor}`)
        .filter((row) => (changes as { readonly [row: string]: Change })[row]?.doubtful)
        .map((row) => `${id}: ${row}`),
    )
    expect(doubtful).toEqual([])
  })

  test('those of what releases changed, whose rows name the release', () => {
    const ids = Object.keys(changes) as (keyof typeof changes)[]
    expect(ids.flatMap(broken)).toEqual([])
    const rows = new Map(
      pages.flatMap(({ name, rows }) =>
        rows.map((row) => [`${name}#${row.anchor}`, row.learntFrom] as const),
      ),
    )
    const unnamed = ids.filter((id) => !rows.get(id)?.includes((changes[id] as Change).release))
    expect(unnamed).toEqual([])
  })

  test('those in the code', () => {
    const names = pages.map(({ name }) => name).join('|')
    const citation = new RegExp(`(?<![\\w/.#-])(?:${names})#[a-z0-9-]*[a-z][a-z0-9-]*`, 'g')
    const inParentheses = /(?<=\()[a-z-]+#[a-z][a-z0-9-]*(?:, [a-z-]+#[a-z][a-z0-9-]*)*(?=\))/g
    const cited = typescriptFiles().flatMap((file) => {
      const text = readFileSync(inRoot(file), 'utf8')
      const found = [...text.matchAll(citation), ...text.matchAll(inParentheses)].flatMap(([source]) =>
        broken(source),
      )
      return found.map((source) => `${file}: ${source}`)
    })
    expect(cited).toEqual([])
  })
})

test('a source that cites no rows is kept as it is, with nothing to link', () => {
  expect(citationsOf('RFC 8288, section 3')).toEqual([])
  expect(documentationOf('RFC 8288, section 3')).toEqual([])
  expect(citationsOf('milestones#order, RFC 8288')).toEqual([])
})

test('a source links each page of the documentation once', () => {
  const order = [
    { page: 'milestones', anchor: 'order' },
    { page: 'milestones', anchor: 'dates' },
  ]
  expect(citationsOf('milestones#order, milestones#dates')).toEqual(order)
  expect(documentationOf('milestones#order, milestones#dates')).toEqual([
    { title: 'Project milestones API', url: 'https://docs.gitlab.com/ee/api/milestones.html' },
    { title: 'Group milestones API', url: 'https://docs.gitlab.com/ee/api/group_milestones.html' },
  ])
})

test('a source tells of each row that it cites where it was learnt, and how sure it is', () => {
  expect(groundsOf('milestones#order, milestones#dates')).toEqual([
    {
      page: 'milestones',
      anchor: 'order',
      ground: 'verified',
      learntFrom:
        '`lib/api/milestone_responses.rb` (before `updated_before`, which came with the other order in 15.10); later: changelog (15.10)',
    },
    { page: 'milestones', anchor: 'dates', ground: 'stated', learntFrom: 'Project milestones API' },
  ])
  expect(groundsOf('RFC 8288, section 3')).toEqual([])
})

/** What of a source leads nowhere: the whole of it where it cites nothing. */
function broken(source: string): readonly string[] {
  const cited = citationsOf(source).map(({ page, anchor }) => `${page}#${anchor}`)
  return cited.length === 0 ? [source] : cited.filter((one) => !anchors.has(one))
}

function twice(names: readonly string[]): readonly string[] {
  return names.filter((name, i) => names.indexOf(name) !== i)
}

function typescriptFiles(): readonly string[] {
  return ['sim', 'conformance', 'fixtures', 'scripts'].flatMap((top) =>
    readdirSync(inRoot(top), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${top}/${name}`),
  )
}
