import { type CiVariable, variableTypes } from '../model/pipelines/ci-variable.ts'
import { entity, flag, nullable, oneOfTexts, text, when } from './entity.ts'

/** A CI/CD variable. Those of the installation are for every environment. */
export const ciVariableEntity = entity<CiVariable>('CiVariable', {
  variable_type: oneOfTexts(variableTypes, ({ type }) => type),
  key: text(({ key }) => key),
  value: nullable(text(({ value, hidden }) => (hidden ? null : value) as string)),
  protected: flag((it) => it.protected),
  masked: flag(({ masked }) => masked),
  hidden: when(
    ({ owner }) => owner !== 'instance',
    flag(({ hidden }) => hidden === true),
  ),
  raw: flag(({ raw }) => raw),
  environment_scope: when(
    ({ owner }) => owner !== 'instance',
    text(({ environmentScope }) => environmentScope),
  ),
  description: nullable(text(({ description }) => description as string)),
})
