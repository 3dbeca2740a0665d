import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import { escapeHtml } from './html.ts'
import { append } from './lists.ts'
import { workedOut } from './long-work.ts'
import { Pace, type Steps } from './steps.ts'

/** What stands for a piece of text that refers to something; undefined leaves it as it is. */
export type Refer = (text: string) => string | undefined

export interface MarkdownStyle {
  /** What tells it from other styles within a request. */
  readonly about?: string
  /** Texts that may refer to something, as one expression with the flag `g`. */
  readonly references?: RegExp
  readonly refer?: Refer
}

/** Characters of a text beyond which it is shown as it stands: its blocks are all found in one step. */
const LONGEST = 128 * 1024
/** The same of one block, such as a paragraph, whose marks are all found in one step. */
const LONGEST_BLOCK = 16 * 1024
/** Bytes that take as long to handle as a character of Markdown, or a token, takes to be found or written. */
const EACH = 32

interface Parsing {
  readonly it: Parser
  readonly blocks: readonly CoreRule[]
  readonly inBlocks: readonly CoreRule[]
}
type CoreRule = ReturnType<Parser['core']['ruler']['getRules']>[number]

let parsing: Parsing | undefined

// The library cuts its list of endings out of one text, of which a character is wide, and an engine keeps such pieces two
// bytes a character, wherever else the word comes up later: with a topic `shop` all that a project is sent as takes twice as
// much. A key that is spelled out in code is there before, as narrow as it is.
const ENDINGS = {
  biz: true,
  com: true,
  edu: true,
  gov: true,
  net: true,
  org: true,
  pro: true,
  web: true,
  xxx: true,
  aero: true,
  asia: true,
  coop: true,
  info: true,
  museum: true,
  name: true,
  shop: true,
}

// Made when somebody first asks, since a start needs none.
function parsingOf(): Parsing {
  if (parsing !== undefined) return parsing
  const it = MarkdownIt({ html: false, linkify: true, breaks: false, maxNesting: 60 })
  it.linkify.tlds(Object.keys(ENDINGS), true)
  const only = (names: string[]) => {
    it.core.ruler.enableOnly(names)
    return it.core.ruler.getRules('')
  }
  parsing = {
    it,
    blocks: only(['normalize', 'block', 'strip_references']),
    inBlocks: only(['inline', 'linkify', 'text_join']),
  }
  return parsing
}

/** Markdown as HTML: CommonMark with tables, strikethrough, task lists and bare addresses; HTML in it is text. */
export function markdownHtml(markdown: string, style: MarkdownStyle = {}): string {
  return workedOut(`markdown ${style.about ?? ''} ${markdown}`, () => htmlSteps(markdown, style))
}

function* htmlSteps(markdown: string, style: MarkdownStyle): Steps<string> {
  if (markdown.length > LONGEST) return `<p dir="auto">${escapeHtml(markdown)}</p>`
  const { it, blocks, inBlocks } = parsingOf()
  const state = new it.core.State(markdown, it, {})
  for (const rule of blocks) rule(state)
  const pace = new Pace()
  if (pace.of(markdown.length * EACH)) yield
  const { tokens } = state
  const lines = markdown.split('\n')
  for (const [index, token] of tokens.entries()) {
    if (token.map !== null && token.nesting >= 0 && token.type !== 'inline') place(token, lines)
    if (token.type === 'inline') {
      if (token.content.length > LONGEST_BLOCK) token.children = [asItStands(token)]
      else {
        state.tokens = [token]
        for (const rule of inBlocks) rule(state)
        finish(tokens, index, style)
      }
    }
    if (pace.of((token.content.length + 1) * EACH)) yield
  }
  return yield* written(tokens, it)
}

function* written(tokens: Token[], { renderer, options }: Parser): Steps<string> {
  const pace = new Pace()
  const parts: string[] = []
  for (const [index, token] of tokens.entries()) {
    const rule = renderer.rules[token.type]
    if (token.type === 'inline') parts.push(renderer.renderInline(token.children ?? [], options, {}))
    else if (rule) parts.push(rule(tokens, index, options, {}, renderer))
    else parts.push(renderer.renderToken(tokens, index, options))
    if (pace.of((token.content.length + 1) * EACH)) yield
  }
  return parts.join('').trimEnd()
}

function asItStands(token: Token): Token {
  return piece(token, 'text', token.content)
}

function finish(tokens: Token[], index: number, { refer, references }: MarkdownStyle): void {
  const token = tokens[index] as Token
  if (token.children === null) return
  if (refer !== undefined && references !== undefined)
    token.children = withReferences(token.children, references, refer)
  makeTask(tokens, index)
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
