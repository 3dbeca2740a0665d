import { expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import { leavesIn, leavesOfFile } from './engine-files.ts'
import { engineQuery, type Leaf } from './engine-query.ts'

const leaf = (query: string) => engineQuery(query) as Leaf
const code = 'class HTMLParser\n  def findUser(id_of_user) = Find.byId2(id_of_user)\nend\n'

test.each([
  ['findUser', true],
  ['finduser', true],
  ['find', true],
  ['user', true],
  ['ser', false],
  ['id_of_user', true],
  ['id_of', false],
  ['id_of*', true],
  ['2', true],
  ['Parser', true],
  ['pars', false],
  ['"def findUser"', true],
  ['"class HTMLParser"', true],
  ['"HTMLParser class"', false],
  ['"class def"', false],
  ['"class def"~1', true],
  ['clas~1', true],
])('%s is in code: %j', (query, expected) => {
  expect(finished(leavesIn(code, [leaf(query)])).size === 1).toBe(expected)
})

test('the ends of a path are found, and its words', () => {
  const leaves = ['guide/set-up.md', 'docs', 'set-up.md', 'docs/g*', 'ocs', 'docs/guide'].map(leaf)
  const found = finished(leavesOfFile('docs/Guide/set-up.md', '', leaves))
  expect(leaves.map((it) => found.has(it))).toEqual([true, true, true, true, false, false])
})

test('a phrase of words that repeat without end is given up', () => {
  const many = finished(leavesIn(`b ${'a '.repeat(20_000)}`, [leaf(`"${'a '.repeat(500)}b"`), leaf('"b a"')]))
  expect([...many].map(({ text }) => text)).toEqual(['b a'])
})
