// `npm run releases`: the conformance suite in process, on each release that the simulator imitates, each judged by its
// own rules. Words are families or ids of checks, as `forgery conform` takes them.
import { spawnSync } from 'node:child_process'
import { releases } from '../sim/contract.ts'
import { argumentsOf, COUNT } from './arguments.ts'
import { inRoot } from './root.ts'

const { values, positionals } = argumentsOf({
  command: 'npm run releases --',
  says: 'Runs the conformance suite in process on each release that is imitated.',
  options: { runs: { type: 'string', default: '25', about: 'inputs a property', fits: COUNT } },
  words: 'families or ids of checks (default: all of the specification)',
})
const command = inRoot('dist', 'sim', 'cli', 'main.js')
const failed = releases.filter((release) => {
  process.stdout.write(`release ${release}\n`)
  const told = ['conform', '--dialect', 'real', '--release', release, '--runs', String(values.runs)]
  return spawnSync(process.execPath, [command, ...told, ...positionals], { stdio: 'inherit' }).status !== 0
})
process.stdout.write(failed.length === 0 ? 'every release holds\n' : `does not hold: ${failed.join(', ')}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
