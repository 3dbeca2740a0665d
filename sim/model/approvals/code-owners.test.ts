import { describe, expect, test } from 'vitest'
import { entriesFor, parseOwners } from './code-owners.ts'

const file = `
# A comment
*            @lead
*.md         @writer   # nobody of this name
/docs/       @writer @acme/docs someone@example.com
bin/         nonsense
a\\ b.txt     @lead
\\#odd        @lead

[Operations][2]
.gitlab-ci.yml @ops
/deploy/**/*.sh @ops
^[Style] @designer
public/*.css
public/print.css @printer
`
const entries = parseOwners(file, { numbers: true, defaults: true })
const patterns = (...paths: string[]) =>
  entriesFor(entries, paths).map(({ section, pattern }) => `${section}: ${pattern}`)

describe('a file of code owners', () => {
  test('has entries with sections, owners and the approvals that are asked for', () => {
    const told = entries.map(({ pattern, section, required, owners }) => [pattern, section, required, owners])
    expect(told).toEqual([
      ['*', 'codeowners', 1, ['@lead']],
      ['*.md', 'codeowners', 1, ['@writer']],
      ['/docs/', 'codeowners', 1, ['@writer', '@acme/docs', 'someone@example.com']],
      ['a b.txt', 'codeowners', 1, ['@lead']],
      ['#odd', 'codeowners', 1, ['@lead']],
      ['.gitlab-ci.yml', 'Operations', 2, ['@ops']],
      ['/deploy/**/*.sh', 'Operations', 2, ['@ops']],
      ['public/*.css', 'Style', 0, ['@designer']],
      ['public/print.css', 'Style', 0, ['@printer']],
    ])
  })

  test.each([
    ['src/main.js', ['codeowners: *']],
    ['README.md', ['codeowners: *.md']],
    ['deep/down/NOTES.md', ['codeowners: *.md']],
    ['docs/index.html', ['codeowners: /docs/']],
    ['docs/deep/index.html', ['codeowners: /docs/']],
    // The last line that fits counts, whichever is more precise.
    ['docs/guide.md', ['codeowners: /docs/']],
    ['old/docs/guide.txt', ['codeowners: *']],
    ['a b.txt', ['codeowners: a b.txt']],
    ['bin/serve', ['codeowners: *']],
    ['.gitlab-ci.yml', ['codeowners: *', 'Operations: .gitlab-ci.yml']],
    ['deploy/run.sh', ['codeowners: *', 'Operations: /deploy/**/*.sh']],
    ['deploy/a/b/run.sh', ['codeowners: *', 'Operations: /deploy/**/*.sh']],
    ['public/shop.css', ['codeowners: *', 'Style: public/*.css']],
    ['public/deep/shop.css', ['codeowners: *']],
    ['public/print.css', ['codeowners: *', 'Style: public/print.css']],
  ])('says who owns %s', (path, expected) => {
    expect(patterns(path)).toEqual(expected)
  })

  test('is asked for all changed files together, each entry once', () => {
    expect(patterns('README.md', 'CHANGELOG.md', 'src/main.js')).toEqual([
      'codeowners: *',
      'codeowners: *.md',
    ])
    expect(patterns()).toEqual([])
  })

  test('combines sections of one name, and requires them where one of them is required', () => {
    const both = parseOwners('^[Docs]\n*.md @a\n[DOCS]\ndocs/ @b\n^[Docs]\nREADME.md @c', {
      numbers: false,
      defaults: false,
    })
    expect(both.map(({ section, pattern, required }) => [section, pattern, required])).toEqual([
      ['Docs', '*.md', 1],
      ['Docs', 'docs/', 1],
      ['Docs', 'README.md', 1],
    ])
    expect(entriesFor(both, ['docs/README.md']).map(({ owners }) => owners)).toEqual([['@c']])
  })

  test('knows numbers and owners of headings as the release does', () => {
    const told = (numbers: boolean, defaults: boolean) =>
      parseOwners('[Docs][3] @a\n*.md\n*.txt @b', { numbers, defaults }).map(({ required, owners }) => [
        required,
        ...owners,
      ])
    expect(told(false, false)).toEqual([[1, '@b']])
    expect(told(true, false)).toEqual([[3, '@b']])
    expect(told(true, true)).toEqual([
      [3, '@a'],
      [3, '@b'],
    ])
  })
})
