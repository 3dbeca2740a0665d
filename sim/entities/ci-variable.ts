import { type CiVariable, variableTypes } from '../model/ci-variable.ts'
import { entity, flag, nullable, text, when, word } from './entity.ts'

/** A variable that people give to jobs. Those of the installation are for every environment. */
export const ciVariableEntity = entity<CiVariable>('CiVariable', {
  variable_type: word(variableTypes, ({ type }) => type),
  key: text(({ key }) => key),
  value: text(({ value }) => value),
  protected: flag((it) => it.protected),
  masked: flag(({ masked }) => masked),
  raw: flag(({ raw }) => raw),
  environment_scope: when(
    ({ owner }) => owner !== 'instance',
    text(({ environmentScope }) => environmentScope),
  ),
  description: nullable(text(({ description }) => description as string)),
})
