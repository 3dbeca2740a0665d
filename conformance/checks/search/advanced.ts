import { issue } from '../../arrange/records.ts'
import { commitFolder } from '../../arrange/repository.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import {
  everywhere,
  inGroup,
  inProject,
  places,
  search,
  searchHere,
  titlesOf,
  type Where,
} from './searches.ts'

/** Switches the engine on where that can be taken back; a change of settings is in force a minute later. */
async function switchOn(stage: Stage): Promise<void> {
  if (!stage.movesClock || !stage.has('admin')) return stage.skip('the target has no search engine')
  expectArranged(
    await stage.call('PUT /application/settings', { elasticsearch_search: true }, { as: 'admin' }),
  )
  await stage.wait(60)
  if (!(await isOn(stage))) stage.failing('the search engine does not answer')
}

async function isOn(stage: Stage): Promise<boolean> {
  const reply = await searchHere(stage, { scope: 'issues', search: '' })
  return reply.headers['x-search-type'] === 'advanced'
}

/** A word that nobody else uses; skips where the database answers, which finds and orders in its own way. */
async function engineWord(stage: Stage): Promise<string> {
  if (!(await isOn(stage))) await switchOn(stage)
  return `${stage.prefix.replaceAll(/[^a-z0-9]/g, '')}engine`
}

export const titlesAlone = check({
  id: 'search/titles-alone',
  says: 'From 17.5 on `fields=title` leaves the descriptions of issues alone, in advanced search and nowhere else',
  source: 'search#later-fields',
  level: 'must',
  covers: [everywhere, inGroup, inProject],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const asked = { scope: 'issues', search: 'needle', fields: 'title' }
    if (!(await isOn(stage))) await refusesFields(stage, asked, 'advanced search')
    const word = await engineWord(stage)
    await issue(stage, { title: word, description: 'Short' })
    await issue(stage, { title: 'Something else', description: word })
    await refusesFields(stage, { ...asked, scope: 'milestones' }, 'issues, merge_requests')
    for (const where of places(stage)) {
      const reply = await search(stage, where, { ...asked, search: word })
      const both = [word, 'Something else']
      await stage.changed('search#later-fields', {
        before: () => equals('what is found', titlesOf(reply), both, reply),
        after: () => equals('what is found', titlesOf(reply), [word], reply),
      })
    }
  },
})

async function refusesFields(stage: Stage, asked: Params, where: string): Promise<void> {
  const reply = await stage.call(inProject, { id: stage.project.id, ...asked })
  await stage.changed('search#later-fields', {
    before: () => answers(reply, 200),
    after: () => answers(reply, 400, { message: { error: `fields is supported only for ${where}` } }),
  })
}

export const relevance = check({
  id: 'search/relevance',
  says: 'Advanced search puts the most relevant first, and sorts by time if `order_by` asks for it',
  source: 'search#default-order',
  level: 'must',
  covers: [everywhere, inGroup, inProject],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const word = await engineWord(stage)
    const much = 'and many other things that somebody once wrote about this and that and everything around it'
    await issue(stage, { title: word, description: 'Short' })
    await issue(stage, { title: 'Something else', description: `${much} ${word} ${much}` })
    for (const where of places(stage)) {
      const asked = { scope: 'issues', search: word }
      const titles = [word, 'Something else']
      equals('by relevance', titlesOf(await search(stage, where, asked)), titles)
      const newest = await search(stage, where, { ...asked, order_by: 'created_at', sort: 'desc' })
      equals('by time', titlesOf(newest), [...titles].reverse(), newest)
    }
  },
})

export const advancedEmptyQuery = check({
  id: 'search/advanced-empty-query',
  says: 'An empty query finds all that is in the project, in advanced search too',
  source: 'search#empty-query',
  level: 'should',
  covers: [inProject],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const word = await engineWord(stage)
    for (const title of [word, 'Something else']) await issue(stage, { title })
    const reply = await searchHere(stage, { scope: 'issues', search: '' })
    equals('what is found', [...titlesOf(reply)].sort(), [word, 'Something else'].sort(), reply)
  },
})

export const advancedBlobsAndCommits = check({
  id: 'search/advanced-blobs-and-commits',
  says: 'Advanced search finds files, each once, and commits everywhere for callers who may read the code',
  source:
    'search#advanced-scopes, search#advanced-blobs, search#advanced-words, search#advanced-syntax, search#visibility',
  level: 'must',
  covers: [everywhere, inGroup],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const word = await engineWord(stage)
    const { branch, id } = stage.project
    const after = new Map([
      ['docs/file.txt', `one\ntwo\nthree\na ${word}\nfive\nsix\nseven\n${word}\n`],
      ['docs/short.txt', `one\n${word}brief\nthree\nfour\nfive\n`],
      ['docs/names.txt', `load("${word}map-2.json")\n`],
    ])
    await commitFolder(stage, { branch, after, more: { commit_message: `Write ${word}` } })
    for (const where of places(stage)) {
      const files = await search(stage, where, { scope: 'blobs', search: word })
      equals('how many files', files.rows().length, 1, files)
      const shown = { path: 'docs/file.txt', startline: 2, data: `two\nthree\na ${word}\nfive\nsix\n` }
      has(files.rows()[0] as Row, { ...shown, project_id: id }, files)
      const either = await search(stage, where, { scope: 'blobs', search: `${word}absent | ${word}` })
      equals('with one of two words', either.rows(), files.rows(), either)
      const brief = await search(stage, where, { scope: 'blobs', search: `${word}brief` })
      const { startline, data } = brief.rows()[0] ?? {}
      holds(startline === 1 || startline === 2, 'it begins with the hit or the line before', startline, brief)
      holds(String(data).includes(`${word}brief\nthree\n`), 'it goes on after the hit', data, brief)
      for (const [asked, count] of [
        [`${word}x~1`, 1],
        [`${word}xxx~2`, 0],
        [`"a ${word}"`, 1],
        [`"three ${word}"`, 0],
        [`"three ${word}"~1`, 1],
        [`"${word} three"`, 0],
        [`${word}map-2.json`, 1],
      ] as const) {
        const reply = await search(stage, where, { scope: 'blobs', search: asked })
        equals(`how many files have ${asked}`, reply.rows().length, count, reply)
      }
      const filtered = await search(stage, where, { scope: 'blobs', search: `${word} extension:md` })
      equals('with another extension', filtered.json, [], filtered)
      for (const asked of [word, `Write ${word}`]) {
        const commits = await search(stage, where, { scope: 'commits', search: asked })
        equals(
          'the commits',
          commits.rows().map((row) => row.title ?? null),
          [`Write ${word}`],
          commits,
        )
      }
      if (where.operation === inProject) continue
      for (const scope of ['blobs', 'commits']) {
        const reply = await search(stage, where, { scope, search: word }, 'stranger')
        equals(`what strangers find of ${scope}`, reply.json, [], reply)
      }
    }
  },
})

/** Queries of two words, and which of the titles of `titlesWith` answer them. */
const syntax: readonly (readonly [
  query: (one: string, other: string) => string,
  found: readonly number[],
])[] = [
  [(one) => `${one}*`, [0, 1, 2, 3, 4]],
  [(one) => one, [0, 2, 3, 4]],
  [(one, other) => `${one} +${other}`, [2, 3, 4]],
  [(one, other) => `${one} -${other}`, [0]],
  [(one, other) => `${one}ish | ${other}`, [1, 2, 3, 4]],
  [(one, other) => `"${one} ${other}"`, [2]],
  [(one, other) => `${one}ish | (${one} +${other})`, [1, 2, 3, 4]],
  [(one) => `${one.slice(0, -1)}`, []],
  // The plural has the same stem.
  [(one) => `${one}ish things`, [1]],
  [(one, other) => `"${one} ${other}"~1`, [2, 4]],
  [(one, other) => `"${one} \\" ${other}"`, [2]],
  [(one, other) => `(${one} \\( +${other})`, [2, 3, 4]],
  [(one, other) => `(${one} +${other}`, [2, 3, 4]],
  [(one, other) => `${one}ish | (${one} \\) +${other})`, [1, 2, 3, 4]],
  [(one, other) => `${one} +${other} "`, [2, 3, 4]],
  [(one) => `${one}\\*`, [0, 2, 3, 4]],
  [(one) => `${odd(one)}`, [5]],
  ...['quratz~1', 'qartz~1', 'quarttz~1', 'quaxtz~1', 'xuaxtz~2', 'xuaxtz~'].map(
    (ending) => [(one: string) => odd(one, ending), [5]] as const,
  ),
  ...['quratz', 'quratz~0', 'xuaxtz~1', 'xuaxxz~2', 'quar~1'].map(
    (ending) => [(one: string) => odd(one, ending), []] as const,
  ),
]

/** A word without a stem of its own, or one that is spelled nearly so. */
const odd = (one: string, ending = 'quartz') => `${one.slice(0, -6)}${ending}`

const titlesWith = (one: string, other: string) => [
  `Only ${one} here`,
  `Some ${one}ish thing`,
  `First ${one} ${other}`,
  `Last ${other} ${one}`,
  `Apart ${one} between ${other}`,
  `Hard as ${odd(one)}`,
]

export const advancedSyntax = check({
  id: 'search/advanced-syntax',
  says: 'Advanced search finds whole words, beginnings with `*`, phrases in quotes and with words between, words nearly so spelled, and knows `+`, `|`, `-`, brackets and backslashes',
  source: 'search#advanced-words, search#advanced-syntax',
  level: 'must',
  covers: [everywhere, inGroup, inProject],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const one = await engineWord(stage)
    const other = `${one.slice(0, -6)}other`
    const titles = titlesWith(one, other)
    for (const title of titles) await issue(stage, { title })
    const where = places(stage)
    for (const [place, [query, found]] of syntax.entries()) {
      const asked = query(one, other)
      const reply = await search(stage, where[place % where.length] as Where, {
        scope: 'issues',
        search: asked,
      })
      const expected = titles.filter((_, at) => found.includes(at)).sort()
      equals(`what ${asked} finds`, titlesOf(reply).sort(), expected, reply)
    }
  },
})
