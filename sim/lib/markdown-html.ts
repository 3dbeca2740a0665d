import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import { escapeHtml } from './html.ts'
import { append } from './lists.ts'

/** What stands for a piece of text that refers to something; undefined leaves it as it is. */
export type Refer = (text: string) => string | undefined

export interface MarkdownStyle {
  /** Texts that may refer to something, as one expression with the flag `g`. */
  readonly references?: RegExp
  readonly refer?: Refer
}

let parser: Parser | undefined

// Made when somebody first asks, since a start needs none.
function parserOf(): Parser {
  parser ??= MarkdownIt({ html: false, linkify: true, breaks: false, maxNesting: 60 })
  return parser
}

/** Markdown as HTML: CommonMark with tables, strikethrough, task lists and bare addresses; HTML in it is text. */
export function markdownHtml(markdown: string, { references, refer }: MarkdownStyle = {}): string {
  const it = parserOf()
  const tokens = it.parse(markdown, {})
  const lines = markdown.split('\n')
  for (const [index, token] of tokens.entries()) {
    if (token.map !== null && token.nesting >= 0 && token.type !== 'inline') place(token, lines)
    if (token.type !== 'inline') continue
    if (token.children !== null) {
      if (refer !== undefined && references !== undefined)
        token.children = withReferences(token.children, references, refer)
      makeTask(tokens, index)
    }
  }
  return it.renderer.render(tokens, it.options, {}).trimEnd()
}

/** Where a block stands, from its first to its last column, and that its direction follows from its text. */
function place(token: Token, lines: readonly string[]): void {
  const [first, end] = token.map as [number, number]
  let last = Math.max(first + 1, end)
  while (last > first + 1 && (lines[last - 1] ?? '').trim() === '') last--
  token.attrSet('data-sourcepos', `${first + 1}:1-${last}:${(lines[last - 1] ?? '').length}`)
  if (/^(?:paragraph|heading|bullet_list|ordered_list|blockquote|table)_open$/.test(token.type))
    token.attrSet('dir', 'auto')
}

function withReferences(children: readonly Token[], references: RegExp, refer: Refer): Token[] {
  const out: Token[] = []
  let linked = 0
  for (const child of children) {
    if (child.type === 'link_open') linked++
    if (child.type === 'link_close') linked--
    if (child.type !== 'text' || linked > 0) out.push(child)
    else append(out, split(child, references, refer))
  }
  return out
}

function split(child: Token, references: RegExp, refer: Refer): Token[] {
  const out: Token[] = []
  let from = 0
  for (const match of child.content.matchAll(references)) {
    const html = refer(match[0])
    if (html === undefined) continue
    out.push(piece(child, 'text', child.content.slice(from, match.index)), piece(child, 'html_inline', html))
    from = match.index + match[0].length
  }
  return from === 0 ? [child] : [...out, piece(child, 'text', child.content.slice(from))]
}

function piece(child: Token, type: string, content: string): Token {
  const made = Object.assign(Object.create(Object.getPrototypeOf(child)), child) as Token
  made.type = type
  made.content = content
  return made
}

const TASK = /^\[([ xX])\]\s+/

/** An item of a list that begins with a box is a task. */
function makeTask(tokens: readonly Token[], index: number): void {
  const inline = tokens[index] as Token
  const item = tokens[index - 2]
  const [first] = inline.children ?? []
  const [mark, state] = (first?.type === 'text' && TASK.exec(first.content)) || []
  if (item?.type !== 'list_item_open' || first === undefined || mark === undefined) return
  item.attrSet('class', 'task-list-item')
  first.content = first.content.slice(mark.length)
  const checked = state === ' ' ? '' : ' checked'
  const box = `<input type="checkbox" class="task-list-item-checkbox"${checked} disabled> `
  inline.children = [piece(first, 'html_inline', box), ...(inline.children ?? [])]
}

/** A link to what a text refers to. */
export function referenceLink(kind: string, href: string, title: string, text: string): string {
  const shown = escapeHtml(text)
  return `<a href="${escapeHtml(href)}" data-original="${shown}" data-reference-type="${kind}" title="${escapeHtml(title)}" class="gfm gfm-${kind}">${shown}</a>`
}
