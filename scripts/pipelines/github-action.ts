import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { type Outcome, run } from '../../sim/clients/testing/run.ts'

interface Action {
  readonly inputs: { readonly [name: string]: { readonly default: string } }
  readonly runs: { readonly steps: readonly Step[] }
}
interface Step {
  readonly if: string
  readonly env: { readonly [name: string]: string }
  readonly run: string
}

/** How the steps went, and what they told the runner. */
export interface Told {
  readonly outcomes: readonly Pick<Outcome, 'status' | 'err'>[]
  readonly env: string
  readonly output: string
  readonly summary: string
}

/**
 * Runs a composite action as a runner does: the steps whose condition names the input `use`, with inputs in their places
 * and files for what they tell.
 */
export async function runAction(
  text: string,
  folder: string,
  inputs: { readonly [name: string]: string },
): Promise<Told> {
  const { inputs: declared, runs } = load(text) as Action
  const usual = Object.entries(declared).map(([name, input]) => [name, input.default])
  const given: { readonly [name: string]: string } = { ...Object.fromEntries(usual), ...inputs }
  const filled = (value: string) =>
    value.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name) => given[name] ?? '')
  const files = {
    GITHUB_ENV: join(folder, 'env'),
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const outcomes: Told['outcomes'][number][] = []
  for (const step of runs.steps.filter((one) => one.if.includes(`'${given.use}'`))) {
    const own = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, filled(value)]))
    const env = { ...files, RUNNER_TEMP: folder, ...own }
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run]
    const { status, err } = await run('bash', args, { cwd: folder, env })
    outcomes.push({ status, err })
  }
  const of = (file: string) => readFileSync(file, 'utf8')
  return {
    outcomes,
    env: of(files.GITHUB_ENV),
    output: of(files.GITHUB_OUTPUT),
    summary: of(files.GITHUB_STEP_SUMMARY),
  }
}
