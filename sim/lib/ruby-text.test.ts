import { expect, test } from 'vitest'
import type { Json } from './json.ts'
import { rubyText } from './ruby-text.ts'

test.each<[Json, string]>([
  [null, 'nil'],
  [true, 'true'],
  [3, '3'],
  ['Ekström', '"Ekström"'],
  ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
  ['a\tb\nc\x01\x1b', '"a\\tb\\nc\\u0001\\e"'],
  ['#{x} #$x #@x # x', '"\\#{x} \\#$x \\#@x # x"'],
  [[], '[]'],
  [['a', 1, null], '["a", 1, nil]'],
  [{}, '{}'],
  [{ file: 'main.rb', start_line: 3 }, '{"file"=>"main.rb", "start_line"=>3}'],
  [{ a: { b: [false] } }, '{"a"=>{"b"=>[false]}}'],
])('%j is shown as %s', (value, text) => {
  expect(rubyText(value)).toBe(text)
})
