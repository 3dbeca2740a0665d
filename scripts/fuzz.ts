// `npm run fuzz`: hostile input of many kinds, drawn from a seed. What is found is told with the smallest input and the
// command that repeats it. `--minutes 10 --seed 7`; further words are names of campaigns.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { argumentsOf, COUNT, misused } from './arguments.ts'
import type { Finding } from './fuzz/campaign.ts'
import { campaigns } from './fuzz/campaigns.ts'
import { Heap } from './fuzz/heap.ts'

const COMMAND = 'npm run fuzz --'
const { values, positionals } = argumentsOf({
  command: COMMAND,
  says: 'Sends hostile input of every kind, and reports errors of the server, long turns, leaks and growth.',
  options: {
    minutes: { type: 'string', default: '10', about: 'how long, shared by the campaigns', fits: COUNT },
    seed: { type: 'string', default: '1', about: 'seed of the first round of each', fits: COUNT },
    rounds: { type: 'string', about: 'at most so many rounds of each', fits: COUNT },
  },
  words: `names of campaigns: ${Object.keys(campaigns).join(', ')}`,
})
const names = positionals.length === 0 ? Object.keys(campaigns) : positionals
const unknown = names.find((name) => !Object.hasOwn(campaigns, name))
if (unknown !== undefined)
  misused(COMMAND, `there is no campaign '${unknown}', only ${Object.keys(campaigns).join(', ')}`)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const each = (Number(values.minutes) * 60_000) / names.length
let found = 0
for (const name of names) found += await run(name)
process.exitCode = found === 0 ? 0 : 1

async function run(name: string): Promise<number> {
  const campaign = campaigns[name]?.()
  if (campaign === undefined) return 0
  const heap = new Heap(collect)
  const known = new Set<string>()
  const end = Date.now() + each
  let rounds = 0
  for (; Date.now() < end && rounds !== Number(values.rounds); rounds++) {
    const seed = Number(values.seed) + rounds
    const finding = await campaign.round(seed)
    const grown = heap.grown()
    if (finding !== undefined && !known.has(finding.says)) told(finding)
    if (finding !== undefined) known.add(finding.says)
    if (grown !== undefined && !known.has('growth')) {
      told({ campaign: name, seed, says: grown, input: `the rounds from seed ${values.seed}` })
      known.add('growth')
    }
  }
  await campaign.close()
  process.stdout.write(
    `${name}: ${rounds} rounds of ${campaign.size} (${campaign.says}), ${known.size} findings, ${heap.megabytes} MB\n`,
  )
  return known.size
}

function told({ campaign, seed, says, input }: Finding): void {
  process.stdout.write(
    `${campaign}, seed ${seed}: ${says}\n  smallest input: ${input.slice(0, 4000)}\n  ${COMMAND} --seed ${seed} --rounds 1 ${campaign}\n`,
  )
}
