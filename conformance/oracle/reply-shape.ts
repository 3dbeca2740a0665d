import { type Contract, type ContractOperation, contract } from '../../sim/contract.ts'
import { Failure } from '../kit/finding.ts'
import type { Json, Row } from '../kit/json.ts'
import { operationNamed } from '../kit/operations.ts'
import type { Params, Value } from '../kit/query.ts'
import { problems } from '../kit/schema.ts'
import type { Stage } from '../run/stage.ts'

/** The contracts that a target may hold to: one for each dialect that it may follow. */
export function contractsOf({ accepts }: Pick<Stage, 'accepts'>): readonly Contract[] {
  return accepts.map((each) => contract(each))
}

/** How the answer of a success breaks the shape that the contract gives it; undefined where it does not. */
export function misshapen(
  stage: Pick<Stage, 'accepts' | 'mayAdd'>,
  { id }: ContractOperation,
  params: Params,
  { json, operation }: { readonly json: Json; readonly operation: string },
): Failure | undefined {
  // A target whose dialect nobody told may answer in the form of either.
  const found = contractsOf(stage).map((agreed) => broken(json, agreed, id, params, stage))
  if (found.some((problems) => problems.length === 0)) return undefined
  const [problemsSeen = []] = found
  const [first = ''] = problemsSeen
  return new Failure({
    title: `a reply breaks its schema: ${first.replace(/ is .*/, '')}`,
    expected: 'a reply that its schema describes',
    actual: problemsSeen.slice(0, 5).join('; '),
    operation,
  })
}

function broken(
  json: Json,
  agreed: Contract,
  id: string,
  params: Params,
  { mayAdd }: Pick<Stage, 'mayAdd'>,
): readonly string[] {
  const operation = operationNamed(agreed, id)
  const schema = operation && schemaOf(operation, params)
  return schema === undefined ? [] : problems(json, schema, agreed.entities, mayAdd)
}

/** The schema of a success: of the variant that the parameters ask for, or of the usual entity. */
export function schemaOf(operation: ContractOperation, params: Params): Row | undefined {
  const asked = operation.variants.find(
    ({ when }) => typeof when === 'object' && means(params[when.param], when.equals),
  )
  const entity = asked?.entity ?? operation.entity
  if (entity === null) return operation.schema ?? undefined
  const reference = { $ref: `#/components/schemas/${entity}` }
  return operation.answer === 'many' ? { type: 'array', items: reference } : reference
}

/** True when a drawn value is one of the spellings of a wanted one. */
function means(value: Value | undefined, wanted: string | boolean): boolean {
  if (value === undefined) return false
  return typeof wanted === 'string' ? value === wanted : ['true', '1'].includes(String(value)) === wanted
}
