/** What a query for the search engine asks of a text, read as the engine's simple query syntax (search#advanced-syntax). */
export type EngineQuery =
  | Leaf
  | { readonly kind: 'everything' | 'nothing' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly EngineQuery[] }
  | { readonly kind: 'not'; readonly part: EngineQuery }

/** A word, the beginning of one, a word that is nearly so spelled, or words in a row with some others between them. */
export type Leaf =
  | { readonly kind: 'word' | 'beginning'; readonly text: string }
  | { readonly kind: 'near'; readonly text: string; readonly edits: number }
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number }

/** The engine looks for no word that needs more changes. */
const MOST_EDITS = 2
const BLANK = /\s/
const ENDS_WORD = /[\s"|+()]/

/** Reads a query; whatever makes no sense in it is left out, as the engine never refuses one. */
export function engineQuery(text: string): EngineQuery {
  if (text.trim() === '*') return { kind: 'everything' }
  return new Reader(text).query() ?? { kind: 'nothing' }
}

type Operator = 'and' | 'or'

/** Operators bind from left to right; two parts without one between them have to be there both. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  query(): EngineQuery | undefined {
    let whole: EngineQuery | undefined
    let operator: Operator | undefined
    let negated = false
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (next === ')') {
        this.#at++
        continue
      }
      if (next === '-') {
        negated = !negated
        this.#at++
        continue
      }
      if (next === '+' || next === '|') {
        if (whole !== undefined) operator ??= next === '+' ? 'and' : 'or'
        negated = false
        this.#at++
        continue
      }
      const part = this.#part(next)
      if (part !== undefined) {
        whole = joined(whole, operator ?? 'and', negated ? { kind: 'not', part } : part)
        operator = undefined
      }
      negated = false
    }
    return whole
  }

  #next(): string | undefined {
    while (BLANK.test(this.#text[this.#at] ?? '')) this.#at++
    return this.#text[this.#at]
  }

  #part(first: string): EngineQuery | undefined {
    if (first === '(') return this.#bracket()
    if (first === '"') return this.#phrase()
    return this.#word()
  }

  /** What is between brackets; one that is never closed does not count. */
  #bracket(): EngineQuery | undefined {
    const end = this.#closing()
    this.#at++
    if (end === undefined) return undefined
    const inner = new Reader(this.#text.slice(this.#at, end)).query()
    this.#at = end + 1
    return inner
  }

  #closing(): number | undefined {
    let depth = 0
    for (let at = this.#at; at < this.#text.length; at++) {
      const character = this.#text[at]
      if (character === '\\') at++
      else if (character === '(') depth++
      else if (character === ')' && --depth === 0) return at
    }
    return undefined
  }

  /** What is between quotes; a quote that is never closed does not count. */
  #phrase(): Leaf | undefined {
    this.#at++
    const found = /^((?:[^"\\]|\\[\s\S])*)"/.exec(this.#text.slice(this.#at))
    if (found === null) return undefined
    this.#at += found[0].length
    const text = (found[1] as string).replace(/\\([\s\S])/g, '$1')
    const slop = this.#text[this.#at] === '~' ? this.#number() : undefined
    return text.trim() === '' ? undefined : { kind: 'phrase', text, slop: slop ?? 0 }
  }

  #word(): Leaf | undefined {
    let text = ''
    let beginning = false
    for (; this.#at < this.#text.length; this.#at++) {
      let character = this.#text[this.#at] as string
      if (character === '\\') {
        beginning = false
        this.#at++
        character = this.#text[this.#at] ?? ''
      } else if (ENDS_WORD.test(character)) break
      else if (character === '~' && text !== '') {
        const edits = Math.min(this.#number() ?? MOST_EDITS, MOST_EDITS)
        return edits === 0 ? { kind: 'word', text } : { kind: 'near', text, edits }
      } else beginning = text !== '' && character === '*'
      text += character
    }
    if (text === '') return undefined
    return beginning ? { kind: 'beginning', text: text.slice(0, -1) } : { kind: 'word', text }
  }

  /** The number after a tilde, up to the end of the word; what is no number counts as none. */
  #number(): number | undefined {
    this.#at++
    const from = this.#at
    while (this.#at < this.#text.length && !ENDS_WORD.test(this.#text[this.#at] as string)) this.#at++
    const digits = this.#text.slice(from, this.#at)
    if (digits === '') return undefined
    return /^\d{1,9}$/.test(digits) ? Number(digits) : 0
  }
}

function joined(whole: EngineQuery | undefined, kind: Operator, part: EngineQuery): EngineQuery {
  if (whole === undefined) return part
  const before = whole.kind === kind ? (whole as { readonly parts: readonly EngineQuery[] }).parts : [whole]
  return { kind, parts: [...before, part] }
}

/** Whether a query holds where some of its leaves do. A leaf about which nothing can be said does not count. */
export function answers(query: EngineQuery, holds: (leaf: Leaf) => boolean): boolean {
  switch (query.kind) {
    case 'everything':
      return true
    case 'nothing':
      return false
    case 'and':
      return query.parts.every((part) => answers(part, holds))
    case 'or':
      return query.parts.some((part) => answers(part, holds))
    case 'not':
      return !answers(query.part, holds)
    default:
      return holds(query)
  }
}

/** The query without the leaves in which the engine finds no word. */
export function meaningful(query: EngineQuery, saysSomething: (leaf: Leaf) => boolean): EngineQuery {
  return pruned(query, saysSomething) ?? { kind: 'nothing' }
}

function pruned(query: EngineQuery, saysSomething: (leaf: Leaf) => boolean): EngineQuery | undefined {
  switch (query.kind) {
    case 'everything':
    case 'nothing':
      return query
    case 'and':
    case 'or': {
      const parts = query.parts.flatMap((part) => pruned(part, saysSomething) ?? [])
      return parts.length < 2 ? parts[0] : { kind: query.kind, parts }
    }
    case 'not': {
      const part = pruned(query.part, saysSomething)
      return part && { kind: 'not', part }
    }
    default:
      return saysSomething(query) ? query : undefined
  }
}

/** The leaves that every answer has to hold. */
export function needed(query: EngineQuery): readonly Leaf[] {
  if (query.kind === 'and') return query.parts.flatMap(needed)
  return isLeaf(query) ? [query] : []
}

/** The leaves that some answer holds. */
export function wished(query: EngineQuery): readonly Leaf[] {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.flatMap(wished)
  return isLeaf(query) ? [query] : []
}

/** All leaves of a query. */
export function leavesOf(query: EngineQuery): readonly Leaf[] {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.flatMap(leavesOf)
  if (query.kind === 'not') return leavesOf(query.part)
  return isLeaf(query) ? [query] : []
}

function isLeaf(query: EngineQuery): query is Leaf {
  return ['word', 'beginning', 'near', 'phrase'].includes(query.kind)
}
