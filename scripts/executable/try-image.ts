import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { buildah, IMAGE } from './image.ts'
import { say } from './say.ts'
import { served } from './served.ts'

/** As the image is told where it serves: what it exposes may be taken on the machine that tries it. */
const PORT = '48080'
const URL_THERE = `http://127.0.0.1:${PORT}`

interface Inspected {
  readonly Docker: {
    readonly config: {
      readonly Healthcheck: { readonly Test: readonly string[] }
      readonly Entrypoint: readonly string[]
      readonly Cmd: readonly string[]
    }
  }
}

/** Throws where the image, as an archive, does not run as it should: not as root, writing nothing to its own files. */
export async function tryImage(archive: string): Promise<void> {
  const container = buildah('from', `docker-archive:${archive}`)
  try {
    const { Healthcheck, Entrypoint, Cmd } = configOf(container)
    const root = buildah('mount', container)
    const env = ['--env', `FORGERY_PORT=${PORT}`, '--env', `FORGERY_URL=${URL_THERE}`]
    const run = ['run', '--isolation', 'chroot', ...env, container, '--']
    // The first run lays the folders and files that buildah itself needs there.
    buildah(...run, ...Entrypoint, '--version')
    const before = filesIn(root)
    const start = performance.now()
    const server = await served('buildah', [...run, ...Entrypoint, ...Cmd], { STORAGE_DRIVER: 'vfs' })
    say(`the image serves after ${Math.round(performance.now() - start)} ms`)
    const inside = innermost(server.pid)
    try {
      const user = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${inside}/status`, 'utf8'))?.[1]
      if (user !== '1000') throw new Error(`the process is that of the user ${user}`)
      buildah(...run, ...Healthcheck.Test.slice(1))
      const headers = { 'private-token': 'alice-token' }
      const made = await fetch(`${URL_THERE}/api/v4/projects/1/milestones`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"title":"from outside"}',
      })
      if (made.status !== 201) throw new Error(`POST milestones: ${made.status}`)
    } finally {
      await server.stop(inside)
    }
    const written = filesIn(root).filter((file) => !before.includes(file))
    if (written.length > 0)
      throw new Error(`the image writes to its root, which may be read-only: ${written}`)
    say('it is healthy, answers, runs as a user, writes nothing, and ends after SIGTERM')
  } finally {
    buildah('rm', container)
    buildah('rmi', IMAGE)
  }
}

function configOf(container: string): Inspected['Docker']['config'] {
  return (JSON.parse(buildah('inspect', container)) as Inspected).Docker.config
}

// buildah passes no signals on.
/** The process at the end of the chain that began with one. */
function innermost(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'))
    .join('')
  return children === '' ? pid : innermost(Number.parseInt(children, 10))
}

/** Every file with its size and time. */
function filesIn(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .map((name) => [name, statSync(join(root, name), { throwIfNoEntry: false })] as const)
    .filter(([, stat]) => stat?.isFile())
    .map(([name, stat]) => `${name} ${stat?.size} ${stat?.mtimeMs}`)
}
