import { type Dialect, resolved } from '../lib/dialect.ts'
import type { Declared, RawHash } from './coerce.ts'
import type { AnyAnswers, Definition, Operation } from './operation.ts'
import { keysetParams, pageParams } from './paginate.ts'

/** An operation with every difference decided for one dialect. */
export interface Bound {
  readonly definition: Definition
  readonly declared: Declared
  readonly defaults: RawHash
  readonly operation: Operation
}

export function bind(operation: Operation, dialect: Dialect): Bound {
  const { answers } = operation.definition
  const definition = { ...resolved({ ...operation.definition, answers: {} }, dialect), answers: withStatus(answers, dialect) } as Definition
  const paged = 'many' in answers && answers.paging !== 'none'
  const keyset = 'many' in answers && (answers.paging === 'both' || answers.paging === 'keyset')
  const all = { ...definition.params, ...(paged ? pageParams : {}), ...(keyset ? keysetParams : {}) }
  const params = Object.fromEntries(Object.entries(all).filter(([, param]) => param !== undefined)) as Declared['params']
  const defaults = Object.entries(params).filter(([, param]) => param.default !== undefined)
  return {
    operation,
    definition,
    declared: { params, rules: definition.rules ?? [] },
    defaults: Object.fromEntries(defaults.map(([name, param]) => [name, param.default])),
  }
}

function withStatus(answers: AnyAnswers, dialect: Dialect): AnyAnswers {
  return { ...answers, ...(answers.status === undefined ? {} : { status: resolved(answers.status, dialect) }) } as AnyAnswers
}
