import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { answers, holds } from '../kit/expect.ts'
import { nonNumber, saidNumber } from '../oracle/path-numbers.ts'
import { noRoute } from '../oracle/texts.ts'
import { expectAlike } from './hiding.ts'
import { nothingOfKind, placeable, sampleParams, travelling } from './sample.ts'

const TEXT = 'no-number'
const FRACTION = '1.5'

export const pathNumbers = law<string>({
  name: 'path-numbers',
  says: 'a text in place of a number in the path is no path, a name that is looked for in vain or a wrong value, and a fraction is no path',
  source: 'conventions#invalid-record-ids, conventions#named-numbers, conventions#unknown-routes',
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && numbersOf(operation).length > 0,
  cites: ({ path }) => (path.startsWith('/users/:') ? 'users#digits' : undefined),
  each: numbersOf,
  holds: async (stage, operation, param) => {
    const sampled = sampleParams(stage, operation, { moving: true })
    const call = (value: string | number | boolean) =>
      stage.call(operation.id, { ...sampled, [param]: value }, travelling(operation))
    const reply = await call(TEXT)
    const expected = nonNumber(operation.id, param)
    if (expected === 'no path') answers(reply, noRoute.status, noRoute.body)
    else if (expected === 'wrong value') {
      answers(reply, 400)
      const named = `"${saidNumber(operation.id, param)} is invalid`
      holds(reply.text.includes(named), 'the refusal names the number', reply.text, reply)
    } else {
      const nothing = nothingOfKind(operation, param)
      expectAlike(reply, TEXT, await call(nothing as number), nothing)
    }
    answers(await call(FRACTION), noRoute.status, noRoute.body)
  },
})

function numbersOf({ params }: ContractOperation): readonly string[] {
  return params.flatMap(({ name, in: where, kind }) => (where === 'path' && kind === 'integer' ? [name] : []))
}
