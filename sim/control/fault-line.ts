import { parseJson } from '../lib/json.ts'

/** How a rule is written on one line. */
export const SYNTAX =
  "use 'METHOD PATH [STATUS] [delay=TIME] [reset] [truncate] [probability=0..1] [times=N] [skip=N] [retry-after=SECONDS] [header=NAME:VALUE] [body=JSON] [patch=JSON]', for example 'GET /projects/* 503'"

/** Reads the parts of a line behind method and path: fields of a rule by name. Throws a RangeError that tells what is wrong. */
export function fieldsOfLine(rest: string): { readonly [field: string]: unknown } {
  const fields: { [field: string]: unknown } = {}
  const headers: { [name: string]: string } = {}
  for (let left = rest.trim(); left !== ''; ) {
    const [part, value] = nextPart(left)
    left = left.slice(part.length).trim()
    if (value.field === 'headers') Object.assign(headers, value.value)
    else if (value.field in fields) throw new RangeError(`says '${value.field}' twice`)
    else fields[value.field] = value.value
  }
  return Object.keys(headers).length === 0 ? fields : { ...fields, headers }
}

interface Field {
  readonly field: string
  readonly value: unknown
}

function nextPart(left: string): readonly [part: string, field: Field] {
  const [begin, name] = /^(header|body|patch)=(?=\S)/.exec(left) ?? []
  if (begin !== undefined && name !== undefined) {
    const text = begin + valueAt(left.slice(begin.length))
    return [text, name === 'header' ? header(text.slice(begin.length)) : json(name, text.slice(begin.length))]
  }
  const word = /^\S+/.exec(left)?.[0] ?? left
  return [word, readWord(word)]
}

// JSON may hold blanks: an object, a list or a text in quotes ends where it closes, all else with the word.
function valueAt(text: string): string {
  if (!/^[{["]/.test(text)) return /^\S+/.exec(text)?.[0] ?? ''
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const at = text[i]
    if (quoted && at === '\\') i++
    else if (at === '"') quoted = !quoted
    else if (!quoted && (at === '{' || at === '[')) depth++
    else if (!quoted && (at === '}' || at === ']')) depth--
    if (depth === 0 && !quoted) return text.slice(0, i + 1)
  }
  return text
}

function json(field: string, text: string): Field {
  const parsed = parseJson(text)
  if (!parsed.ok) throw new RangeError(`has the ${field} ${text}: it must be JSON, such as {"archived":true}`)
  return { field, value: parsed.value }
}

function header(text: string): Field {
  const plain = text.startsWith('"') ? json('header', text).value : text
  const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(String(plain)) ?? []
  if (name === undefined || value === undefined)
    throw new RangeError(`has the header ${text}: it must be NAME:VALUE, or "NAME: VALUE" in quotes`)
  return { field: 'headers', value: { [name]: value } }
}

function readWord(word: string): Field {
  if (/^\d+$/.test(word)) return { field: 'status', value: Number(word) }
  if (word === 'reset' || word === 'truncate') return { field: word, value: true }
  const [, name, value] = /^(delay|probability|times|skip|retry-after)=(.+)$/.exec(word) ?? []
  if (name === undefined || value === undefined)
    throw new RangeError(`has the unknown part '${word}': ${SYNTAX}`)
  if (name === 'delay') return { field: name, value }
  const field = name === 'retry-after' ? 'retryAfter' : name
  return { field, value: /^\d*\.?\d+$/.test(value) ? Number(value) : value }
}
