import type { ContractOperation } from '../../sim/contract.ts'
import type { Params, Value } from '../kit/query.ts'
import { remembered } from '../kit/remembered.ts'
import type { Stage } from '../run/stage.ts'

/** Under this name the furniture notes that an answer changes by itself. */
export function movingPlace(operation: string): string {
  return `moving ${operation}`
}

/** Under this name the furniture notes that the target has switched an operation off. */
export function switchedOffPlace(operation: string): string {
  return `switched off ${operation}`
}

/** Whether furniture under this name is a note about the target, which is true wherever on it one looks. */
export function isNote(name: string): boolean {
  return name.startsWith(movingPlace('')) || name.startsWith(switchedOffPlace(''))
}

/** Values for the path of an operation that name what the furnished stage has; undefined where it lacks one. */
export function places(stage: Stage, operation: ContractOperation): Params | undefined {
  const values = pathNames(operation).map((name) => [name, placed(stage, operation, name)] as const)
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values)
}

const pathNames = remembered(({ params }: ContractOperation) =>
  params.filter((param) => param.in === 'path').map(({ name }) => name),
)

function placed(stage: Stage, operation: ContractOperation, param: string): Value | undefined {
  const subject = operation.subjects.find((candidate) => candidate.param === param)
  switch (subject?.name) {
    case 'project':
      return stage.project.id
    case 'group':
      return stage.inGroup ? stage.group.id : undefined
    case 'user':
      return stage.user('owner').id
    default: {
      const places = placesOf(operation, param)
      // What was found in the project is not in its group.
      const found = stage.asFound && operation.path.startsWith('/groups/') ? places.slice(0, -1) : places
      return found.map((place) => stage.furniture[place]).find((value) => value !== undefined)
    }
  }
}

/** Parameters of a path whose values the furniture holds. */
export function namedInPath(operation: ContractOperation): readonly string[] {
  const { subjects } = operation
  return pathNames(operation).filter((name) => {
    const subject = subjects.find(({ param }) => param === name)?.name ?? ''
    return !['project', 'group', 'user'].includes(subject)
  })
}

/** Where the furniture may hold what a parameter of a path names, the most particular place first. */
export function placesOf(operation: ContractOperation, param: string): readonly string[] {
  return placesByParam(operation)(param)
}

const placesByParam = remembered(({ path }: ContractOperation) => {
  const known = new Map<string, readonly string[]>()
  return (param: string) => {
    const places = known.get(param) ?? placesBefore(path, param)
    known.set(param, places)
    return places
  }
})

function placesBefore(path: string, param: string): readonly string[] {
  const place = placeOf(path, param)
  // The same place may go by more than one field: epics by `epic_iid` and by `epic_id`.
  return [`${place}/${param}`, placeOf(path, param, 3), place, param]
}

/** The furniture that other parameters of an operation name. */
export function givenPlaces({ params }: ContractOperation): readonly string[] {
  return params.flatMap(({ name, in: where }) => (where === 'given' ? (furnished[name] ?? []) : []))
}

const furnished: { readonly [param: string]: string | undefined } = {
  source_branch: 'spare',
  from: 'topic',
  label_id: 'label_id',
  milestone_id: 'milestone_id',
  runner_id: 'runner_id',
  fingerprint: 'fingerprint',
  target_issue_iid: 'issue_iid',
  ids: 'suggestions',
}

/** The last words of the path before a parameter: the `name` of a label is at `projects.labels`. */
export function placeOf(path: string, param: string, count = 2): string {
  const words = (path.split(new RegExp(`/[:*]${param}(?=/|$)`))[0] ?? '')
    .split('/')
    .filter((word) => word !== '' && !/^[:*]/.test(word))
  return words.slice(-count).join('.')
}

/** Values that only make sense when they name something that is there; a drawn value gives way to them. */
export function withExistingRecords(stage: Stage, params: Params): Params {
  const entries = Object.entries(params).map(([name, value]) => [name, real[name]?.(stage) ?? value] as const)
  return Object.fromEntries(entries)
}

const owner = (stage: Stage) => stage.user('owner').id
const branch = (stage: Stage) => stage.project.branch

const real: { readonly [name: string]: ((stage: Stage) => Value | undefined) | undefined } = {
  source_branch: () => 'spare',
  target_branch: branch,
  target_project_id: (stage) => stage.project.id,
  ref: branch,
  ref_name: branch,
  from: (stage) => stage.furniture.topic ?? branch(stage),
  to: branch,
  start_branch: branch,
  label_id: (stage) => stage.furniture.label_id,
  milestone_id: (stage) => stage.furniture.milestone_id,
  user_id: (stage) => (stage.has('stranger') ? stage.user('stranger').id : owner(stage)),
  assignee_id: owner,
  assignee_ids: (stage) => [owner(stage)],
  reviewer_ids: (stage) => [owner(stage)],
  target_issue_iid: () => '2',
  target_group_id: (stage) => stage.group.id,
  target_epic_iid: () => 2,
  namespace_id: (stage) => stage.group.id,
  runner_id: (stage) => stage.furniture.runner_id,
  fingerprint: (stage) => stage.furniture.fingerprint,
  ids: ({ furniture }) => (furniture.suggestions === undefined ? undefined : [furniture.suggestions]),
}
