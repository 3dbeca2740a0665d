import type { BodyTemplate, JsonTemplate, Pointer, Script, Step, Template } from './template.ts'

/** How a language writes the parts of a call. Each returns an expression, unless it says otherwise. */
export interface Language {
  /** What a line begins with that is not run. */
  readonly comment: string
  quoted(text: string): string
  text(template: Template): string
  headers(headers: Step['headers']): string
  /** JSON, as text. */
  json(template: JsonTemplate): string
  /** The bytes that base64 stands for. */
  bytes(base64: string): string
  call(args: string): string
  /** A line that keeps the JSON of a reply. */
  reply(id: number, call: string): string
  /** A line that takes a value out of a reply that was kept. */
  capture(variable: string, id: number, at: Pointer): string
}

/** The lines of a script in which `call(id, status, method, path, headers, body)` makes a call. */
export function callLines(steps: Script['steps'], language: Language): string[] {
  return steps.flatMap((step) => {
    switch (step.kind) {
      case 'call':
        return linesOf(step, language)
      case 'clock':
        return linesOf(clockCall(step.set), language)
      case 'left out':
        return [`${language.comment} ${step.id} is left out, ${step.why}: ${step.call}`]
      default:
        return step satisfies never
    }
  })
}

type Call = Omit<Step, 'kind'>

function clockCall(set: string): Call {
  const value: JsonTemplate = { kind: 'fields', fields: [['set', { kind: 'literal', value: set }]] }
  return {
    id: 0,
    status: 200,
    method: 'POST',
    target: ['/_forgery/clock'],
    headers: [],
    body: { kind: 'json', value },
    captures: [],
  }
}

function linesOf(
  { id, status, method, target, headers, body, captures }: Call,
  language: Language,
): string[] {
  const args = [
    String(id),
    String(status),
    language.quoted(method),
    language.text(target),
    ...(headers.length === 0 && body === undefined ? [] : [language.headers(headers)]),
    ...(body === undefined ? [] : [bodyText(body, language)]),
  ]
  const call = language.call(args.join(', '))
  if (captures.length === 0) return [call]
  return [language.reply(id, call), ...captures.map(({ variable, at }) => language.capture(variable, id, at))]
}

function bodyText(body: BodyTemplate, language: Language): string {
  switch (body.kind) {
    case 'json':
      return language.json(body.value)
    case 'text':
      return language.text(body.text)
    case 'bytes':
      return language.bytes(body.base64)
    default:
      return body satisfies never
  }
}
