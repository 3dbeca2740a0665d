// `npm run worlds`: the suite against worlds that were drawn, each correct, so that every finding is a wrong alarm. Takes
// the dialects and plans in turn, and a part of the checks for each world. `--worlds 300 --first 1 --parts 8`; further words
// are ids of checks. What is found is made smaller with `--shrink`, and its calls are printed with `--calls`.
import fc from 'fast-check'
import { reasonOf } from '../conformance/report/reporter.ts'
import { worlds } from '../fixtures/fast-check.ts'
import type { WorldDraft } from '../fixtures/index.ts'
import { argumentsOf, COUNT } from './arguments.ts'
import { lookAt, type Outlook, type Serving } from './drawn-worlds.ts'

const { values, positionals } = argumentsOf({
  command: 'npm run worlds --',
  says: 'Runs the suite against worlds that were drawn, each correct: whatever it finds is a wrong alarm.',
  options: {
    worlds: { type: 'string', default: '300', about: 'how many', fits: COUNT },
    first: { type: 'string', default: '1', about: 'number of the first one', fits: COUNT },
    parts: { type: 'string', default: '8', about: 'each world is shown one part in so many', fits: COUNT },
    write: { type: 'boolean', default: false, about: 'lets the checks write' },
    shrink: { type: 'boolean', default: false, about: 'makes a world with a wrong alarm smaller' },
    calls: { type: 'boolean', default: false, about: 'prints the calls behind each wrong alarm' },
    print: { type: 'boolean', default: false, about: 'prints each world' },
  },
  words: 'ids of checks, whole or up to a slash',
})
const first = Number(values.first)
const parts = Number(values.parts)
const known = new Set<string>()
const sums = { worlds: 0, decided: 0, undecided: 0, alarms: 0 }

for (let n = first; n < first + Number(values.worlds); n++) {
  const world = drawn(n)
  const serving = servingOf(n)
  if (values.print) process.stdout.write(`${JSON.stringify(world)}\n`)
  const seen = await lookAt(world, serving)
  sums.worlds += 1
  sums.decided += seen.decided
  sums.undecided += seen.undecided
  sums.alarms += seen.alarms.length
  await told(n, serving, seen)
  if (sums.worlds % 10 === 0) process.stderr.write(`${sums.worlds} worlds, ${sums.alarms} wrong alarms\n`)
}
process.stdout.write(
  `${sums.worlds} worlds, ${sums.decided} checks decided, ${sums.undecided} could not, ${sums.alarms} wrong alarms\n`,
)
process.exitCode = sums.alarms === 0 ? 0 : 1

function drawn(n: number): WorldDraft {
  const [world] = fc.sample(worlds(), { seed: n, numRuns: 1 })
  if (world === undefined) throw new Error('one world was asked for')
  return world
}

/** Dialects, plans and parts in turn, so that neighbours differ. */
function servingOf(n: number): Serving {
  return {
    dialect: n % 2 === 0 ? 'specification' : 'real',
    tier: (['ultimate', 'premium', 'free'] as const)[n % 3] ?? 'ultimate',
    told: n % 4 < 2,
    rateLimits: n % 5 === 0,
    seed: n,
    shard: { index: (n % parts) + 1, of: parts },
    ...(values.write ? { mode: 'write' as const } : {}),
    ...(positionals.length === 0 ? {} : { ids: positionals }),
  }
}

async function told(n: number, serving: Serving, { alarms }: Outlook): Promise<void> {
  for (const { check, at, tokens, result } of alarms) {
    const what =
      result.kind === 'fail'
        ? `${result.finding.operation ?? ''} ${result.finding.title}: expected ${result.finding.expected.slice(0, 160)}, got ${result.finding.actual.slice(0, 160)} ${result.recipe.counterexample ?? ''}`
        : result.kind === 'broken'
          ? result.error.slice(0, 400)
          : (reasonOf(result) ?? result.kind)
    const as = Object.entries(tokens).map(([who, token]) => `${who}=${token}`)
    process.stdout.write(
      `world ${n} (${serving.dialect}, ${serving.tier}${serving.told ? ', told' : ''}): ${check} in ${at} with ${as.join(' ')}\n  ${what}\n`,
    )
    if (values.calls && result.kind === 'fail')
      for (const [i, call] of result.recipe.calls.entries())
        process.stdout.write(`    ${call}\n      ${result.recipe.replies[i] ?? ''}\n`)
    if (values.shrink && !known.has(check)) await shrunk(n, serving, check)
    known.add(check)
  }
}

/** The smallest world in which the same check raises an alarm. */
async function shrunk(n: number, serving: Serving, check: string): Promise<void> {
  const only = { ...serving, ids: [check], shard: { index: 1, of: 1 } }
  const property = fc.asyncProperty(
    worlds(),
    async (world) => (await lookAt(world, only)).alarms.length === 0,
  )
  const details = await fc.check(property, { seed: n, numRuns: 1 })
  if (details.counterexample !== null)
    process.stdout.write(`  smallest world: ${JSON.stringify(details.counterexample[0])}\n`)
}
