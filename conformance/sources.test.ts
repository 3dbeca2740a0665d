import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { contract } from '../sim/contract.ts'
import { citationsOf, documentationOf } from './kit/citation.ts'
import { wholePlan } from './run/plan.ts'
import { suite } from './suite.ts'
import { sourcePages as pages } from './testing/source-pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const generated = 'sources/documentation.ts'
const generatedSentences = 'sources/sentences.ts'
const anchors = new Set(pages.flatMap(({ name, rows }) => rows.map(({ anchor }) => `${name}#${anchor}`)))
const { operations } = contract()

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

  test('name pages of the service’s documentation, which reports link', async () => {
    const documented = pages.map(({ name, text }) => [name, documentedBy(text)] as const)
    expect(documented.filter(([, titles]) => titles.length === 0)).toEqual([])
    // `npx vitest run conformance/sources.test.ts -u` writes the table anew.
    await expect(table(documented)).toMatchFileSnapshot(generated)
  })

  test('have sentences that a run is to try, which reports count', async () => {
    const told = pages.map(({ name, rows }) => {
      const required = rows.filter(({ learntFrom }) => !/^(later|chosen):/.test(learntFrom))
      return `  '${name}': '${required.map(({ anchor }) => anchor).join(' ')}',`
    })
    await expect(sentenceTable(told)).toMatchFileSnapshot(generatedSentences)
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

  test('those in the code', () => {
    const names = pages.map(({ name }) => name).join('|')
    const citation = new RegExp(`(?<![\\w/.#-])(?:${names})#[a-z0-9-]*[a-z][a-z0-9-]*`, 'g')
    const inParentheses = /(?<=\()[a-z-]+#[a-z][a-z0-9-]*(?:, [a-z-]+#[a-z][a-z0-9-]*)*(?=\))/g
    const cited = typescriptFiles().flatMap((file) => {
      const text = readFileSync(`${root}${file}`, 'utf8')
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
    readdirSync(`${root}${top}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${top}/${name}`),
  )
}

/** Titles and addresses in the line of a page that names the service's documentation. */
function documentedBy(text: string): readonly (readonly [title: string, url: string])[] {
  const [line = ''] = /^The service's documentation: .*$/m.exec(text) ?? []
  return [...line.matchAll(/\[([^\]]+)\]\((https:[^)]+)\)/g)].map(([, title = '', url = '']) => [title, url])
}

function table(
  documented: readonly (readonly [page: string, titles: ReturnType<typeof documentedBy>])[],
): string {
  const lines = documented.flatMap(([page, titles]) => [
    `  '${page}': {`,
    ...titles.map(([title, url]) => `    ${quoted(title)}: '${url}',`),
    '  },',
  ])
  return `// Written by sources.test.ts from the pages beside it: what each names of the service's documentation.
// biome-ignore format: a line a page
export const documentation: { readonly [page: string]: { readonly [title: string]: string } | undefined } = {
${lines.join('\n')}
}
`
}

function sentenceTable(lines: readonly string[]): string {
  return `// Written by sources.test.ts from the pages beside it: anchors of the rows that hold for every service of this release.
// biome-ignore format: a line a page
export const sentences: { readonly [page: string]: string | undefined } = {
${lines.join('\n')}
}
`
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`
}
