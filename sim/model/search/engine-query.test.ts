import { expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import { type EngineQuery, engineQuery } from './engine-query.ts'
import { type EngineFields, engineSteps } from './engine-words.ts'

const matches = (query: string, fields: EngineFields) => finished(engineSteps(query)(fields))

function written(query: EngineQuery): string {
  switch (query.kind) {
    case 'everything':
    case 'nothing':
      return query.kind
    case 'and':
    case 'or':
      return `(${query.parts.map(written).join(` ${query.kind} `)})`
    case 'not':
      return `not ${written(query.part)}`
    case 'word':
      return query.text
    case 'beginning':
      return `${query.text}…`
    case 'near':
      return `${query.text}~${query.edits}`
    case 'phrase':
      return `"${query.text}"~${query.slop}`
  }
}

test.each([
  ['', 'nothing'],
  ['*', 'everything'],
  ['one two', '(one and two)'],
  ['one +two+three', '(one and two and three)'],
  ['one | two', '(one or two)'],
  ['one two | three four', '(((one and two) or three) and four)'],
  ['bug | (display +banner)', '(bug or (display and banner))'],
  ['display -banner', '(display and not banner)'],
  ['--display', 'display'],
  ['-(a b)', 'not (a and b)'],
  ['well-known', 'well-known'],
  ['proj*', 'proj…'],
  ['*proj', '*proj'],
  ['pr*oj', 'pr*oj'],
  ['50\\*', '50*'],
  ['\\-one', '-one'],
  ['one~', 'one~2'],
  ['one~1 two~9', '(one~1 and two~2)'],
  ['one~x', 'one'],
  ['"gem sidekiq"', '"gem sidekiq"~0'],
  ['"gem sidekiq"~3 x', '("gem sidekiq"~3 and x)'],
  ['"gem sidekiq', '(gem and sidekiq)'],
  ['(one two', '(one and two)'],
  ['one) two', '(one and two)'],
  ['| + one |', 'one'],
  ['""', 'nothing'],
  ['\\', 'nothing'],
])('%s is read as %s', (query, expected) => {
  expect(written(engineQuery(query))).toBe(expected)
})

const texts = [
  'Adding the banner',
  'Display a banner',
  'Display sounds',
  'Nothing',
  'config.rb of gem_sidekiq',
]
const found = (query: string) => texts.filter((text) => matches(query, { texts: [text] }))

test.each([
  ['added', [texts[0]]],
  ['banners', [texts[0], texts[1]]],
  ['bann', []],
  ['bann*', [texts[0], texts[1]]],
  ['BANN*', [texts[0], texts[1]]],
  ['adding*', []],
  ['display -banner', [texts[2]]],
  ['banner | sound', [texts[0], texts[1], texts[2]]],
  ['"the banner"', [texts[0]]],
  ['"adding banner"', []],
  ['"adding banner"~1', [texts[0]]],
  ['"banner the"~1', []],
  ['"banner the"~2', [texts[0]]],
  ['bannre~1', [texts[0], texts[1]]],
  ['bner~', [texts[0], texts[1]]],
  ['- ! ?', []],
  ['banner !', [texts[0], texts[1]]],
  ['-banner', [texts[2], texts[3], texts[4]]],
  ['config.rb', [texts[4]]],
  ['config', []],
  ['sidekiq', []],
  ['*', texts],
])('%s finds %j', (query, expected) => {
  expect(found(query)).toEqual(expected)
})

test('words are looked for in any field, phrases in one', () => {
  const fields = { texts: ['One', 'two', null] }
  expect(matches('one two', fields)).toBe(true)
  expect(matches('"one two"', fields)).toBe(false)
})

test('words that are kept as they are have no stem, and texts may be found by their parts', () => {
  expect(matches('adding', { texts: [], words: ['add'] })).toBe(false)
  expect(matches('ADD*', { texts: [], words: ['adding'] })).toBe(true)
  expect(matches('ddi', { texts: ['Adding'], parts: ['Adding'] })).toBe(true)
  expect(matches('d', { texts: [], parts: ['Adding'] })).toBe(false)
})
