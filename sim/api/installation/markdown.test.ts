import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const html = (text: string, more: object = {}, user = 'carol') =>
  here.as(user).post('/markdown', { text, ...more }).json.html

describe('Markdown', () => {
  test.each([
    ['foo', '<p data-sourcepos="1:1-1:3" dir="auto">foo</p>'],
    ['# A *b*', '<h1 data-sourcepos="1:1-1:7" dir="auto">A <em>b</em></h1>'],
    ['~~a~~ `b`', '<p data-sourcepos="1:1-1:9" dir="auto"><s>a</s> <code>b</code></p>'],
    ['<script>a</script>', '<p data-sourcepos="1:1-1:18" dir="auto">&lt;script&gt;a&lt;/script&gt;</p>'],
    ['[a](javascript:b)', '<p data-sourcepos="1:1-1:17" dir="auto">[a](javascript:b)</p>'],
  ])('%j looks like %s', (text, looks) => {
    expect(html(text)).toBe(looks)
  })

  test('tables and tasks are those of the service', () => {
    expect(html('|a|\n|-|\n|b|')).toContain('<table data-sourcepos="1:1-3:3" dir="auto">')
    const list = html('- [x] a\n- [ ] b')
    expect(list).toContain('<input type="checkbox" class="task-list-item-checkbox" checked disabled> a')
    expect(list).toContain('<input type="checkbox" class="task-list-item-checkbox" disabled> b')
  })

  test('what takes too long to render is shown as it stands', () => {
    const block = '*a* '.repeat(5000)
    expect(html(`*b*\n\n${block}`)).toMatch(/^<p [^>]*><em>b<\/em><\/p>\n<p [^>]*>\*a\* \*a\*/)
    const whole = html('*a*\n\n'.repeat(30_000))
    expect(whole).toBe(`<p dir="auto">${'*a*\n\n'.repeat(30_000)}</p>`)
  })

  test('references are linked with `gfm`, for callers who may see the target', () => {
    const project = 'acme/webapp'
    const text = 'See #1, !1, @bob and nothing#2 in `#1`'
    expect(html(text, { project })).not.toContain('<a')
    const linked = html(text, { gfm: true, project })
    for (const path of ['acme/webapp/-/issues/1"', 'acme/webapp/-/merge_requests/1"', '/bob"'])
      expect(linked).toContain(path)
    expect(linked.match(/<a /g)).toHaveLength(3)
    expect(html('acme/webapp#1', { gfm: true })).toContain('class="gfm gfm-issue">acme/webapp#1</a>')
    expect(html('acme/webapp#1', { gfm: true }, 'mallory')).not.toContain('<a')
    expect(here.as('mallory').post('/markdown', { text, project }).json).toEqual({
      message: '404 Project Not Found',
    })
  })

  test('a wiki page is rendered on request', () => {
    const path = '/projects/1/wikis'
    here.as('carol').post(path, { title: 'Shown', content: '**bold** #1' })
    const content = (query: string) => here.as('carol').get(`${path}/Shown${query}`).json.content
    expect(content('')).toBe('**bold** #1')
    expect(content('?render_html=true')).toContain('<strong>bold</strong> <a ')
  })

  test('rendering is fast for hostile input', () => {
    for (const text of ['>'.repeat(20_000), '['.repeat(20_000), '*a _b '.repeat(10_000), '- '.repeat(10_000)])
      expect(typeof html(text, { gfm: true })).toBe('string')
  })
})
