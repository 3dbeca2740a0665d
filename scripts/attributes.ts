// `npm run attributes`: attributes of what the 98 operations answer that no check of the suite ever meets with a value, so
// that a service could have anything there. Fails for those that have none in the answer of any operation and that
// `attributes/valueless.ts` does not explain; `--each` names those, too, that have none in the answers of one.
import { wholePlan } from '../conformance/run/plan.ts'
import { run } from '../conformance/run/runner.ts'
import { select } from '../conformance/run/selection.ts'
import { suite } from '../conformance/suite.ts'
import { contractFor } from '../conformance/targets/accepted.ts'
import { simulatorTarget } from '../conformance/targets/simulator.ts'
import { argumentsOf } from './arguments.ts'
import { type Attributes, met } from './attributes/met.ts'
import { isExplained } from './attributes/valueless.ts'

const { values, positionals } = argumentsOf({
  command: 'npm run attributes --',
  says: 'Tells which attributes of answers no check of the suite meets with a value, and fails where that is not explained.',
  options: {
    each: { type: 'boolean', default: false, about: 'also those that only other operations give a value' },
  },
  words: 'families or ids of checks (default: all of the specification)',
})

const original = simulatorTarget()
const agreed = contractFor(original)
const { target, ofOperations, ofEntities } = met(original, agreed)
const ids = positionals.length > 0 ? { ids: positionals } : {}
const selection = select(wholePlan(suite, agreed), agreed, { scope: 'specification', ...ids })
if (!selection.ok) throw new Error(selection.complaint)
for await (const event of run(selection.checks, target)) if (event.type === 'ended') break

if (values.each) {
  tell(ofOperations)
  process.stdout.write('\n')
}
if (tell(ofEntities) > 0) process.exitCode = 1

/** Tells those that never had a value for no reason; how many they are. */
function tell(attributes: ReadonlyMap<string, Attributes>): number {
  const all = [...attributes].flatMap(([name, found]) => [...found].map((it) => [name, ...it] as const))
  const without = all.filter(([, , hasValue]) => !hasValue)
  const unexplained = without.filter(([name, attribute]) => !isExplained(name, attribute))
  for (const [name, attribute] of unexplained) process.stdout.write(`${name} ${attribute}\n`)
  const counts = [all.length, without.length - unexplained.length, unexplained.length] as const
  process.stdout.write(
    `${counts[0]} attributes, ${counts[1]} without a value for a reason, ${counts[2]} for none\n`,
  )
  return unexplained.length
}
