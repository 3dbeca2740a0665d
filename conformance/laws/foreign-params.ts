import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import type { Value } from '../kit/query.ts'
import type { Neighbour, Stage } from '../run/stage.ts'
import { expectAlike, namesNothing } from './hiding.ts'
import { placeable, reads, sampleParams, travelling } from './sample.ts'

/** Parameters that name another record, and what they would name of a place that the caller does not see. */
const naming: { readonly [param: string]: ((neighbour: Neighbour) => Value | undefined) | undefined } = {
  milestone_id: ({ furniture }) => furniture.milestone_id,
  label_id: ({ furniture }) => furniture.label_id,
  epic_id: ({ furniture }) => furniture.epic_id,
  from_project_id: ({ project }) => project.id,
  source_project_id: ({ project }) => project.id,
  target_project_id: ({ project }) => project.id,
  project_id: ({ project }) => project.id,
  to_project_id: ({ project }) => project.id,
  namespace_id: ({ group }) => group?.id,
  namespace: ({ group }) => group?.path,
  target_namespace: ({ group }) => group?.path,
  parent_id: ({ group }) => group?.id,
  group_id: ({ group }) => group?.id,
  group_ids: ({ group }) => group && [group.id],
  groups: ({ group }) => group && [group.id],
  ids: ({ furniture }) => (furniture.suggestions === undefined ? undefined : [furniture.suggestions]),
}

/** Where the service looks for the record first, and asks for the right to it then; or tells what is taken. */
const told: { readonly [operation: string]: string | undefined } = {
  'POST /projects/:id/merge_requests': 'target_project_id',
  'PUT /suggestions/batch_apply': 'ids',
  'POST /import/extgit': 'target_namespace',
  'POST /projects/:id/issues/:issue_iid/move': 'to_project_id',
  'POST /projects/:id/issues/:issue_iid/clone': 'to_project_id',
  'GET /namespaces/:namespace/exists': 'parent_id',
}

function namedIn({ id, params }: ContractOperation): readonly string[] {
  const given = params.filter((param) => param.in === 'given').map(({ name }) => name)
  return given.filter((name) => naming[name] !== undefined && told[id] !== name)
}

export const foreignParams = law<string>({
  name: 'foreign-params',
  says: 'a parameter that names something which the caller does not see is answered exactly as one that names nothing',
  source: 'conventions#not-found, conventions#visibility',
  level: 'must',
  needs: { furnished: true, project: 'public', neighbour: true, rewinds: true },
  appliesTo: (operation) => placeable(operation) && namedIn(operation).length > 0,
  each: namedIn,
  holds: async (stage, operation, name) => {
    const { neighbour } = stage
    const value = neighbour && naming[name]?.(neighbour)
    if (neighbour === undefined || value === undefined)
      return stage.unknown('nothing is known there that is hidden')
    const reply = await callWith(stage, operation, name, value)
    namesNothing(reply, neighbour.marker)
    // A write that succeeded took the name for nothing, and may have changed what the next one does.
    if (reply.status < 400 && !reads(operation)) return
    const nothing = nothingLike(value)
    expectAlike(reply, value, await callWith(stage, operation, name, nothing), nothing)
  },
})

function callWith(stage: Stage, operation: ContractOperation, name: string, value: Value) {
  const params = { ...sampleParams(stage, operation, { moving: true }), [name]: value }
  return stage.call(operation.id, params, { ...travelling(operation), as: 'maintainer' })
}

function nothingLike(value: Value): Value {
  if (Array.isArray(value)) return [987_654_321]
  return typeof value === 'number' ? 987_654_321 : 'no-such-thing-anywhere'
}
