import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { printed } from '../../testing/programs.ts'
import { encode, type GitObject } from '../objects.ts'

/** A bare repository of the real git, to compare with. */
export interface RealGit {
  readonly folder: string
  /** Stores objects, all that are new to it in one go. */
  store(objects: readonly GitObject[]): void
  /** The output of one git command; `input` is what it reads. A failure throws unless its status is in `accept`. */
  run(args: readonly string[], input?: string | Uint8Array, accept?: readonly number[]): string
  /** The outputs of many commands, in one process of the shell; a status other than 0 follows the output. */
  each(commands: readonly string[]): string[]
  remove(): void
}

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'C',
  GIT_COMMITTER_EMAIL: 'c@example.com',
  LC_ALL: 'C',
}
const SEPARATOR = '----- next -----'

/** Makes an empty bare repository in a temporary folder. */
export function realGit(): RealGit {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-git-'))
  const execute = (program: string, args: readonly string[], input: string | Uint8Array): string =>
    printed(program, args, { cwd: folder, env: environment, input }).toString()
  const run: RealGit['run'] = (args, input = '', accept = []) => {
    try {
      return execute('git', args, input)
    } catch (error) {
      const failure = error as { status?: number; stdout?: string }
      if (failure.status !== undefined && accept.includes(failure.status)) return failure.stdout ?? ''
      throw error
    }
  }
  run(['init', '-q', '--bare', '-b', 'main'])
  const stored = new Set<GitObject>()
  return {
    folder,
    run,
    store(objects) {
      const fresh = objects.filter((object) => !stored.has(object))
      for (const object of fresh) stored.add(object)
      if (fresh.length > 0) run(['index-pack', '--stdin'], pack(fresh))
    },
    each(commands) {
      const script = commands
        .map((command) => `${command} || echo "status $?"; echo '${SEPARATOR}'\n`)
        .join('')
      return execute('sh', ['-s'], script).split(`${SEPARATOR}\n`).slice(0, -1)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const packTypes = { commit: 1, tree: 2, blob: 3, tag: 4 } as const

/** A pack file that holds every object whole. */
function pack(objects: readonly GitObject[]): Uint8Array {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(objects.length, 8)
  const body = Buffer.concat([head, ...objects.flatMap(packed)])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

function packed(object: GitObject): Uint8Array[] {
  const payload = encode(object)
  const header: number[] = []
  let rest = Math.floor(payload.length / 16)
  let byte = (packTypes[object.type] << 4) | (payload.length & 15)
  while (rest > 0) {
    header.push(byte | 128)
    byte = rest & 127
    rest = Math.floor(rest / 128)
  }
  return [Uint8Array.from([...header, byte]), deflateSync(payload, { level: 1 })]
}
