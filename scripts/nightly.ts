// `npm run nightly`: what is too long for every commit, one step after the other. Words are names of steps.
import { spawnSync } from 'node:child_process'
import { argumentsOf, COUNT, misused } from './arguments.ts'
import { stepsOf } from './nightly/steps.ts'
import { inRoot } from './root.ts'

const command = 'npm run nightly --'
const { values, positionals } = argumentsOf({
  command,
  says: 'Runs what is too long for every commit, and fails where one of its steps does.',
  options: {
    seed: {
      type: 'string',
      default: '1',
      about: 'draws other inputs and worlds with each number',
      fits: COUNT,
    },
  },
  words: `the steps to run: ${Object.keys(stepsOf(1)).join(', ')} (default: all)`,
})

const steps = stepsOf(Number(values.seed))
const strange = positionals.find((word) => steps[word] === undefined)
if (strange !== undefined)
  misused(command, `there is no step '${strange}', but ${Object.keys(steps).join(', ')}`)
const told: string[] = []
for (const [name, { file, args }] of Object.entries(steps)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  process.stdout.write(`\n${name}: ${file} ${args.join(' ')}\n`)
  const { status } = spawnSync(process.execPath, [inRoot('dist', `${file}.js`), ...args], {
    stdio: 'inherit',
  })
  told.push(`${status === 0 ? 'holds' : 'fails'}  ${name}`)
  if (status !== 0) process.exitCode = 1
}
process.stdout.write(`\n${told.join('\n')}\n`)
