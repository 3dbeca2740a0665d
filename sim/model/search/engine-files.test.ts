import { expect, test } from 'vitest'
import { holdsInFile, holdsInText } from './engine-files.ts'
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
  expect(holdsInText(code, leaf(query))).toBe(expected)
})

test('the ends of a path are found, and its words', () => {
  const file = { path: 'docs/Guide/set-up.md', lowerPath: '', content: () => undefined, beginning: () => '' }
  const found = ['guide/set-up.md', 'docs', 'set-up.md', 'docs/g*', 'ocs', 'docs/guide'].map((query) =>
    holdsInFile(file, leaf(query)),
  )
  expect(found).toEqual([true, true, true, true, false, false])
})
