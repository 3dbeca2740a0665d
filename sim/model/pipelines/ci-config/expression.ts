import { RE2JS, RE2JSException } from 're2js'
import { CiConfigError } from './yaml.ts'

/** Values by name. */
export interface Variables {
  get(name: string): string | undefined
  keys(): Iterable<string>
}

/** Variables of which those of the later ones win. */
export function layered(...layers: readonly Variables[]): Variables {
  return {
    get: (name) => {
      for (let i = layers.length - 1; i >= 0; i--) {
        const value = layers[i]?.get(name)
        if (value !== undefined) return value
      }
      return undefined
    },
    keys: () => new Set(layers.flatMap((layer) => [...layer.keys()])),
  }
}

type Token = {
  readonly kind: 'variable' | 'text' | 'pattern' | 'sign'
  readonly value: string
  readonly flags?: string
}

const TOKENS =
  /\s*(?:\$(?<variable>\w+)|\$\{(?<braced>\w+)\}|"(?<double>[^"]*)"|'(?<single>[^']*)'|\/(?<pattern>(?:\\.|[^/\\])+)\/(?<flags>[imsU]*)|(?<sign>==|!=|=~|!~|&&|\|\||\(|\)|null))/y

/** Whether a condition (`$CI_COMMIT_BRANCH == "main" && $A =~ /^b/`) holds. Throws CiConfigError for an invalid one. */
export function evaluateCondition(condition: string, variables: Variables): boolean {
  const tokens = tokensOf(condition)
  let at = 0
  const take = (...signs: string[]): string | undefined => {
    const token = tokens[at]
    if (token?.kind !== 'sign' || !signs.includes(token.value)) return undefined
    at++
    return token.value
  }
  const either = (): unknown => {
    let value = both()
    while (take('||')) {
      const other = both()
      value = truthy(value) ? value : other
    }
    return value
  }
  const both = (): unknown => {
    let value = compared()
    while (take('&&')) {
      const other = compared()
      value = truthy(value) ? other : value
    }
    return value
  }
  const compared = (): unknown => {
    const left = term()
    const sign = take('==', '!=', '=~', '!~')
    if (sign === undefined) return left
    const right = term()
    if (sign === '==' || sign === '!=') return (left === right) === (sign === '==')
    return matches(left, right) === (sign === '=~')
  }
  const term = (): unknown => {
    if (take('(')) {
      const value = either()
      if (!take(')')) throw invalid()
      return value
    }
    const token = tokens[at++]
    if (token === undefined) throw invalid()
    switch (token.kind) {
      case 'variable':
        return variables.get(token.value) ?? null
      case 'text':
        return token.value
      case 'pattern':
        return patternOf(token.value, token.flags ?? '')
      case 'sign':
        if (token.value === 'null') return null
        throw invalid()
      default:
        return token.kind satisfies never
    }
  }
  const value = either()
  if (at < tokens.length) throw invalid()
  return truthy(value)
}

const invalid = () => new CiConfigError('Invalid expression syntax')

function tokensOf(condition: string): Token[] {
  const tokens: Token[] = []
  const end = condition.trimEnd().length
  for (TOKENS.lastIndex = 0; TOKENS.lastIndex < end; ) {
    const groups = TOKENS.exec(condition)?.groups
    if (groups === undefined || tokens.length > 1000) throw invalid()
    const { variable, braced, double, single, pattern, flags = '', sign } = groups
    if (variable ?? braced) tokens.push({ kind: 'variable', value: (variable ?? braced) as string })
    else if (pattern !== undefined) tokens.push({ kind: 'pattern', value: pattern, flags })
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign })
    else tokens.push({ kind: 'text', value: double ?? single ?? '' })
  }
  return tokens
}

/** Text that a variable holds is true unless it is empty. */
function truthy(value: unknown): boolean {
  return value !== null && value !== false && value !== ''
}

function matches(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string') return false
  // A variable may hold the pattern, slashes included.
  const [, source, flags = ''] = typeof right === 'string' ? (/^\/(.+)\/([imsU]*)$/s.exec(right) ?? []) : []
  const pattern = right instanceof RE2JS ? right : source === undefined ? undefined : patternOf(source, flags)
  return pattern?.matcher(left).find() === true
}

function patternOf(source: string, flags: string): RE2JS {
  try {
    return RE2JS.compile(
      source.replaceAll('\\/', '/'),
      (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
        RE2JS.MULTILINE |
        (flags.includes('m') ? RE2JS.DOTALL : 0),
    )
  } catch (problem) {
    if (problem instanceof RE2JSException) throw invalid()
    throw problem
  }
}

/** Whether an RE2 pattern with these flags is found in a text. Throws CiConfigError for an invalid pattern. */
export function matchesPattern(source: string, flags: string, text: string): boolean {
  return patternOf(source, flags).matcher(text).find()
}
