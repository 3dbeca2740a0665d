import type { Contract, ContractOperation, ContractParam, ContractRight, ContractRule } from './contract.ts'
import { differences } from './lib/differences.ts'
import {
  headerRefs,
  headers,
  parameterRef,
  parameters,
  refusalName,
  refusalResponse,
  refusalSchemas,
  securitySchemes,
  signedIn,
} from './openapi/components.ts'
import { formObject, jsonObject, type WireField, wireFields } from './openapi/schemas.ts'

export interface OpenApiOptions {
  /** Where the operations are served, with the API root: `http://127.0.0.1:8080/api/v4`. */
  readonly url: string
  /** Version of this package. */
  readonly version: string
}

/** The OpenAPI 3.1 document of a contract: plain data, the same for the same contract. */
export function openApiDocument(contract: Contract, { url, version }: OpenApiOptions): object {
  const { operations, entities, dialect, release } = contract
  const spoken =
    release === '15.8'
      ? `Spoken in the dialect \`${dialect}\``
      : `Follows release ${release} of the real service`
  const statuses = [...new Set(operations.flatMap(({ refusals }) => refusals))].sort((a, b) => a - b)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forgery',
      version,
      summary: 'A deterministic simulator of a GitLab-compatible REST API v4',
      description: `${spoken}. Operations marked \`x-forgery-extension\` go beyond the specification.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: [...new Set(operations.map(({ family }) => family))].map((name) => ({
      name,
      description: tagText(name),
    })),
    paths: paths(operations),
    components: {
      schemas: { ...entities, ...refusalSchemas },
      responses: Object.fromEntries(statuses.map((status) => [refusalName(status), refusalResponse(status)])),
      headers,
      parameters,
      securitySchemes,
    },
  }
}

function tagText(family: string): string {
  return family[0]?.toUpperCase() + family.slice(1).replaceAll('-', ' ')
}

function paths(operations: readonly ContractOperation[]): object {
  const found: { [path: string]: { [verb: string]: object } } = {}
  for (const operation of operations)
    for (const path of [operation.path, ...operation.aliases]) {
      const templated = path.replace(/[:*]([a-z_]+)/g, '{$1}')
      found[templated] = {
        ...found[templated],
        [operation.method.toLowerCase()]: operationObject(operation, path),
      }
    }
  return found
}

function operationObject(operation: ContractOperation, path: string): object {
  const { family, summary, auth, tier, deprecated, beyond, differences: numbers, source } = operation
  return {
    operationId: operationId(operation.method, path),
    tags: [family],
    summary,
    ...described(operation),
    ...(deprecated ? { deprecated } : {}),
    security: auth === 'none' ? [] : auth === 'public' ? [{}, ...signedIn] : signedIn,
    ...given(operation, path),
    responses: { ...success(operation), ...refused(operation) },
    'x-forgery-tier': tier,
    ...(beyond ? { 'x-forgery-extension': true } : {}),
    ...(numbers.length === 0 ? {} : { 'x-forgery-differences': numbers }),
    ...(source === null ? {} : { 'x-forgery-source': source }),
    ...(path === operation.path ? {} : { 'x-forgery-alias-of': operation.path }),
  }
}

/** `GET /projects/:id/merge_requests` is `getProjectsIdMergeRequests`. */
function operationId(method: string, path: string): string {
  // A lone dash tells an alias from the path that it stands for.
  const words = path
    .replaceAll('/-/', '/dash/')
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
}

function described({ rights, auth, params, rules, differences: numbers }: ContractOperation): object {
  const sentences = [
    ...(auth === 'admin' ? ['For administrators only.'] : []),
    ...rights.map(rightText),
    ...rules.map((rule) => ruleText(rule, params.length)),
    ...numbers.map(
      (number) =>
        `${number}: the specification says: ${differences[number].specification}. The real service: ${differences[number].real}.`,
    ),
  ]
  return sentences.length === 0 ? {} : { description: sentences.join('\n\n') }
}

const ruleWords: { readonly [rule in ContractRule['rule']]: string } = {
  exclusive: 'At most one of',
  atLeastOneOf: 'At least one of',
  exactlyOneOf: 'Exactly one of',
  allOrNoneOf: 'All or none of',
  noneOf: 'Never',
  requiredWith: 'What the first of these needs beside it:',
}

// Names that are nearly all that there are need no list.
function ruleText({ rule, names }: ContractRule, all: number): string {
  const listed =
    names.length > MANY && names.length * 2 > all
      ? 'the parameters'
      : names.map((name) => `\`${name}\``).join(', ')
  return `${ruleWords[rule]} ${listed}.`
}

const MANY = 40

const others: { readonly [who in ContractRight['others']]: string } = {
  nobody: '',
  'signed-in': ', or anybody signed in where the project is open to them',
  anyone: ', or anybody where the project is open to them',
}

function rightText({ ability, on, member, others: open, participants, hides }: ContractRight): string {
  const role = `${member[0]?.toUpperCase()}${member.slice(1)}`
  const also = participants.length === 0 ? '' : `, or being its ${participants.join(' or ')}`
  const lacking = hides ? ' Without it the record is answered as missing.' : ''
  return `Needs \`${ability}\` on the ${on.replace('_', ' ')}: at least ${role}${others[open]}${also}.${lacking}`
}

function given(operation: ContractOperation, path: string): object {
  const { method, params, rules, auth, unmodifiedSince, takes, subjects } = operation
  const reads = method === 'GET' || method === 'DELETE' || takes === 'content'
  const sent = params.filter((param) => param.in === 'given')
  const tokens = [...path.matchAll(/[:*]([a-z_]+)/g)].map((found) => found[1])
  return {
    parameters: [
      ...params
        .filter((param) => param.in === 'path' && tokens.includes(param.name))
        .map((param) => pathParameter(param, subjects)),
      ...(reads ? sent.flatMap((param) => wireFields(param)).map(queryParameter) : []),
      ...(unmodifiedSince ? [parameterRef('IfUnmodifiedSince')] : []),
      ...(auth === 'none' ? [] : [parameterRef('Sudo')]),
    ],
    ...(takes === 'content' ? { requestBody: { content: { 'application/octet-stream': {} } } } : {}),
    ...(reads || sent.length === 0 ? {} : { requestBody: requestBody(sent, rules) }),
  }
}

/** Projects and groups are named by number or by full path: generated clients take both. */
const byPath: readonly string[] = ['project', 'group']

function pathParameter(param: ContractParam, subjects: ContractOperation['subjects']): object {
  const subject = subjects.find((it) => it.param === param.name)
  if (subject !== undefined && byPath.includes(subject.name) && param.kind === 'string')
    return {
      name: param.name,
      in: 'path',
      required: true,
      description: `ID or URL-encoded path of the ${subject.name}`,
      schema: { type: ['integer', 'string'] },
    }
  const [field] = wireFields(param)
  return { name: param.name, in: 'path', required: true, schema: field?.schema ?? {}, ...about(field) }
}

function queryParameter(field: WireField): object {
  const { name, schema, required, layout } = field
  const style = layout === 'brackets' ? 'deepObject' : 'form'
  return {
    name,
    in: 'query',
    ...(required ? { required } : {}),
    ...(layout === undefined ? {} : { style, explode: layout !== 'commas' }),
    ...about(field),
    schema,
  }
}

function about(field: WireField | undefined): object {
  const text = field?.schema.description
  return {
    ...(typeof text === 'string' ? { description: text } : {}),
    ...(field?.schema.deprecated === true ? { deprecated: true } : {}),
  }
}

function requestBody(params: readonly ContractParam[], rules: ContractOperation['rules']): object {
  const uploads = params.some(({ kind, required }) => kind === 'file' && required)
  const plain = params.filter(({ kind }) => kind !== 'file')
  const form = { schema: formObject(params, rules) }
  return {
    ...(params.some(({ required }) => required) ? { required: true } : {}),
    content: {
      // A file travels as a part of a multipart body and in no other way.
      ...(uploads ? {} : { 'application/json': { schema: jsonObject(plain, rules) } }),
      ...(uploads ? {} : { 'application/x-www-form-urlencoded': { schema: formObject(plain, rules) } }),
      'multipart/form-data': form,
    },
  }
}

const offsetHeaders = ['Link', 'X-Page', 'X-Per-Page', 'X-Next-Page', 'X-Prev-Page'] as const
const totalHeaders = ['X-Total', 'X-Total-Pages'] as const

function success(operation: ContractOperation): object {
  const { success: status, pending, method, answer, paging, totals } = operation
  const paged =
    paging === 'none' ? {} : { headers: headerRefs([...offsetHeaders, ...(totals ? totalHeaders : [])]) }
  const content = answer === 'nothing' ? {} : { content: contentOf(operation) }
  return {
    [status]: { description: successText(operation), ...paged, ...content },
    ...(pending === null ? {} : { [pending]: { description: 'Not finished yet', ...content } }),
    ...otherSuccesses(operation),
    ...(method === 'GET'
      ? { 304: { description: 'Not changed since the `ETag` that was sent in `If-None-Match`' } }
      : {}),
  }
}

// A form of its own may come with a status of its own.
function otherSuccesses({ variants }: ContractOperation): object {
  const others = variants.flatMap(({ entity, status }) => (status === undefined ? [] : [{ entity, status }]))
  return Object.fromEntries(
    others.map(({ entity, status }) => {
      const schema = { $ref: `#/components/schemas/${entity}` }
      return [status, { description: entity, content: { 'application/json': { schema } } }]
    }),
  )
}

function successText({ answer, success: status, entity }: ContractOperation): string {
  if (answer === 'many') return `Rows in the shape ${entity}`
  if (answer === 'one') return status === 201 ? `Created: ${entity}` : `${entity}`
  return status === 202 ? 'Accepted; done later' : 'Done'
}

function contentOf(operation: ContractOperation): object {
  const { answer, media, schema } = operation
  if (answer === 'bytes') return { [media ?? 'application/octet-stream']: {} }
  if (answer === 'value') return { 'application/json': { schema: schema ?? {} } }
  const shape = shapeOf(operation)
  return { 'application/json': { schema: answer === 'many' ? { type: 'array', items: shape } : shape } }
}

function shapeOf({ entity, variants }: ContractOperation): object {
  const names = [
    ...new Set([...(entity === null ? [] : [entity]), ...variants.map((variant) => variant.entity)]),
  ]
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  return refs.length === 1 && refs[0] !== undefined ? refs[0] : { anyOf: refs }
}

function refused({ refusals }: ContractOperation): object {
  return Object.fromEntries(
    refusals.map((status) => [status, { $ref: `#/components/responses/${refusalName(status)}` }]),
  )
}
