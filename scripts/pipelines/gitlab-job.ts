import { load } from 'js-yaml'
import { type Outcome, run } from '../../sim/clients/testing/run.ts'

interface Job {
  readonly variables?: Variables
  readonly before_script?: readonly string[]
  readonly script?: readonly string[]
  readonly after_script?: readonly string[]
}
interface Variables {
  readonly [name: string]: string
}

/** What a pipeline adds to a job that it extends. */
export interface Extension {
  readonly script?: readonly string[]
  readonly variables: Variables
}

/**
 * Runs a job of a template as the shell executor of a runner does: what comes before and the script in one shell, what
 * comes afterwards in another one.
 */
export async function runJob(
  template: string,
  name: string,
  folder: string,
  given: Extension,
): Promise<Outcome> {
  const { variables: shared, ...jobs } = load(template) as { readonly variables: Variables } & {
    readonly [job: string]: Job
  }
  const { before_script = [], script = given.script ?? [], after_script = [], variables } = jobs[name] ?? {}
  const env = { ...shared, ...variables, CI: 'true', ...given.variables }
  const shell = (lines: readonly string[]) =>
    run('bash', ['-c', `set -eo pipefail\n${lines.join('\n')}`], { cwd: folder, env })
  const outcome = await shell([...before_script, ...script])
  if (after_script.length > 0) await shell(after_script)
  return outcome
}
