import { ciVariableEntity } from '../../entities/ci-variable.ts'
import type { Group } from '../../model/groups/group.ts'
import { type CiVariable, variableTypes } from '../../model/pipelines/ci-variable.ts'
import {
  addVariable,
  changeVariable,
  type VariablePlace,
  type VariableValues,
  variablesOf,
} from '../../model/pipelines/ci-variables.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { AbilityName } from '../../policy/abilities.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, hash, oneOf, type ParamsOf, required, string } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

interface Place {
  readonly path: string
  readonly noun: string
  /** Who may read and change the variables; checked before the parameters. */
  readonly gate:
    | { readonly auth: 'admin' }
    | {
        readonly authorize: 'first'
        readonly subject: 'project' | 'group'
        readonly needs: AbilityName
      }
  readonly missing: string
  /** Its deletion looks at `If-Unmodified-Since`. */
  readonly conditional?: true
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => VariablePlace
}

const ofProject: Place = {
  path: '/projects/:id/variables',
  noun: 'a project',
  gate: { authorize: 'first', subject: 'project', needs: 'admin_build' },
  missing: 'Variable',
  of: ({ project }) => ({ owner: 'project', ownerId: (project as Project).id }),
}
const ofGroup: Place = {
  path: '/groups/:id/variables',
  noun: 'a group',
  gate: { authorize: 'first', subject: 'group', needs: 'admin_group' },
  missing: 'GroupVariable',
  conditional: true,
  of: ({ group }) => ({ owner: 'group', ownerId: (group as Group).id }),
}
const ofInstance: Place = {
  path: '/admin/ci/variables',
  noun: 'the instance',
  gate: { auth: 'admin' },
  missing: 'InstanceVariable',
  of: () => ({ owner: 'instance', ownerId: 0 }),
}

const key = { key: required(string({ about: 'Key of the variable' })) }
const values = {
  protected: boolean({ about: 'Whether only pipelines of protected branches and tags get it' }),
  masked: boolean({ about: 'Whether its value is masked in job logs' }),
  raw: boolean({ about: 'Whether references to other variables in its value stay as they are' }),
  variable_type: oneOf(variableTypes),
  description: string(),
}
const scoped = {
  ...values,
  environment_scope: string({ about: 'Environments that it applies to; `*` matches any text' }),
}
const filter = { filter: hash({ environment_scope: string() }) }

export const listProjectVariables = list(ofProject)
export const listGroupVariables = list(ofGroup)
export const listInstanceVariables = list(ofInstance)
export const getProjectVariable = get(ofProject)
export const getGroupVariable = get(ofGroup)
export const getInstanceVariable = get(ofInstance)
export const createProjectVariable = create(ofProject)
export const createGroupVariable = create(ofGroup)
export const createInstanceVariable = create(ofInstance)
export const updateProjectVariable = update(ofProject)
export const updateGroupVariable = update(ofGroup)
export const updateInstanceVariable = update(ofInstance)
export const deleteProjectVariable = remove(ofProject)
export const deleteGroupVariable = remove(ofGroup)
export const deleteInstanceVariable = remove(ofInstance)

function list({ path, noun, gate, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'GET',
      path,
      summary: `List the CI/CD variables of ${noun}`,
      answers: { many: ciVariableEntity, unordered: true },
      beyond: true,
    },
    ({ world, ...found }) => listingOf(variablesOf(world, of(found)).toSorted((a, b) => a.id - b.id)),
  )
}

function get({ path, noun, gate, missing, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'GET',
      path: `${path}/:key`,
      summary: `Get a CI/CD variable of ${noun}`,
      params: { ...key, ...filter },
      dotted: ['key'],
      answers: { one: ciVariableEntity },
      refuses: [404, 409],
      beyond: true,
    },
    ({ world, params, ...found }) => named(world, of(found), params, missing),
  )
}

function create({ path, noun, gate, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'POST',
      path,
      summary: `Create a CI/CD variable of ${noun}`,
      params: {
        ...key,
        value: required(string()),
        ...scoped,
        masked_and_hidden: boolean({
          about: 'Whether its value is masked and never returned again; ignored for the instance',
        }),
      },
      answers: { status: 201, one: ciVariableEntity },
      refuses: [400],
      beyond: true,
    },
    ({ world, params, now, ...found }) => {
      const place = of(found)
      const hidden = params.masked_and_hidden === true && place.owner !== 'instance'
      const whole = {
        ...defaults,
        ...valuesFrom(params),
        ...(hidden && { masked: true, hidden }),
        key: params.key ?? '',
        value: params.value ?? '',
      }
      return refuseInvalidRow(() => addVariable(world, place, whole, now))
    },
  )
}

function update({ path, noun, gate, missing, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'PUT',
      path: `${path}/:key`,
      summary: `Update a CI/CD variable of ${noun}`,
      params: { ...key, value: string(), ...scoped, ...filter },
      dotted: ['key'],
      answers: { one: ciVariableEntity },
      refuses: [400, 404, 409],
      beyond: true,
    },
    ({ world, params, now, ...found }) => {
      const variable = named(world, of(found), params, missing)
      const { value } = params
      const changes = { ...valuesFrom(params), ...(value != null && { value }) }
      return refuseInvalidRow(() => changeVariable(world, variable, changes, now))
    },
  )
}

function remove({ path, noun, gate, missing, conditional, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'DELETE',
      ...(conditional && { unmodifiedSince: 'record' }),
      path: `${path}/:key`,
      summary: `Delete a CI/CD variable of ${noun}`,
      params: { ...key, ...filter },
      dotted: ['key'],
      answers: { status: 204 },
      refuses: [404, 409],
      beyond: true,
    },
    ({ world, params, unmodified, ...found }) => {
      world.ciVariables.delete(unmodified(named(world, of(found), params, missing)).id)
    },
  )
}

const defaults = {
  type: 'env_var',
  protected: false,
  masked: false,
  raw: false,
  environmentScope: '*',
  description: null,
} as const

function valuesFrom(params: ParamsOf<typeof scoped>): Partial<VariableValues> {
  const { protected: isProtected, masked, raw, variable_type: type, description } = params
  const { environment_scope: environmentScope } = params
  return {
    ...(isProtected != null && { protected: isProtected }),
    ...(masked != null && { masked }),
    ...(raw != null && { raw }),
    ...(type && { type }),
    ...(description !== undefined && { description }),
    ...(environmentScope && { environmentScope }),
  }
}

interface Named {
  readonly key: string | null
  readonly filter?: { readonly environment_scope?: string | null | undefined } | null | undefined
}

function named(world: World, { owner, ownerId }: VariablePlace, params: Named, missing: string): CiVariable {
  const scope = params.filter?.environment_scope
  const found = world.ciVariables
    .by('byOwner', owner, ownerId, params.key ?? '', ...(scope ? [scope] : []))
    .list()
  const [first, second] = found
  if (first === undefined) throw notFound(missing)
  if (second !== undefined)
    throw message(
      409,
      "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
    )
  return first
}
