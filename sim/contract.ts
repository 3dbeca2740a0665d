import { families } from './api/index.ts'
import { type AnyEntity, fieldsInDialect, type Schema } from './entities/entity.ts'
import {
  type Authority,
  authorityOf,
  type Dialect,
  dialectOf,
  dialects,
  inDialect,
  isDiffers,
  isInForce,
  optionsFor,
  releaseOf,
} from './lib/dialect.ts'
import { type DifferenceId, differences } from './lib/differences.ts'
import { type Change, type ChangeId, changes } from './lib/releases/changes.ts'
import { compareReleases, type Release, releaseIn, releases } from './lib/releases/release.ts'
import type { Tier } from './model/installation/instance.ts'
import { accessLevels, type Role } from './model/members/access-level.ts'
import { type Ability, type AbilityName, abilities } from './policy/abilities.ts'
import { chainOf, type SubjectName, subjectNamed } from './policy/subjects.ts'
import { bind, isThere, type ResolvedDefinition } from './protocol/bind.ts'
import type { Declared } from './protocol/coerce.ts'
import {
  type Allowance,
  type AnyAnswers,
  type Auth,
  type Definition,
  type Method,
  methods,
  type Operation,
  type Paging,
} from './protocol/operation.ts'
import type { Param, ParamKind, Rule, Scalar } from './protocol/params.ts'
import { spellings } from './protocol/route.ts'

// Everything that the conformance suite, the scripts and the generated documents know of the operations: plain data
// that survives JSON. The suite takes its inputs from here and never its expectations.

export type { Authority, Change, ChangeId, Dialect, DifferenceId, Method, ParamKind, Release, Role, Tier }
export {
  accessLevels,
  authorityOf,
  changes,
  compareReleases,
  dialectOf,
  dialects,
  differences,
  isInForce,
  methods,
  optionsFor,
  releaseIn,
  releaseOf,
  releases,
}

export interface ContractParam {
  readonly name: string
  /** `path` parameters are tokens of the path; all others travel in the query or in the body. */
  readonly in: 'path' | 'given'
  readonly kind: ParamKind
  readonly required: boolean
  readonly default?: Scalar
  readonly values?: readonly Scalar[]
  readonly except?: readonly Scalar[]
  readonly notBlank?: true
  /** Source of a regular expression that a text has to fit. */
  readonly matches?: string
  readonly filePath?: true
  readonly fields?: readonly ContractParam[]
  readonly rules?: readonly ContractRule[]
  /** Parameters that the same request needs while this one is true. */
  readonly whenTrue?: {
    readonly params: readonly ContractParam[]
    readonly rules: readonly ContractRule[]
  }
  /** What a value that is taken as it comes is meant to be. */
  readonly like?: ParamKind
  readonly atMost?: number
  readonly atLeast?: number
  readonly tier?: 'premium' | 'ultimate'
  readonly only?: 'admin'
  readonly about?: string
  /** All of it is, not one of its values. */
  readonly deprecated?: true
  /** What other operations make of the value later. */
  readonly effect?: string
}
export interface ContractRule {
  readonly rule: Rule['rule']
  readonly names: readonly string[]
  /** Names that satisfy the rule without being listed by its refusal. */
  readonly unlisted?: readonly string[]
  /** What the refusal says of them, where the rule alone does not tell. */
  readonly says?: string
}

/** Who may: the least role of a member, and who else where the project is open to them. */
export interface ContractRight {
  readonly ability: string
  readonly on: string
  readonly member: Role
  readonly others: 'nobody' | 'signed-in' | 'anyone'
  readonly participants: readonly string[]
  /** Lacking it, the record is answered as missing (404) instead of refused (403). */
  readonly hides: boolean
}

export interface ContractOperation {
  /** `POST /projects/:id/milestones` */
  readonly id: string
  readonly family: string
  readonly method: Method
  readonly path: string
  /** Other spellings of the path, those with endings among them. */
  readonly aliases: readonly string[]
  readonly summary: string
  readonly params: readonly ContractParam[]
  readonly rules: readonly ContractRule[]
  /** What the path names, outermost first, and the path parameter of each. */
  readonly subjects: readonly {
    readonly name: string
    readonly param: string
    readonly noun: string | null
  }[]
  readonly rights: readonly ContractRight[]
  readonly auth: Auth
  readonly tier: Tier
  readonly success: number
  /** What it answers instead while work on the record is still going on. */
  readonly pending: number | null
  /** `one` entity, `many` in an array, a JSON `value`, raw `bytes`, or `nothing`. */
  readonly answer: 'one' | 'many' | 'value' | 'bytes' | 'nothing'
  readonly entity: string | null
  /** The schema of a `value`. */
  readonly schema: Schema | null
  /** The media type of `bytes`, as far as it is fixed. */
  readonly media: string | null
  readonly variants: readonly ContractVariant[]
  readonly paging: Paging
  readonly totals: boolean
  /** No documentation states an order of its rows. */
  readonly unordered: boolean
  /** Statuses of its refusals, ascending. */
  readonly refusals: readonly number[]
  readonly unmodifiedSince: boolean
  /** The body is content as it stands; parameters travel in the query. */
  readonly takes: 'content' | null
  readonly authorizeFirst: boolean
  /** A number, the name of the setting that holds it, or null where nobody counts. */
  readonly rateLimit: {
    readonly name: string
    readonly user: number | string | null
    readonly anonymous: number | string | null
  } | null
  readonly deprecated: boolean
  /** It asks somebody outside before it answers. */
  readonly callsOut: boolean
  readonly beyond: boolean
  /** The change that brought it, and the one that took it away. */
  readonly since: ChangeId | null
  readonly until: ChangeId | null
  readonly source: string | null
  /** Numbered differences of the dialects that touch it. */
  readonly differences: readonly DifferenceId[]
  /** Changes of newer releases that touch it, oldest first, whether or not this dialect has them. */
  readonly changes: readonly ChangeId[]
  /** Those of them that concern nothing but parameters, with the names of these. */
  readonly changesOfParams: { readonly [change in ChangeId]?: readonly string[] }
}
export interface ContractVariant {
  readonly entity: string
  readonly when: { readonly param: string; readonly equals: string | boolean } | 'anonymous' | 'row'
  /** Where it is not that of the usual form. */
  readonly status?: number
}

export interface Contract {
  readonly dialect: Dialect
  readonly release: Release
  readonly operations: readonly ContractOperation[]
  /** Operations of other releases, by id: this one answers 404 to them, or 405. */
  readonly absent: readonly string[]
  /** JSON schemas of the entities by name; references are `#/components/schemas/NAME`. */
  readonly entities: { readonly [name: string]: Schema }
}

/** Every operation as plain data, in one dialect. */
export function contract(dialect: Dialect = 'specification'): Contract {
  const contract = contracts.get(dialect) ?? derived(dialect)
  contracts.set(dialect, contract)
  return contract
}

// It follows from the declarations alone, and everything about the operations asks for it.
const contracts = new Map<Dialect, Contract>()

function derived(dialect: Dialect): Contract {
  const all = allOperations()
  const there = all.filter(({ operation }) => isThere(operation, dialect))
  const operations = there.map(({ family, operation }) => describe(family, operation, dialect))
  const absent = all.filter((one) => !there.includes(one)).map(({ operation }) => idOf(operation.definition))
  const shapes = new Map<string, AnyEntity>()
  for (const { operation } of there)
    for (const shape of shapesOf(inDialect(operation.definition.answers, dialect)))
      gather(shape, dialect, shapes)
  const entities = Object.fromEntries([...shapes].map(([name, shape]) => [name, schemaOf(shape, dialect)]))
  return { dialect, release: releaseOf(dialect), operations, absent, entities }
}

/**
 * Every operation that the specification or some release has, in the order of declaration, each as the oldest that has
 * it describes it.
 */
export function everyOperation(): readonly ContractOperation[] {
  const described = [
    contract('specification'),
    ...releases.map((release) => contract(dialectOf('real', release))),
  ]
  return allOperations().flatMap(({ operation: { definition } }) => {
    const id = idOf(definition)
    return described.flatMap(({ operations }) => operations.find((one) => one.id === id) ?? []).slice(0, 1)
  })
}

/** An operation of another release: from which one on it is there, or from which one on it is not. */
export interface OtherOperation extends Pick<ContractOperation, 'method' | 'path' | 'aliases'> {
  readonly since?: string
  readonly until?: string
}

/** The operations that a dialect lacks and another release has. */
export function operationsOfOtherReleases(dialect: Dialect): readonly OtherOperation[] {
  return allOperations()
    .filter(({ operation }) => !isThere(operation, dialect))
    .map(({ operation: { definition } }) => {
      const { method, path, aliases = [], since, until } = definition
      return {
        ...{ method, path, aliases },
        ...(since !== undefined && { since: changes[since].release }),
        ...(until !== undefined && { until: changes[until].release }),
      }
    })
}

function idOf({ method, path }: Pick<Definition, 'method' | 'path'>): string {
  return `${method} ${path}`
}

function allOperations(): { readonly family: string; readonly operation: Operation }[] {
  return Object.entries(families).flatMap(([family, operations]) =>
    Object.values(operations).map((operation) => ({ family, operation })),
  )
}

function describe(family: string, operation: Operation, dialect: Dialect): ContractOperation {
  const original = operation.definition
  const { definition, declared } = bind(operation, dialect)
  const chain = definition.subject === undefined ? [] : chainOf(definition.subject)
  return {
    id: idOf(definition),
    family,
    method: definition.method,
    path: definition.path,
    aliases: spellings(definition)
      .slice(1)
      .map(({ path }) => path),
    summary: definition.summary,
    params: paramsOf(definition.path, declared.params, chain),
    rules: (definition.rules ?? []) as readonly ContractRule[],
    subjects: chain.map((name) => ({
      name,
      param: subjectNamed(name).param,
      noun: subjectNamed(name).noun ?? null,
    })),
    rights: rightsOf(definition, dialect),
    auth: (definition.auth ?? 'user') as Auth,
    tier: definition.tier ?? 'free',
    ...answerOf(definition.answers),
    refusals: refusalsOf(definition, dialect),
    unmodifiedSince: definition.unmodifiedSince !== undefined,
    takes: definition.takes ?? null,
    authorizeFirst: definition.authorize === 'first',
    rateLimit: limitOf(definition),
    deprecated: definition.deprecated === true,
    callsOut: definition.callsOut === true,
    beyond: definition.beyond === true,
    since: definition.since ?? null,
    until: definition.until ?? null,
    source: definition.source ?? null,
    ...declaredIn(original),
    changesOfParams: changesOfParams(original),
  }
}

function limitOf({ rateLimit }: ResolvedDefinition): ContractOperation['rateLimit'] {
  if (rateLimit === undefined) return null
  const { name, user, anonymous } = rateLimit
  return { name, user: allowanceOf(user), anonymous: allowanceOf(anonymous) }
}

function allowanceOf(told: Allowance | undefined): string | number | null {
  return typeof told === 'object' ? told.later : (told ?? null)
}

function answerOf(answers: AnyAnswers) {
  const { status = 200 } = answers
  const none = {
    pending: null,
    entity: null,
    schema: null,
    media: null,
    variants: [],
    paging: 'none' as Paging,
    totals: false,
    unordered: false,
  }
  if ('many' in answers) {
    const { many, paging = 'offset', totals = true, variants = [] } = answers
    return {
      ...none,
      success: status,
      answer: 'many' as const,
      entity: many.name,
      paging,
      unordered: answers.unordered === true,
      totals: totals || variants.some((variant) => variant.totals === true),
      variants: variants.map(variantOf),
    }
  }
  if ('one' in answers) {
    const variants = (answers.variants ?? []).map(variantOf)
    const pending = answers.pending?.status ?? null
    return { ...none, success: status, pending, answer: 'one' as const, entity: answers.one.name, variants }
  }
  if ('value' in answers) return { ...none, success: status, answer: 'value' as const, schema: answers.value }
  if ('bytes' in answers) return { ...none, success: status, answer: 'bytes' as const, media: answers.bytes }
  return { ...none, success: status, answer: 'nothing' as const }
}

function variantOf(variant: {
  readonly entity: AnyEntity
  readonly when: Exclude<ContractVariant['when'], 'row'> | { readonly row: unknown }
  readonly status?: number
}): ContractVariant {
  const { entity, status } = variant
  const when = typeof variant.when === 'object' && 'row' in variant.when ? 'row' : variant.when
  return { entity: entity.name, when, ...(status === undefined ? {} : { status }) }
}

function paramsOf(
  template: string,
  declared: Declared['params'],
  chain: readonly SubjectName[],
): ContractParam[] {
  const tokens = [...template.matchAll(/[:*]([a-z_]+)/g)].map((found) => found[1] as string)
  const path = tokens.map((name) => {
    const param = declared[name]
    if (param !== undefined) return { ...plain(name, param, 'path'), required: true }
    const subject = chain.find((candidate) => subjectNamed(candidate).param === name)
    const named = subject !== undefined && subjectNamed(subject).noun !== undefined
    return { name, in: 'path' as const, kind: (named ? 'string' : 'integer') as ParamKind, required: true }
  })
  const given = Object.entries(declared).filter(
    ([name, param]) => param !== undefined && !tokens.includes(name),
  )
  return [...path, ...given.map(([name, param]) => plain(name, param as Param, 'given'))]
}

function plain(name: string, param: Param, where: 'path' | 'given'): ContractParam {
  const { fields, required, rules, whenTrue, value: _type, ...rest } = param
  const plainOnes = (set: Param['fields'] = {}) =>
    Object.entries(set as { readonly [name: string]: Param | undefined }).flatMap(([key, field]) =>
      field === undefined ? [] : [plain(key, field, 'given')],
    )
  return {
    name,
    in: where,
    required: required === true,
    ...rest,
    ...(fields === undefined ? {} : { fields: plainOnes(fields) }),
    ...(rules === undefined ? {} : { rules: rules as readonly ContractRule[] }),
    ...(whenTrue === undefined
      ? {}
      : { whenTrue: { params: plainOnes(whenTrue.params), rules: whenTrue.rules ?? [] } }),
  }
}

function rightsOf(definition: ResolvedDefinition, dialect: Dialect): ContractRight[] {
  const planners = isInForce('members#later-planner', dialect)
  const needs = definition.needs === undefined ? [] : [definition.needs].flat()
  const named = [
    ...(definition.sees === undefined ? [] : [[definition.sees, true] as const]),
    ...needs.map((name) => [name, false] as const),
  ]
  return (named as (readonly [AbilityName, boolean])[]).map(([name, hides]) => {
    const ability: Ability = abilities[name]
    return {
      ability: name,
      on: ability.on,
      member: ability.planners && planners ? 'planner' : ability.member,
      others: ability.others ?? 'nobody',
      participants: ability.participants ?? [],
      hides,
    }
  })
}

function refusalsOf(definition: ResolvedDefinition, dialect: Dialect): number[] {
  const found = new Set<number>(
    (definition.refuses ?? []).filter((status) => status !== undefined) as number[],
  )
  found.add(400)
  if (definition.auth !== 'none') for (const status of [401, 403]) found.add(status)
  if (definition.subject !== undefined) found.add(404)
  if (definition.unmodifiedSince) found.add(412)
  found.add(429)
  // In maintenance writes are forbidden, and what is no JSON is led elsewhere.
  if (definition.method !== 'GET' && !definition.inMaintenance) {
    const forbidden = isInForce('conventions#later-maintenance', dialect) ? 503 : 403
    found.add(definition.method === 'DELETE' || definition.takes !== undefined ? 301 : forbidden)
  }
  found.add(500)
  return [...found].sort((a, b) => a - b)
}

/** Differences and changes of whatever the definition mentions: parameters, entities, statuses. */
function declaredIn(
  original: unknown,
  passedOver: Iterable<unknown> = [],
): Pick<ContractOperation, 'differences' | 'changes'> {
  const found = { differences: new Set<DifferenceId>(), changes: new Set<ChangeId>() }
  gatherDeclared(original, found, new Set(passedOver))
  const { needs, sees } = original as Partial<Definition>
  // What new roles add to an ability changes the right of whatever needs it.
  for (const name of [...namesIn(needs), ...namesIn(sees)]) {
    const { custom = [], planners }: Ability = abilities[name]
    for (const { since } of custom) found.changes.add(since)
    if (planners) found.changes.add('members#later-planner')
  }
  for (const change of ['since', 'until'] as const) {
    const declared = (original as Partial<Definition>)[change]
    if (declared !== undefined) found.changes.add(declared)
  }
  const inOrder = (a: ChangeId, b: ChangeId) => compareReleases(changes[a].release, changes[b].release)
  return { differences: [...found.differences], changes: [...found.changes].sort(inOrder) }
}

function namesIn(named: unknown): AbilityName[] {
  if (isDiffers(named))
    return ('differs' in named ? [named.specification, named.real] : [named.before, named.after]).flatMap(
      namesIn,
    )
  return named === undefined ? [] : ([named].flat() as AbilityName[])
}

/** A client that sends none of these parameters does not notice the change. */
function changesOfParams(original: object): ContractOperation['changesOfParams'] {
  const { params = {}, rules: _about, ...rest } = original as { readonly [part: string]: unknown }
  const elsewhere = new Set(declaredIn(rest).changes)
  const names = new Map<ChangeId, string[]>()
  for (const [name, param] of Object.entries(params as object))
    for (const change of declaredIn(param).changes)
      if (!elsewhere.has(change)) names.set(change, [...(names.get(change) ?? []), name])
  return Object.fromEntries(names)
}

/**
 * The entity whose attribute a change is about, by operation and change; not those that something else of the operation
 * declares as well.
 */
export function entitiesChanged(): ReadonlyMap<string, ReadonlyMap<ChangeId, string>> {
  return new Map(
    allOperations().map(({ operation: { definition } }) => {
      const shapes = [...entitiesIn(definition.answers)]
      const elsewhere = new Set(declaredIn(definition, shapes).changes)
      const names = new Map<ChangeId, string>()
      for (const { name, fields } of shapes)
        for (const change of declaredIn(fields, shapes).changes)
          if (!elsewhere.has(change) && !names.has(change)) names.set(change, name)
      return [idOf(definition), names]
    }),
  )
}

/** The entities of an answer in every dialect, the outer ones first. */
function entitiesIn(answers: unknown): ReadonlySet<AnyEntity> {
  const found = new Set<AnyEntity>()
  const seen = new Set<unknown>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if ('fields' in value && 'name' in value) found.add(value as AnyEntity)
    for (const inner of Object.values(value)) look(inner)
  }
  look(answers)
  return found
}

function gatherDeclared(
  value: unknown,
  found: { readonly differences: Set<DifferenceId>; readonly changes: Set<ChangeId> },
  seen: Set<unknown>,
): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (isDiffers(value)) {
    if ('differs' in value) found.differences.add(value.differs)
    else found.changes.add(value.changes)
  }
  for (const inner of Object.values(value)) gatherDeclared(inner, found, seen)
}

function shapesOf(answers: AnyAnswers): AnyEntity[] {
  if ('many' in answers) return [answers.many, ...(answers.variants ?? []).map((variant) => variant.entity)]
  if ('one' in answers) return [answers.one, ...(answers.variants ?? []).map((variant) => variant.entity)]
  return []
}

function gather(shape: AnyEntity, dialect: Dialect, into: Map<string, AnyEntity>): void {
  const known = into.get(shape.name)
  if (known === shape) return
  if (known !== undefined) throw new Error(`two entities are named ${shape.name}`)
  into.set(shape.name, shape)
  for (const [, field] of fieldsInDialect(shape, dialect))
    for (const used of field.uses ?? []) gather(used, dialect, into)
}

function schemaOf(shape: AnyEntity, dialect: Dialect): Schema {
  const fields = fieldsInDialect(shape, dialect)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        field.deprecated ? { ...field.schema, deprecated: true } : field.schema,
      ]),
    ),
    required: fields.filter(([, field]) => field.when === undefined).map(([name]) => name),
    additionalProperties: false,
  }
}
