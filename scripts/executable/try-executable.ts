import { execFileSync, spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { inRoot } from '../root.ts'
import { say } from './say.ts'
import { served } from './served.ts'

const PACKAGE = inRoot('dist', 'sim', 'cli', 'main.js')
/** Of the start of the package. */
const MOST = 1.3
const ROUNDS = 9

/** Commands that print the same as those of the package, each with its modules that are loaded later. */
const SAME = [
  ['--version'],
  ['--help'],
  ['conform', '--help'],
  ['world'],
  ['world', '--format', 'yaml', '--seed', '2'],
  ['openapi', '--dialect', 'real'],
  ['conform', '--list'],
  ['conform', 'milestones/deleted-is-gone', '--report', 'markdown'],
  ['serve', '--port', 'x'],
  ['exec', '--report', '--', process.execPath, '-e', "fetch(process.env.CI_API_V4_URL + '/version')"],
  ['exec', '--', 'sh', '-c', 'exit 3'],
] as const

/** Throws where the executable does something else than the package does, or starts later. */
export async function tryExecutable(executable: string): Promise<void> {
  for (const args of SAME) {
    const [own, packed] = [ran(executable, args), ran(process.execPath, [PACKAGE, ...args])]
    if (JSON.stringify(own) !== JSON.stringify(packed))
      throw new Error(
        `forgery ${args.join(' ')}: ${JSON.stringify(own)}\nand the package: ${JSON.stringify(packed)}`,
      )
  }
  say(`${SAME.length} commands print what those of the package do`)
  const server = await served(executable, ['serve', '--port', '0'])
  try {
    execFileSync(executable, ['ready', '--url', server.url])
    await inspected(server.url)
    execFileSync(executable, ['twin', '--left', server.url, '--right', server.url, 'keys', '--runs', '3'])
    const script = execFileSync(executable, ['journal', '--url', server.url, '--as', 'curl'], {
      encoding: 'utf8',
    })
    if (!script.includes('/api/v4/')) throw new Error(`the journal has no calls: ${script}`)
  } finally {
    await server.stop()
  }
  say('serve, ready, twin and journal work, the inspector is there, SIGTERM ends it')
  compareStarts(executable)
}

async function inspected(url: string): Promise<void> {
  for (const [path, text] of [
    ['/_forgery/', 'inspector.js'],
    ['/_forgery/inspector.js', 'import'],
    ['/_forgery/inspector.css', '{'],
  ] as const) {
    const reply = await fetch(`${url}${path}`)
    if (!reply.ok || !(await reply.text()).includes(text)) throw new Error(`GET ${path}: ${reply.status}`)
  }
}

function ran(program: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 })
  // How long something took is told by both, and differs.
  const alike = (text: string) => text.replaceAll(/\d+(?:\.\d+)? (?:ms|s)\b/g, 'TIME')
  return { status, out: alike(stdout), err: alike(stderr) }
}

// In turns, so that what else the machine does slows both.
function compareStarts(executable: string): void {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const own = timeOf(executable, [])
    ratios.push(own / timeOf(process.execPath, [PACKAGE]))
  }
  const ratio = ratios.sort((a, b) => a - b)[(ROUNDS - 1) / 2] as number
  if (ratio > MOST)
    throw new Error(`it starts in ${ratio.toFixed(2)} of the time of the package, more than ${MOST}`)
  say(`it starts in ${ratio.toFixed(2)} of the time that the package takes`)
}

function timeOf(program: string, args: readonly string[]): number {
  const start = performance.now()
  execFileSync(program, [...args, 'exec', '--', 'true'])
  return performance.now() - start
}
