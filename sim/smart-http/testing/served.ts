import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server, Simulator, SimulatorOptions } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'
import { run } from '../../testing/programs.ts'

export interface Ran {
  readonly ok: boolean
  readonly out: string
  /** What git prints for its user, without the padding of side bands. */
  readonly said: string
}

/** A served simulator, and the real git beside it in a folder of its own. */
export interface Served {
  readonly simulator: Simulator
  readonly server: Server
  /** The URL of a project with a token as credentials; without one, anonymous. */
  address(project: string, token?: string): string
  /** Runs git in a folder below the test's own. It does not throw: many tests look at refusals. */
  git(folder: string, ...args: string[]): Promise<Ran>
  /** The output of a command that has to succeed. */
  read(folder: string, ...args: string[]): Promise<string>
  readonly folder: string
  close(): Promise<void>
}

const environment = {
  ...process.env,
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Carol',
  GIT_AUTHOR_EMAIL: 'carol@example.com',
  GIT_COMMITTER_NAME: 'Carol',
  GIT_COMMITTER_EMAIL: 'carol@example.com',
  LC_ALL: 'C',
}

/** Starts it; `protocol` is the version that git prefers (default 2), `world` a named world to use. */
export async function serve(
  protocol: 0 | 2 = 2,
  world?: string,
  options?: SimulatorOptions,
): Promise<Served> {
  const process = testSimulator(options)
  const server = await process.listen()
  const simulator = world === undefined ? process : process.worlds.create(world)
  const { url } = simulator
  const folder = mkdtempSync(join(tmpdir(), 'forgery-clone-'))
  const git: Served['git'] = async (inside, ...args) => {
    const all = ['-c', `protocol.version=${protocol}`, '-c', 'commit.gpgsign=false', ...args]
    const { status, out, err } = await run('git', all, { cwd: join(folder, inside), env: environment })
    return { ok: status === 0, out: out.toString(), said: err.replace(/ +$/gm, '') }
  }
  return {
    simulator,
    server,
    folder,
    git,
    address: (project, token) =>
      `${token === undefined ? url : url.replace('://', `://any:${token}@`)}/${project}`,
    async read(inside, ...args) {
      const { ok, out, said } = await git(inside, ...args)
      if (!ok) throw new Error(`git ${args.join(' ')}: ${said}`)
      return out.trimEnd()
    },
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
