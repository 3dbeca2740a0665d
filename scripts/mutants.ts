// `npm run mutants`: every planted fault, tried with ten seeds against the check that it names, within the default
// number of inputs. `--seeds 3-5` takes some of them; further words are beginnings of the faults' names.
import type { AnyCheck } from '../conformance/kit/check.ts'
import { type Mutant, mutants, mutated } from '../conformance/mutants/index.ts'
import { wholePlan } from '../conformance/run/plan.ts'
import { createSession, defaultRuns } from '../conformance/run/runner.ts'
import { inSpecification, scopes } from '../conformance/run/scope.ts'
import { inShard, parseShard } from '../conformance/run/shard.ts'
import { suite } from '../conformance/suite.ts'
import { targetOf } from '../conformance/targets/of-mutant.ts'
import { compileLittle } from '../sim/cli/start/compile-late.ts'
import { contract } from '../sim/contract.ts'
import { argumentsOf, misused, oneOf } from './arguments.ts'

const command = 'npm run mutants --'
const { values, positionals } = argumentsOf({
  command,
  says: 'Tries every planted fault against the check that it names.',
  options: {
    seeds: {
      type: 'string',
      default: '1-10',
      about: 'the seeds of the runs',
      fits: [/^\d{1,6}(?:-\d{1,6})?$/, 'a number, or the first and the last one: 3-5'],
    },
    scope: {
      type: 'string',
      default: 'all',
      about: 'the operations that the checks are about: specification or all',
      fits: oneOf(...scopes),
    },
    shard: {
      type: 'string',
      default: '1/1',
      about: 'the part of the faults that is tried',
      fits: [/^[1-9]\d{0,3}\/[1-9]\d{0,3}$/, 'the number of the part and of all parts: 2/5'],
    },
  },
  words: 'beginnings of the names of faults',
})
// What happened to calls at once takes all of them to tell.
const mostCalls = ({ races }: AnyCheck) => (races ? 24 : 3)
const seeds = seedsOf(values.seeds)
const agreed = contract('specification')
const plan = wholePlan(suite, agreed)
const checks = new Map(plan.map((check) => [check.id, check]))
// A fault whose check is not there at all is missed in either scope.
const beyond = new Set(checks.keys())
for (const { id } of values.scope === 'all' ? plan : inSpecification(plan, agreed)) beyond.delete(id)
const part = new Set(
  inShard(
    mutants.map(({ name }) => ({ id: name })),
    parseShard(values.shard),
  ).map(({ id }) => id),
)
const chosen = mutants.filter(
  ({ name, caughtBy }) =>
    part.has(name) &&
    !beyond.has(caughtBy) &&
    (positionals.length === 0 || positionals.some((word) => name.startsWith(word))),
)
const strange = positionals.find((word) => !mutants.some(({ name }) => name.startsWith(word)))
if (strange !== undefined) misused(command, `no planted fault begins with '${strange}'`)
if (seeds.length === 0) misused(command, `--seeds ${values.seeds} goes from more to less`)
const columns = [Math.max(...chosen.map(({ name }) => name.length)), seeds.length] as const
process.stdout.write(
  `${chosen.length} planted faults, seeds ${values.seeds}, ${defaultRuns} inputs a property\n`,
)
process.stdout.write(`${'fault'.padEnd(columns[0])}  ${'seeds'.padEnd(columns[1])}  caught by\n`)
let missed = 0
compileLittle()
for (const mutant of chosen) {
  const marks: string[] = []
  for (const seed of seeds) marks.push(await markOf(mutant, seed))
  missed += marks.filter((mark) => mark !== '+').length
  const row = [mutant.name.padEnd(columns[0]), marks.join('').padEnd(columns[1]), mutant.caughtBy]
  process.stdout.write(`${row.join('  ')}\n`)
}
process.stdout.write(`${chosen.length * seeds.length - missed} caught (+), ${missed} missed\n`)
process.exitCode = missed === 0 ? 0 : 1

/** `+` for a fault that the check failed on, `l` where that took too many calls; otherwise a letter of the result. */
async function markOf(mutant: Mutant, seed: number): Promise<string> {
  const check = checks.get(mutant.caughtBy)
  if (check === undefined) return '?'
  const session = await createSession(mutated(targetOf(mutant), mutant), { seed })
  const { result } = (await session.perform(check)).ended
  await session.close()
  if (result.kind !== 'fail') return result.kind.charAt(0)
  return result.recipe.calls.length <= mostCalls(check) ? '+' : 'l'
}

function seedsOf(range: string): number[] {
  const [first = 1, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
