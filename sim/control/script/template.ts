/** A text with variables in it. Their values are ids, hashes and tokens, which need no escaping anywhere. */
export type Template = readonly (string | Variable)[]

/** What a reply gave, or a secret that the script does not tell. */
export interface Variable {
  /** Words, in lower case: `issue_iid`. */
  readonly variable: string
}

export type JsonTemplate =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** `asText`: a string, whatever the reply gave. */
  | { readonly kind: 'variable'; readonly variable: string; readonly asText: boolean }
  | { readonly kind: 'list'; readonly items: readonly JsonTemplate[] }
  | { readonly kind: 'fields'; readonly fields: readonly (readonly [name: string, JsonTemplate])[] }

export type BodyTemplate =
  | { readonly kind: 'json'; readonly value: JsonTemplate }
  | { readonly kind: 'text'; readonly text: Template }
  | { readonly kind: 'bytes'; readonly base64: string }

/** Where in the JSON of a reply a value stands. */
export type Pointer = readonly (string | number)[]

/** One call, and what is kept of its reply. */
export interface Step {
  readonly kind: 'call'
  /** Its number in the journal. */
  readonly id: number
  readonly method: string
  /** Path and query. */
  readonly target: Template
  readonly headers: readonly (readonly [name: string, value: Template])[]
  readonly body: BodyTemplate | undefined
  readonly status: number
  readonly captures: readonly { readonly variable: string; readonly at: Pointer }[]
}

/** The clock is set, since somebody moved it. */
export interface ClockStep {
  readonly kind: 'clock'
  /** ISO 8601. */
  readonly set: string
}

/** A call that cannot be made again. */
export interface LeftOut {
  readonly kind: 'left out'
  readonly id: number
  readonly call: string
  readonly why: string
}

/** The calls of a journal as steps that can be run anew. */
export interface Script {
  readonly steps: readonly (Step | ClockStep | LeftOut)[]
  /** Variables of secrets, and values that do in their place. */
  readonly secrets: readonly { readonly variable: string; readonly placeholder: string }[]
  /** Base URL of the simulator whose journal it is. */
  readonly url: string
  /** Options of a simulator that begins alike; undefined for a world that no option names. */
  readonly options: { readonly [name: string]: string | number } | undefined
}

/** The text of a template in which nothing is variable. */
export function literalOf(template: Template): string | undefined {
  return template.every((piece) => typeof piece === 'string') ? template.join('') : undefined
}

/** A template as one text, each piece as a language writes it. */
export function written(
  template: Template,
  literal: (text: string) => string,
  variable: (name: string) => string,
): string {
  return template
    .map((piece) => (typeof piece === 'string' ? literal(piece) : variable(piece.variable)))
    .join('')
}

/** JSON text in which each variable stands as a language writes it: in quotation marks where it is a text. */
export function jsonWritten(
  template: JsonTemplate,
  literal: (text: string) => string,
  variable: (name: string) => string,
): string {
  const inner = (value: JsonTemplate) => jsonWritten(value, literal, variable)
  switch (template.kind) {
    case 'literal':
      return literal(JSON.stringify(template.value))
    case 'variable': {
      const quote = template.asText ? literal('"') : ''
      return `${quote}${variable(template.variable)}${quote}`
    }
    case 'list':
      return `[${template.items.map(inner).join(',')}]`
    case 'fields':
      return `{${template.fields.map(([name, value]) => `${literal(JSON.stringify(name))}:${inner(value)}`).join(',')}}`
    default:
      return template satisfies never
  }
}

/** A name as JavaScript writes it: `issueIid`. */
export function camelCase(name: string): string {
  return name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase())
}
