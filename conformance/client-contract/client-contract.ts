import { isRow, type Json, parseJson } from '../kit/json.ts'

/** What a client uses, as `forgery exec --report contract` and `observe` of the library write it. */
export interface ClientContract {
  readonly operations: readonly UsedOperation[]
  /** Requests that no operation answered. */
  readonly unknown: readonly string[]
  /** What its requests do beside calling operations; undefined where nobody looked. */
  readonly manners?: readonly string[]
  /** What it called and the release that it was seen with does not have. */
  readonly otherReleases: readonly OfOtherRelease[]
}

export interface OfOtherRelease {
  readonly operation: string
  readonly since?: string
  readonly until?: string
}

export interface UsedOperation {
  readonly operation: string
  readonly statuses: readonly number[]
  readonly parameters: readonly string[]
  /** Attributes that it reads: `author.username`; missing where nobody saw what it reads. */
  readonly attributes?: readonly string[]
}

/** Reads a contract. Throws a RangeError that says what is wrong with it. */
export function readClientContract(name: string, text: string): ClientContract {
  const json = parseJson(text)
  if (!isRow(json) || json.version !== 1 || !Array.isArray(json.operations))
    throw new RangeError(`${name} is no contract of a client: forgery exec --report contract writes one`)
  return {
    operations: json.operations.map((given, i) => usedOperation(given, `${name}: operations[${i}]`)),
    unknown: textsIn(json.unknown ?? [], `${name}: unknown`),
    ...(json.manners === undefined ? {} : { manners: textsIn(json.manners, `${name}: manners`) }),
    otherReleases: listIn(json.otherReleases ?? [], `${name}: otherReleases`).map((given, i) =>
      ofOtherRelease(given, `${name}: otherReleases[${i}]`),
    ),
  }
}

function ofOtherRelease(given: Json, at: string): OfOtherRelease {
  const { operation, since, until } = isRow(given) ? given : {}
  if (typeof operation !== 'string')
    throw new RangeError(`${at}.operation is missing: use for example "GET /runners/:id/managers"`)
  return {
    operation,
    ...(typeof since === 'string' && { since }),
    ...(typeof until === 'string' && { until }),
  }
}

function listIn(given: Json, at: string): readonly Json[] {
  if (Array.isArray(given)) return given
  throw new RangeError(`${at} must be a list`)
}

function usedOperation(given: Json, at: string): UsedOperation {
  if (!isRow(given) || typeof given.operation !== 'string')
    throw new RangeError(`${at}.operation is missing: use for example "GET /projects/:id"`)
  const { operation, statuses = [], parameters = [], attributes } = given
  if (!Array.isArray(statuses) || !statuses.every((status) => Number.isInteger(status)))
    throw new RangeError(`${at}.statuses must be a list of numbers`)
  return {
    operation,
    statuses: statuses as readonly number[],
    parameters: textsIn(parameters, `${at}.parameters`),
    ...(attributes === undefined ? {} : { attributes: textsIn(attributes, `${at}.attributes`) }),
  }
}

function textsIn(given: Json, at: string): readonly string[] {
  if (Array.isArray(given) && given.every((one) => typeof one === 'string')) return given as readonly string[]
  throw new RangeError(`${at} must be a list of texts`)
}
