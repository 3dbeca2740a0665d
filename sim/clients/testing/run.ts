import * as programs from '../../testing/programs.ts'

export interface Outcome {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

export interface Surroundings {
  readonly cwd?: string
  readonly env?: { readonly [name: string]: string | undefined }
  readonly input?: string
}

/**
 * Runs a program of somebody else's beside the simulator, which answers from this process: so nothing here may wait for
 * it in place. What it finds in its environment is told by the test, with nothing of this machine's configuration.
 */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env = {}, input = '' }: Surroundings = {},
): Promise<Outcome> {
  const { status, out, err } = await programs.run(program, args, { cwd, env: { ...bare, ...env }, input })
  return { status, out: out.toString(), err }
}

/** What a program prints when it is asked who it is; undefined where it is not there, or not whole. */
export function answerOf(program: string, ...args: readonly string[]): string | undefined {
  const { status, out } = programs.runSync(program, args, { env: bare })
  return status === 0 ? out.toString().trim() : undefined
}

const inherited = /^(?:npm_|node_|vitest|gitlab|ci_|ci$|danger|github|git_|gem_|ruby|python|go[a-z0-9]+$)/i

/** The environment without what tells programs of their kind whom to talk to, and how. */
export const bare = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !inherited.test(name) && !/proxy$/i.test(name)),
  ),
  LC_ALL: 'C.UTF-8',
  // Whatever is not on this machine is sent to where nobody answers.
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
}
