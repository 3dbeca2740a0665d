import type { ContractOperation } from '../../sim/contract.ts'
import type { Params, Value } from '../query.ts'
import type { Stage } from '../stage.ts'

/** Values for the path of an operation that name what the furnished stage has; undefined where it lacks one. */
export function places(stage: Stage, operation: ContractOperation): Params | undefined {
  const params = operation.params.filter((param) => param.in === 'path')
  const values = params.map(({ name }) => [name, placed(stage, operation, name)] as const)
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values)
}

function placed(stage: Stage, operation: ContractOperation, param: string): Value | undefined {
  const subject = operation.subjects.find((candidate) => candidate.param === param)
  switch (subject?.name) {
    case 'project':
      return stage.project.id
    case 'group':
      return stage.group.id
    case 'user':
      return stage.user('owner').id
    default:
      return stage.furniture[param]
  }
}

/** Values that only make sense when they name something that is there; a drawn value gives way to them. */
export function grounded(stage: Stage, params: Params): Params {
  const known = real(stage)
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, known[name] ?? value]))
}

function real(stage: Stage): Params {
  const { branch, id } = stage.project
  const { milestone_id } = stage.furniture
  return {
    source_branch: 'spare',
    target_branch: branch,
    target_project_id: id,
    ref: branch,
    ref_name: branch,
    from: 'topic-one',
    to: branch,
    milestone_id,
    user_id: stage.has('stranger') ? stage.user('stranger').id : stage.user('owner').id,
    assignee_id: stage.user('owner').id,
    assignee_ids: [stage.user('owner').id],
    reviewer_ids: [stage.user('owner').id],
    namespace_id: stage.group.id,
  }
}
