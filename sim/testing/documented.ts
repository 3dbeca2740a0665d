import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type ContractOperation, contract } from '../contract.ts'
import type { Dialect } from '../lib/dialect.ts'
import { openApiDocument } from '../openapi.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'

/** Refusals that any request may meet before its operation is reached, or for what its body is. */
const GENERAL = new Set([400, 404, 405, 406, 413, 415])

interface Documented {
  readonly method: string
  readonly pattern: RegExp
  readonly template: string
  readonly operation: ContractOperation
  readonly validate: ValidateFunction | undefined
}

interface Document {
  find(method: string, path: string): Documented | undefined
  readonly refusal: ValidateFunction
}

/**
 * What contradicts the OpenAPI document in a reply; undefined when nothing does, or when the document knows no such
 * path. Paths are matched here once more, so that a fault of the router does not hide.
 */
export function contradiction(
  dialect: Dialect,
  request: PlainRequest,
  reply: PlainReply,
): string | undefined {
  const { find, refusal } = documentOf(dialect)
  const path = (request.url.split(/[?#]/, 1)[0] ?? '').replace(/^\/api\/v4/, '').replace(/\/{2,}/g, '/')
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const known = find(method, path)
  const { status } = reply
  if (known === undefined || status === 304) return undefined
  const { operation, validate } = known
  const { success, pending, variants, refusals } = operation
  const successes = [success, pending, ...variants.map((variant) => variant.status)]
  const declared = successes.includes(status) || refusals.includes(status) || GENERAL.has(status)
  if (!declared && request.method !== 'HEAD') return `${operation.id} does not say that it answers ${status}`
  if (reply.headers['Content-Type'] !== 'application/json' || typeof reply.body !== 'string') return undefined
  const check = status < 400 ? validate : refusal
  if (check === undefined || check(JSON.parse(reply.body))) return undefined
  return `the ${status} of ${operation.id} is not as documented: ${ajv.errorsText(check.errors)}`
}

// Most of what is compiled runs a few times: it is to be there soon, and may be slower.
const code = { optimize: false } as const
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, inlineRefs: false, code })
// The package is CommonJS: the compiler knows its function as `default`, Node hands it out as it is.
const formats = addFormats as unknown as (to: typeof ajv) => void
formats(ajv)

const documents = new Map<Dialect, Document>()

function documentOf(dialect: Dialect): Document {
  const known = documents.get(dialect) ?? read(dialect)
  documents.set(dialect, known)
  return known
}

function read(dialect: Dialect): Document {
  const described = contract(dialect)
  const document = openApiDocument(described, { url: 'http://127.0.0.1/api/v4', version: '0.0.0' })
  ajv.addSchema({ $id: dialect, ...document })
  const compile = (pointer: readonly string[]) =>
    ajv.compile({ $ref: `${dialect}#/${pointer.map(escaped).join('/')}` })
  const operations = described.operations.flatMap((operation) =>
    [operation.path, ...operation.aliases].map((path): Documented => {
      const template = path.replace(/[:*]([a-z_]+)/g, '{$1}')
      const { method, success, answer } = operation
      const media = ['responses', String(success), 'content', 'application/json', 'schema']
      const json = answer === 'one' || answer === 'many' || answer === 'value'
      let validate: ValidateFunction | undefined
      return {
        method,
        pattern: patternOf(path),
        template,
        operation,
        get validate() {
          if (json) validate ??= compile(['paths', template, method.toLowerCase(), ...media])
          return validate
        },
      }
    }),
  )
  // A literal path comes before a pattern that fits it as well.
  operations.sort((a, b) => generality(a.operation.path) - generality(b.operation.path))
  const found = new Map<string, Documented | undefined>()
  return {
    find(method, path) {
      const line = `${method} ${path}`
      if (!found.has(line)) {
        // Drawn paths have no end.
        if (found.size > 10_000) found.clear()
        const fits = (one: Documented) => one.method === method && one.pattern.test(path)
        found.set(line, operations.find(fits))
      }
      return found.get(line)
    },
    refusal: compile(['components', 'responses', 'BadRequest', 'content', 'application/json', 'schema']),
  }
}

/** How late a path is tried: those with more parameters later, last those whose values may take several segments. */
function generality(path: string): number {
  const words = path.split('/')
  const literals = words.filter((word) => !/^[:*]/.test(word)).length
  return path.includes('*') ? 1000 - literals : words.length - literals
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/\./g, '\\.')
    .replace(/:[a-z_]+/g, '[^/]+')
    .replace(/\*[a-z_]+/g, '.+?')
  return new RegExp(`^${source}(?:\\.json)?/?$`)
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}
