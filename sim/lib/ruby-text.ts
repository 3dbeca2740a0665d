import type { Json } from './json.ts'

const escapes: { readonly [character: string]: string } = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
}

/** A value as the service's language shows it: `{"file"=>"main.rb", "start_line"=>3, "end_line"=>nil}`. */
export function rubyText(value: Json): string {
  if (value === null) return 'nil'
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(rubyText).join(', ')}]`
  const pairs = Object.entries(value).map(([key, inner]) => `${quoted(key)}=>${rubyText(inner)}`)
  return `{${pairs.join(', ')}}`
}

function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what has to be escaped.
  const escaped = text.replace(/["\\\x00-\x1f\x7f]|#(?=[{$@])/g, (character) => {
    if (character === '#') return '\\#'
    return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  })
  return `"${escaped}"`
}
