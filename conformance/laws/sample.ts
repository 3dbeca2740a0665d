import type { ContractOperation } from '../../sim/contract.ts'
import { leastParams, obeying } from '../draw/params.ts'
import { movingPlace, places, switchedOffPlace, withExistingRecords } from '../draw/places.ts'
import type { CallOptions, Reply } from '../kit/client.ts'
import { operationNamed } from '../kit/operations.ts'
import type { Params, Value } from '../kit/query.ts'
import { contractsOf } from '../oracle/reply-shape.ts'
import type { Stage } from '../run/stage.ts'

/** True for operations that only read. */
export function reads({ method }: ContractOperation): boolean {
  return method === 'GET'
}

/** True when all that a path needs is named by something that a furnished stage may have. */
export function placeable(operation: ContractOperation): boolean {
  return addressable(operation) && !takesFile(operation)
}

/** The same for what is told before anything that is sent is looked at, a file among it. */
export function addressable({ params }: ContractOperation): boolean {
  return params.every((param) => param.in === 'given' || param.required)
}

function takesFile({ params }: ContractOperation): boolean {
  return params.some((param) => param.kind === 'file' && param.required)
}

/** True for what ends the credential with which it is asked for. */
export function endsCredential({ method, path }: ContractOperation): boolean {
  return method === 'DELETE' ? path.endsWith('/self') : path.endsWith('/self/rotate')
}

const ofTopmost = /^\/groups\/:id\/protected_branches(?:\/|$)/

/** Skips what topmost groups alone have, where the group is below another one. */
export function skipBelowTop(stage: Stage, { path }: ContractOperation, { status }: Reply): void {
  if (ofTopmost.test(path) && status === 404 && stage.group.parentId !== null)
    stage.skip('topmost groups alone have such a list')
}

/** How a sample is taken. */
export interface Sampled {
  /** What it lists may change by itself, since nobody compares it. */
  readonly moving?: boolean
}

/** The path parameters of an operation on this stage; skips the check where the stage has nothing of the kind. */
export function placed(stage: Stage, operation: ContractOperation, { moving = false }: Sampled = {}): Params {
  if (!moving && stage.furniture[movingPlace(operation.id)] !== undefined)
    stage.skip('what it lists changes by itself, from one reading to the next')
  if (stage.furniture[switchedOffPlace(operation.id)] !== undefined)
    stage.skip('the target has it switched off')
  return places(stage, operation) ?? stage.skip(`the stage has nothing to put into ${operation.path}`)
}

/** The simplest call of an operation that makes sense on this stage. */
export function sampleParams(stage: Stage, operation: ContractOperation, how?: Sampled): Params {
  return Object.assign({}, leastAccepted(stage, operation), placed(stage, operation, how))
}

/** The least that an operation takes; where the dialect is not known, the least that it takes in either. */
export function leastAccepted(stage: Stage, operation: ContractOperation): Params {
  const alike = contractsOf(stage).flatMap((agreed) => operationNamed(agreed, operation.id) ?? [])
  const least = Object.assign({}, ...alike.map(leastParams), leastParams(operation)) as Params
  return withExistingRecords(stage, obeying(operation, least))
}

/** Parameters without those that are left alone on this target. */
export function changeable(stage: Stage, operation: ContractOperation, params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([name]) => stage.mayChange(operation.id, name)))
}

export function sampleCall(
  stage: Stage,
  operation: ContractOperation,
  { moving = false, ...options }: CallOptions & Sampled = {},
): Promise<Reply> {
  const params = sampleParams(stage, operation, { moving })
  return stage.call(operation.id, params, { ...travelling(operation), ...options })
}

/** How the parameters of an operation travel: one that takes content has them in the query. */
export function travelling({ takes }: ContractOperation): CallOptions {
  if (takes === null) return {}
  return { inQuery: true, body: 'content', contentType: 'application/octet-stream' }
}

/** A value for the place of a parameter in a path that names nothing. */
export function nothingOfKind({ params }: ContractOperation, name: string): Value {
  const { kind } = params.find((param) => param.name === name) ?? {}
  return kind === 'integer' ? 987_654_321 : 'no-such-thing-anywhere'
}

/** The stage with its neighbour in its place; the stage itself where it has none. */
export function besides(stage: Stage): Stage {
  const { neighbour } = stage
  if (neighbour === undefined) return stage
  const { project, group, furniture } = neighbour
  return Object.create(stage, {
    project: { value: project },
    group: { value: group },
    inGroup: { value: group !== undefined },
    furniture: { value: furniture },
  })
}
