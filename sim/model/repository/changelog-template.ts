import { ChangelogError } from './changelog-error.ts'

/** A value that a template can render: text, number, boolean, list or table. */
export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly TemplateValue[]
  | { readonly [name: string]: TemplateValue }

/** A name to look up, a place in a list, or `it`: the value itself. */
type Step = string | number
type Selector = readonly Step[]

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly selector: Selector }
  | {
      readonly kind: 'if'
      readonly selector: Selector
      readonly body: Template
      readonly otherwise: Template
    }
  | { readonly kind: 'each'; readonly selector: Selector; readonly body: Template }

/** A template as parsed. */
export type Template = readonly Node[]

/** Deeper ones are refused, as they are by the stack of the service. */
const DEEPEST = 200

/** Parses a template of the service's own language. Throws a ChangelogError for one that is not well-formed. */
export function parseTemplate(source: string): Template {
  const reader = new Reader(source)
  const template = reader.nodes(0)
  if (reader.at < source.length) {
    const before = source.slice(0, reader.at).split('\n')
    const place = `line ${before.length} char ${(before.at(-1) ?? '').length + 1}`
    throw new ChangelogError(`Failed to parse the template: Extra input after last repetition at ${place}.`)
  }
  return template
}

// Sticky patterns of single steps: none can look at a character more than once.
const TEXT = /(?:[^{\\\n]|\{(?![{%]))+/y
const NEWLINE = /\n/y
const SWALLOWED = /\\\n/y
const BACKSLASH = /\\(?:[^{\\\n]|\{(?![{%]))+/y
const VALUE = /\{{2,}\s*((?:[a-zA-Z_]+|\d{1,10})(?:\.(?:[a-zA-Z_]+|\d{1,10}))*)\s*\}{2,}/y
const OPENING = /\{%\s*(if|each)[ \t]\s*((?:[a-zA-Z_]+|\d{1,10})(?:\.(?:[a-zA-Z_]+|\d{1,10}))*)\s*%\}\n?/y
const ELSE = /\{%\s*else\s*%\}\n?/y
const END = /\{%\s*end\s*%\}\n?/y

/** Reads as far as it understands; whatever cannot be read whole is not read at all. */
class Reader {
  readonly #source: string
  at = 0

  constructor(source: string) {
    this.#source = source
  }

  nodes(depth: number): Template {
    const nodes: Node[] = []
    for (let node = this.#node(depth); node !== undefined; node = this.#node(depth)) nodes.push(node)
    return nodes
  }

  #node(depth: number): Node | undefined {
    const value = this.#take(VALUE)
    if (value !== undefined) return { kind: 'value', selector: selectorOf(value[1]) }
    const start = this.at
    const opening = depth < DEEPEST ? this.#take(OPENING) : undefined
    if (opening !== undefined) {
      const block = this.#block(opening, depth + 1)
      if (block === undefined) this.at = start
      return block
    }
    if (this.#take(SWALLOWED) !== undefined) return { kind: 'text', text: '' }
    const text = this.#take(BACKSLASH) ?? this.#take(TEXT) ?? this.#take(NEWLINE)
    return text === undefined ? undefined : { kind: 'text', text: text[0] }
  }

  #block([, keyword, path]: RegExpExecArray, depth: number): Node | undefined {
    const selector = selectorOf(path)
    const body = this.nodes(depth)
    const otherwise = keyword === 'if' && this.#take(ELSE) !== undefined ? this.nodes(depth) : []
    if (this.#take(END) === undefined) return undefined
    return keyword === 'if' ? { kind: 'if', selector, body, otherwise } : { kind: 'each', selector, body }
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#source)
    if (found === null) return undefined
    this.at = pattern.lastIndex
    return found
  }
}

function selectorOf(path = ''): Selector {
  return path.split('.').map((step) => (/^\d/.test(step) ? Number(step) : step))
}

const DEEPEST_LOOP = 4
/** Templates come from a repository: what they make of a long history is bounded. */
const LONGEST = 16 * 1024 * 1024

/** The text that a template makes of a value. Throws a ChangelogError when its loops are too deep or it too long. */
export function renderTemplate(template: Template, data: TemplateValue): string {
  const parts: string[] = []
  let length = 0
  const write = (part: string): void => {
    length += part.length
    if (length > LONGEST) throw new ChangelogError('The changelog is too large')
    parts.push(part)
  }
  render(template, data, 0, write)
  return parts.join('')
}

function render(template: Template, data: TemplateValue, loops: number, write: (part: string) => void): void {
  for (const node of template) {
    switch (node.kind) {
      case 'text':
        write(node.text)
        break
      case 'value':
        write(written(selected(node.selector, data)))
        break
      case 'if':
        render(isTrue(selected(node.selector, data)) ? node.body : node.otherwise, data, loops, write)
        break
      case 'each': {
        const values = eachOf(selected(node.selector, data))
        if (values === undefined) break
        if (loops === DEEPEST_LOOP) throw new ChangelogError(`You can only nest up to ${DEEPEST_LOOP} loops`)
        for (const value of values) render(node.body, value, loops + 1, write)
        break
      }
      default:
        node satisfies never
    }
  }
}

function selected(selector: Selector, data: TemplateValue): TemplateValue {
  let at = data
  for (const step of selector) {
    if (at === null || at === undefined) return undefined
    if (step === 'it') continue
    if (typeof step === 'number') at = isList(at) ? at[step] : undefined
    else at = isTable(at) && Object.hasOwn(at, step) ? at[step] : undefined
  }
  return at
}

function isList(value: TemplateValue): value is readonly TemplateValue[] {
  return Array.isArray(value)
}

function isTable(value: TemplateValue): value is { readonly [name: string]: TemplateValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whatever is empty is false; numbers are true, zero as well. */
function isTrue(value: TemplateValue): boolean {
  if (isTable(value)) return Object.keys(value).length > 0
  if (isList(value) || typeof value === 'string') return value.length > 0
  return value !== undefined && value !== null && value !== false
}

function eachOf(value: TemplateValue): readonly TemplateValue[] | undefined {
  if (isList(value)) return value
  return isTable(value) ? Object.entries(value) : undefined
}

/** As the service's language writes a value: nothing for nothing, lists and tables as its literals. */
function written(value: TemplateValue): string {
  return value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? literal(value)
      : String(value)
}

function literal(value: TemplateValue): string {
  if (value === null || value === undefined) return 'nil'
  if (typeof value === 'string') return quoted(value)
  if (isList(value)) return `[${value.map(literal).join(', ')}]`
  if (!isTable(value)) return String(value)
  const pairs = Object.entries(value).map(([key, inner]) => `${quoted(key)}=>${literal(inner)}`)
  return `{${pairs.join(', ')}}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
