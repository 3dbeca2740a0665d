import fc from 'fast-check'
import { type ContractOperation, contract, type Dialect } from '../../sim/contract.ts'
import { type InvalidRequest, invalidRequests } from '../draw/invalid.ts'
import { withExistingRecords } from '../draw/places.ts'
import { law } from '../kit/check.ts'
import { answers, refuses } from '../kit/expect.ts'
import { operationNamed } from '../kit/operations.ts'
import type { Stage } from '../run/stage.ts'
import { placeable, placed, travelling } from './sample.ts'

export const validation = law<InvalidRequest>({
  name: 'validation',
  says: 'each invalid, missing or contradictory parameter answers 400 with the text that names it',
  source: 'conventions#validation-texts, conventions#bad-request, conventions#validation-after-type-errors',
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && invalidRequests(operation).length > 0,
  cites: ({ params }) =>
    params.some(({ kind }) => kind === 'hashArray' || kind === 'arrayOrNoneAny')
      ? 'conventions#plain-arrays'
      : undefined,
  each: invalidRequests,
  holds: async (stage, operation, wrong) => {
    const { params, text } = wrong
    if (!wrongInAll(stage, operation, wrong))
      stage.unknown('the dialects differ in what they refuse, and the target is held to neither')
    const others = Object.fromEntries(Object.entries(params).filter(([name]) => !text.includes(name)))
    const whole = Object.assign({}, params, withExistingRecords(stage, others), placed(stage, operation))
    const reply = await stage.call(operation.id, whole, travelling(operation))
    // Families that check rights first put their texts under `message`.
    if (operation.authorizeFirst) answers(reply, 400)
    else refuses(reply, text)
  },
})

export const validationBeforeLookup = law<InvalidRequest>({
  name: 'validation-first',
  says: 'parameters are validated before the project is looked up',
  source: 'conventions#order-of-checks, conventions#parameters-before-lookup',
  level: 'should',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: (operation) =>
    placeable(operation) &&
    !operation.authorizeFirst &&
    operation.subjects[0]?.name === 'project' &&
    invalidRequests(operation).length > 0,
  each: (operation) => invalidRequests(operation).slice(0, 1),
  holds: async (stage, operation, wrong) => {
    const { params, text } = wrong
    if (!wrongInAll(stage, operation, wrong))
      stage.unknown('the dialects differ in what they refuse, and the target is held to neither')
    const nowhere = { ...params, ...placed(stage, operation), id: 987_654_321 }
    refuses(await stage.call(operation.id, nowhere, travelling(operation)), text)
  },
})

const known = new Map<string, readonly InvalidRequest[]>()

/** Whether all dialects that the target may follow refuse a wish in the same words. */
function wrongInAll({ accepts }: Stage, { id }: ContractOperation, wrong: InvalidRequest): boolean {
  if (accepts.length === 1) return true
  return accepts.every((dialect) =>
    wrongsIn(dialect, id).some(
      ({ params, text }) => text === wrong.text && fc.stringify(params) === fc.stringify(wrong.params),
    ),
  )
}

function wrongsIn(dialect: Dialect, id: string): readonly InvalidRequest[] {
  const key = `${dialect} ${id}`
  const operation = operationNamed(contract(dialect), id)
  const wrongs = known.get(key) ?? (operation === undefined ? [] : invalidRequests(operation))
  known.set(key, wrongs)
  return wrongs
}
