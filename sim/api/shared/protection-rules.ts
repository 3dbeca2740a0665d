import type { Entity } from '../../entities/entity.ts'
import {
  type ProtectedKind,
  type ProtectionRule,
  protectingRoles,
} from '../../model/container-registry/protection-rule.ts'
import {
  addProtectionRule,
  changeProtectionRule,
  type ProtectionValues,
  protectionRulesOf,
} from '../../model/container-registry/protection-rules.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { AbilityName } from '../../policy/abilities.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, type Param, required, string } from '../../protocol/params.ts'
import { message, recordNotFound } from '../../protocol/refusal.ts'
import { errorSentences } from '../../protocol/refuse-invalid-row.ts'

// Packages, container repositories and container tags are protected alike, by patterns of their names.

export interface ProtectionPlace {
  readonly kind: ProtectedKind
  readonly path: string
  readonly id: string
  readonly pattern: string
  readonly noun: string
  readonly entity: Entity<ProtectionRule>
  readonly needs: AbilityName & ('admin_package_protection' | 'admin_registry')
}

const packageTypes = [
  'conan',
  'generic',
  'helm',
  'maven',
  'npm',
  'nuget',
  'pypi',
  'terraform_module',
] as const
const roles = [...protectingRoles, ''] as const

/** `null` and an empty string mean no minimum role. */
const levels = {
  minimum_access_level_for_push: oneOf(roles, { about: 'Lowest role that may push' }),
  minimum_access_level_for_delete: oneOf(roles, { about: 'Lowest role that may delete' }),
}

export function listProtectionRules({ path, noun, entity, needs, kind }: ProtectionPlace) {
  return operation(
    {
      method: 'GET',
      path,
      summary: `List the protection rules for ${noun}`,
      subject: 'project',
      needs,
      answers: { many: entity, unordered: true, paging: 'none' },
      beyond: true,
    },
    ({ world, project }) => listingOf(protectionRulesOf(world, project, kind)),
  )
}

interface Given {
  readonly [name: string]: unknown
}

function patternOf({ kind, pattern }: ProtectionPlace, wrap: <V>(param: Param<V>) => Param<V>) {
  return {
    [pattern]: wrap(string({ about: 'Name pattern; `*` matches any text' })),
    ...(kind === 'package' && { package_type: wrap(oneOf(packageTypes)) }),
  }
}

export function createProtectionRule(place: ProtectionPlace) {
  const { path, noun, entity, needs, kind } = place
  return operation(
    {
      method: 'POST',
      path,
      summary: `Create a protection rule for ${noun}`,
      subject: 'project',
      needs,
      params: { ...patternOf(place, required as never), ...levels },
      answers: { status: 201, one: entity },
      refuses: [422],
      beyond: true,
    },
    ({ world, project, params, now }) => {
      const values = {
        pattern: '',
        packageType: null,
        push: null,
        delete: null,
        ...valuesFrom(place, params),
      }
      return refuseInvalid(() => addProtectionRule(world, project, kind, values, now))
    },
  )
}

export function updateProtectionRule(place: ProtectionPlace) {
  const { path, id, noun, entity, needs } = place
  return operation(
    {
      method: 'PATCH',
      path: `${path}/:${id}`,
      summary: `Update a protection rule for ${noun}`,
      subject: 'project',
      needs,
      params: { ...ruleId(id), ...patternOf(place, (param) => param), ...levels },
      answers: { one: entity },
      refuses: [404, 422],
      beyond: true,
    },
    ({ world, project, params, now }) => {
      const rule = ruleNamed(world, project, place, params)
      return refuseInvalid(() => changeProtectionRule(world, project, rule, valuesFrom(place, params), now))
    },
  )
}

export function deleteProtectionRule(place: ProtectionPlace) {
  const { path, id, noun, needs } = place
  return operation(
    {
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/:${id}`,
      summary: `Delete a protection rule for ${noun}`,
      subject: 'project',
      needs,
      params: ruleId(id),
      answers: { status: 204 },
      refuses: [404],
      beyond: true,
    },
    ({ world, project, params, unmodified }) => {
      world.protectionRules.delete(unmodified(ruleNamed(world, project, place, params)).id)
    },
  )
}

function ruleId(name: string) {
  return { [name]: required(integer({ about: 'ID of the rule' })) }
}

function ruleNamed(
  world: World,
  project: Project,
  { kind, id }: ProtectionPlace,
  params: Given,
): ProtectionRule {
  const rule = world.protectionRules.get(Number(params[id]))
  if (rule === undefined || rule.projectId !== project.id || rule.kind !== kind) throw recordNotFound()
  return rule
}

function valuesFrom({ pattern }: ProtectionPlace, params: Given): Partial<ProtectionValues> {
  const { package_type: packageType, [pattern]: name } = params
  const { minimum_access_level_for_push: push, minimum_access_level_for_delete: remove } = params
  return {
    ...(name != null && { pattern: String(name) }),
    ...(packageType != null && { packageType: String(packageType) }),
    ...(push !== undefined && { push: (push || null) as ProtectionValues['push'] }),
    ...(remove !== undefined && { delete: (remove || null) as ProtectionValues['delete'] }),
  }
}

function refuseInvalid<T>(rule: () => T): T {
  try {
    return rule()
  } catch (problem) {
    throw problem instanceof InvalidRow ? message(422, { error: errorSentences(problem) }) : problem
  }
}
