import { type Dialect, inDialect, isInForce, resolveDifferences } from '../lib/dialect.ts'
import type { Scope } from '../model/access-tokens/token.ts'
import type { Tier } from '../model/installation/instance.ts'
import type { Declared, RawHash } from './coerce.ts'
import { keysetWays } from './keyset.ts'
import type { AcceptedCredential, AnyAnswers, Definition, Operation, RateLimit } from './operation.ts'
import { pageParams } from './paginate.ts'
import type { Param, Rule } from './params.ts'

/** A definition with every difference decided. */
export type ResolvedDefinition = Omit<
  Definition,
  'answers' | 'rules' | 'accepts' | 'scopes' | 'rateLimit' | 'tier'
> & {
  readonly tier?: Tier
  readonly answers: AnyAnswers
  readonly accepts?: readonly AcceptedCredential[]
  readonly scopes?: readonly Scope[]
  readonly rateLimit?: RateLimit
  readonly rules: Declared['rules']
}

/** An operation with every difference decided for one dialect. */
export interface BoundOperation {
  readonly definition: ResolvedDefinition
  readonly declared: Declared
  readonly defaults: RawHash
  readonly operation: Operation
}

/** An operation that is bound when it is first asked for: most are never asked for in one run. */
export interface LazyOperation {
  readonly definition: Definition
  readonly bound: () => BoundOperation
}

export function bindLater(operation: Operation, dialect: Dialect): LazyOperation {
  let bound: BoundOperation | undefined
  return {
    definition: operation.definition,
    bound: () => {
      bound ??= bind(operation, dialect)
      return bound
    },
  }
}

/** False where the dialect has no such operation, not yet or no longer. */
export function isThere({ definition: { since, until } }: Operation, dialect: Dialect): boolean {
  return (
    (since === undefined || isInForce(since, dialect)) && (until === undefined || !isInForce(until, dialect))
  )
}

export function bind(operation: Operation, dialect: Dialect): BoundOperation {
  const answers: AnyAnswers = inDialect(operation.definition.answers, dialect)
  // Entities decide their differences themselves and must keep their identity, so answers are not copied.
  const definition = {
    ...(resolveDifferences<object>({ ...operation.definition, answers: undefined }, dialect) as Omit<
      ResolvedDefinition,
      'answers' | 'rules'
    >),
    answers,
    rules: (operation.definition.rules ?? []).flatMap(
      (rule) => inDialect<Rule | undefined>(rule, dialect) ?? [],
    ) as Declared['rules'],
  }
  const paged = 'many' in answers && answers.paging !== 'none'
  const keyset = 'many' in answers && (answers.paging === 'both' || answers.paging === 'keyset')
  const keysetOnes = keyset && answers.keyset !== undefined ? keysetWays[answers.keyset.by].params : {}
  const kit: { readonly [name: string]: Param | undefined } = { ...(paged ? pageParams : {}), ...keysetOnes }
  const declared = Object.entries((definition.params ?? {}) as { readonly [name: string]: Param | undefined })
  // A list may say for itself what a parameter of the kit may be, which stands where it always does.
  const all = {
    ...Object.fromEntries(declared.filter(([name]) => !Object.hasOwn(kit, name))),
    ...kit,
    ...Object.fromEntries(declared.filter(([name]) => Object.hasOwn(kit, name))),
  }
  const params = present(all) as Declared['params']
  const defaults = Object.entries(params).filter(([, param]) => param.default !== undefined)
  return {
    operation,
    definition,
    declared: { params, rules: definition.rules },
    defaults: Object.fromEntries(defaults.map(([name, param]) => [name, param.default])),
  }
}

/** The parameters that the dialect has, those inside of others likewise. */
function present(params: { readonly [name: string]: Param | undefined }): Declared['params'] {
  const entries = Object.entries(params).flatMap(([name, param]) => {
    if (param === undefined) return []
    const { fields } = param
    return [
      [name, fields === undefined ? param : { ...param, fields: present(fields as typeof params) }] as const,
    ]
  })
  return Object.fromEntries(entries)
}
