import { expect, test } from 'vitest'
import { textOfHtml } from './html.ts'

test.each([
  ['<b>foo & bar -> 2.2</b>', 'foo & bar -> 2.2'],
  ['a < b > c', 'a < b > c'],
  ['1 <2', '1 <2'],
  ['a<br>b<!-- c -->d', 'a bd'],
  ['<script>alert(1)</script>kept<style>x', 'kept'],
  ['open <a href="x"', 'open '],
  ['&lt;b&gt; &amp;lt; &#65;&#x42; &unknown; &#0;', '<b> &lt; AB &unknown; &#0;'],
  ["it's 50% of a&b", "it's 50% of a&b"],
])('the text of %s is %s', (html, text) => {
  expect(textOfHtml(html)).toBe(text)
})
