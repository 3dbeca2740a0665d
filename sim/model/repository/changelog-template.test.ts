import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTemplate, renderTemplate, type TemplateValue } from './changelog-template.ts'

const rendered = (template: string, data: TemplateValue = {}) => renderTemplate(parseTemplate(template), data)

describe('values', () => {
  const data = { name: 'x', zero: 0, yes: true, none: null, list: ['a', { b: 'c' }], table: { k: 'v"' } }
  test.each([
    ['{{name}}', 'x'],
    ['{{ name }}', 'x'],
    ['{{{ name }}}', 'x'],
    ['{{ list.0 }}', 'a'],
    ['{{ list.1.b }}', 'c'],
    ['{{ list.9 }}|{{ none }}|{{ missing.deep }}|{{ name.x }}|{{ table.0 }}', '||||'],
    ['{{ zero }} {{ yes }}', '0 true'],
    ['{{ it.name }}', 'x'],
    ['{{ table }}', '{"k"=>"v\\""}'],
    ['{{ list }}', '["a", {"b"=>"c"}]'],
    ['{{ constructor }}{{ table.__proto__ }}', ''],
  ])('%s is %j', (template, text) => {
    expect(rendered(template, data)).toBe(text)
  })
})

describe('conditions', () => {
  test.each([
    ['text', 'x', true],
    ['empty text', '', false],
    ['zero', 0, true],
    ['false', false, false],
    ['nothing', null, false],
    ['an empty list', [], false],
    ['a list', [0], true],
    ['an empty table', {}, false],
    ['a table', { a: 1 }, true],
  ] as const)('%s', (_what, x, holds) => {
    expect(rendered('{% if x %}1{% else %}2{% end %}', { x })).toBe(holds ? '1' : '2')
  })

  test('may lack another branch and stand inside one another', () => {
    expect(rendered('{% if a %}{% if b %}ab{% end %}{% end %}', { a: 1, b: 1 })).toBe('ab')
    expect(rendered('{% if a %}1{% end %}')).toBe('')
  })
})

describe('loops', () => {
  test('show each value of a list, and pairs of a table', () => {
    expect(rendered('{% each xs %}<{{ it }}>{% end %}', { xs: [1, 2] })).toBe('<1><2>')
    expect(rendered('{% each t %}{{ it.0 }}={{ it.1 }};{% end %}', { t: { a: 1, b: 2 } })).toBe('a=1;b=2;')
    expect(rendered('{% each x %}y{% end %}', { x: 'text' })).toBe('')
  })

  test('see only the value, not what is around it', () => {
    expect(rendered('{% each xs %}{{ a }}{{ b }}{% end %}', { b: 'outer', xs: [{ a: 'inner' }] })).toBe(
      'inner',
    )
  })

  test('may be four deep', () => {
    const nested = (depth: number): string =>
      depth === 0 ? 'x' : `{% each it %}${nested(depth - 1)}{% end %}`
    expect(rendered(nested(4), [[[['x']]]])).toBe('x')
    expect(() => rendered(nested(5), [[[[['x']]]]])).toThrow('You can only nest up to 4 loops')
  })

  test('make no more than there is room for', () => {
    const template = `{% each it %}${'x'.repeat(10_000)}{% end %}`
    expect(() =>
      rendered(
        template,
        Array.from({ length: 5000 }, () => 1),
      ),
    ).toThrow('too large')
  })
})

describe('white space', () => {
  test.each([
    ['a\nb', 'a\nb'],
    ['{% if x %}\na\n{% end %}\nb', 'a\nb'],
    ['{% if x %}\n\na{% end %}', '\na'],
    ['a\\\nb', 'ab'],
    ['a \\b {c} { {d', 'a \\b {c} { {d'],
    ['{%  if   x  %}a{%\nend\n%}', 'a'],
  ])('%j is %j', (template, text) => {
    expect(rendered(template, { x: true })).toBe(text)
  })
})

describe('a template that is none', () => {
  test.each([
    ['{% each x %}', 'line 1 char 1'],
    ['ab\ncd {% if x %}', 'line 2 char 4'],
    ['{{ a-b }}', 'line 1 char 1'],
    ['{{ a1 }}', 'line 1 char 1'],
    ['{{ 12345678901 }}', 'line 1 char 1'],
    ['{{ a', 'line 1 char 1'],
    ['a{% end %}', 'line 1 char 2'],
    ['{% else %}', 'line 1 char 1'],
    ['{% ifx %}{% end %}', 'line 1 char 1'],
    ['a\\\\', 'line 1 char 2'],
    ['{% if a %}{% if b %}{% end %}', 'line 1 char 1'],
  ])('%j is refused with the place', (template, place) => {
    expect(() => parseTemplate(template)).toThrow(
      `Failed to parse the template: Extra input after last repetition at ${place}.`,
    )
  })

  test('is refused before it can exhaust anything', () => {
    const refused = (template: string) => expect(() => parseTemplate(template)).toThrow('Failed to parse')
    refused('{% if a %}'.repeat(100_000))
    refused(`{{${' '.repeat(1_000_000)}`)
    refused(`{% each ${' '.repeat(1_000_000)}`)
    refused('{'.repeat(1_000_000))
  })
})

test('text without markers is itself, and nothing breaks the parser', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '}', '%', 'é', '😀') }), (text) => {
      expect(rendered(text)).toBe(text)
    }),
  )
  const pieces = fc.constantFrom(
    '{{',
    '}}',
    '{%',
    '%}',
    ' if ',
    ' each ',
    ' end ',
    ' else ',
    'x',
    '.',
    '0',
    '\\',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      try {
        rendered(parts.join(''), { x: [1, { x: 'y' }] })
      } catch (error) {
        expect((error as Error).name).toBe('ChangelogError')
      }
    }),
  )
})
