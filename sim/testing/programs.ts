import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A process that starts a program copies the table of all its pages of memory, and marks each of them. Where tests have
// filled a gigabyte that takes ten times as long as the program does, so that a shell, which stays small, starts them.

export interface ProgramOptions {
  readonly cwd?: string
  /** Besides the variables that there are. */
  readonly env?: { readonly [name: string]: string }
  /** What it reads. Default: nothing. */
  readonly input?: string | Uint8Array
}

interface Shell {
  /** Where what it is to do is written. */
  readonly asked: number
  /** Where it tells how that ended. */
  readonly told: number
  /** Files for what a program reads, prints and complains of. */
  readonly read: string
  readonly said: string
  readonly complained: string
}

let shell: Shell | undefined

/** What a program prints. Throws an error with its `status`, `stdout` and `stderr` where it fails, as execFileSync does. */
export function printed(program: string, args: readonly string[], options: ProgramOptions = {}): Buffer {
  const { cwd = '.', env = {}, input = '' } = options
  shell ??= started()
  const { asked, told, read, said, complained } = shell
  writeFileSync(read, input)
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}; `)
  const command = [program, ...args].map(quoted).join(' ')
  const files = `<${quoted(read)} >${quoted(said)} 2>${quoted(complained)}`
  writeSync(asked, `(${exports.join('')}cd ${quoted(cwd)} && exec ${command}) ${files}; echo $? >&3\n`)
  const status = Number(lineOf(told))
  const stdout = readFileSync(said)
  if (status === 0) return stdout
  const stderr = readFileSync(complained, 'utf8')
  const problem = new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
  throw Object.assign(problem, { status, stdout: stdout.toString(), stderr })
}

/** It ends with the process that asks it, whose end of the pipe is closed then. */
function started(): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-programs-'))
  const at = (name: string) => join(folder, name)
  spawnSync('mkfifo', [at('asked'), at('told')])
  const script = 'exec 3>"$0/told"; . "$0/asked"; rm -rf "$0"'
  spawn('sh', ['-c', script, folder], { stdio: 'ignore' }).unref()
  // Whoever opens an end waits for the other side.
  const told = openSync(at('told'), 'r')
  const asked = openSync(at('asked'), 'w')
  return { asked, told, read: at('read'), said: at('said'), complained: at('complained') }
}

function lineOf(file: number): string {
  const byte = Buffer.alloc(1)
  let line = ''
  while (readSync(file, byte) === 1 && byte[0] !== 10) line += byte.toString('latin1')
  return line
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
