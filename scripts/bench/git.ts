import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answered, Children } from './children.ts'
import type { Figure } from './figures.ts'
import { type HistorySize, history, pathOf } from './git-history.ts'

/** A piece of work: by the server, and by git on disk. */
interface Work {
  readonly what: string
  readonly served: () => Promise<unknown>
  /** The commands of git that do the same. */
  readonly git: readonly string[]
  /** How many times git's processor time is expected at most. */
  readonly most: number
}

const run = promisify(execFile)
const TOKEN = 'alice-token'
/** How commands begin that change nothing, and can be run again. */
const READS = 'git --git-dir=source.git'

/** Processor time of the server beside that of git on disk for the same work, first and second time. */
export async function besideGit(size: HistorySize): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-bench-git-'))
  const children = new Children()
  try {
    const source = join(folder, 'source.git')
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', source])
    execFileSync('git', ['init', '-q', '--bare', join(folder, 'target.git')])
    execFileSync('git', ['-C', source, 'fast-import', '--quiet', '--done'], {
      input: [...history(size)].join(''),
    })
    execFileSync('git', ['-C', source, 'repack', '-adfq'])
    const server = children.start('git-server')
    const url = await answered<string>(server)
    const figures: Figure[] = []
    for (const work of worksOf(url, folder)) figures.push(await measured(work, server, folder))
    return figures
  } finally {
    children.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

function worksOf(url: string, folder: string): readonly Work[] {
  const remote = `${url.replace('://', `://any:${TOKEN}@`)}/acme/empty.git`
  const api = `${url}/api/v4/projects/6/repository`
  const git = (...args: string[]) => run('git', args, { cwd: folder })
  const get = async (path: string) => {
    const reply = await fetch(`${api}${path}`, { headers: { 'private-token': TOKEN } })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`GET ${path} answered ${reply.status}`)
  }
  const file = encodeURIComponent(pathOf(0))
  const quiet = pathOf(88)
  const twice = (work: Work, again: number): Work[] => [
    work,
    { ...work, what: `${work.what} again`, most: again },
  ]
  let clones = 0
  const clone = (...args: string[]) => git('clone', '-q', '--bare', ...args, remote, `clone-${clones++}.git`)
  const local = (...args: string[]) =>
    `git clone -q --bare ${args.join(' ')} file://$PWD/source.git $(mktemp -d)/c`
  const inside = READS
  return [
    {
      what: 'push',
      served: () => git('-C', 'source.git', 'push', '-q', remote, 'main'),
      git: [`git -C source.git push -q file://$PWD/target.git main`],
      most: 3,
    },
    ...twice({ what: 'clone', served: () => clone(), git: [local()], most: 3 }, 3),
    ...twice(
      { what: 'shallow clone', served: () => clone('--depth=1'), git: [local('--depth=1')], most: 2 },
      2,
    ),
    ...twice(
      {
        what: 'a file and its last commit',
        served: () => get(`/files/${encodeURIComponent(quiet)}?ref=main`),
        git: [`${inside} log -1 main -- ${quiet}`, `${inside} show main:${quiet}`],
        most: 2,
      },
      2,
    ),
    ...twice(
      {
        what: 'blame',
        served: () => get(`/files/${file}/blame?ref=main`),
        git: [`${inside} blame --porcelain main -- ${pathOf(0)}`],
        most: 3,
      },
      3,
    ),
    ...twice(
      {
        what: 'comparison',
        served: () => get('/compare?from=main~300&to=main'),
        git: [`${inside} diff main~300 main`, `${inside} log main~300..main`],
        most: 2,
      },
      2,
    ),
    ...twice(
      {
        what: 'archive',
        served: () => get('/archive.tar.gz?sha=main'),
        git: [`${inside} archive --format=tar.gz main`],
        most: 2,
      },
      2,
    ),
  ]
}

async function measured(
  { what, served, git, most }: Work,
  server: ChildProcess,
  folder: string,
): Promise<Figure> {
  const before = await answered<number>(server, 'time')
  await served()
  const ours = (await answered<number>(server, 'time')) - before
  // The shell counts hundredths of a second, which a single reading may not take.
  const times = git.every((command) => command.includes(READS)) ? 10 : 1
  const theirs = processorTime(Array.from({ length: times }, () => git).flat(), folder) / times
  const ratio = ours / theirs
  return {
    what,
    figure: `${ours.toFixed(2)} s, ${ratio.toFixed(1)} × git`,
    expected: { text: `${most} × git or less`, holds: ratio <= most },
  }
}

/** Seconds that commands of the shell take of the processor. */
function processorTime(commands: readonly string[], cwd: string): number {
  const script = [...commands.map((command) => `${command} >/dev/null`), 'times'].join('\n')
  const told =
    execFileSync('sh', ['-e', '-c', script], { cwd, encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
  const parts = [...told.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0)
}
