import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A process that starts a program copies the table of all its pages of memory, and marks each of them. Where tests have
// filled a gigabyte that takes ten times as long as the program does, so that a shell, which stays small, starts them.

export interface ProgramOptions {
  readonly cwd?: string | undefined
  /** All its variables. Default: those that there are. */
  readonly env?: { readonly [name: string]: string | undefined }
  /** What it reads. Default: nothing. */
  readonly input?: string | Uint8Array
}

export interface Ended {
  /** 127 where there is no such program, 128 and more where a signal ended it. */
  readonly status: number
  readonly out: Buffer
  readonly err: string
}

/** Runs a program to its end, and nothing else in this process meanwhile. */
export function runSync(program: string, args: readonly string[], options: ProgramOptions = {}): Ended {
  const files = filesOf(options)
  ask(`${lineOf(program, args, options, files)}\n`)
  return endedWith(nextLine(shell().told), files)
}

/** Runs a program to its end. */
export async function run(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<Ended> {
  const files = filesOf(options)
  runSync('mkfifo', [files.told])
  ask(`{ ${lineOf(program, args, options, files)}; } 3>${quoted(files.told)} &\n`)
  const status = await readFile(files.told, 'utf8')
  rmSync(files.told)
  return endedWith(status, files)
}

/** What a program prints. Throws an error with its `status`, `stdout` and `stderr` where it fails, as execFileSync does. */
export function printed(program: string, args: readonly string[], options: ProgramOptions = {}): Buffer {
  const { status, out, err } = runSync(program, args, options)
  if (status === 0) return out
  const problem = new Error(`${program} ${args.join(' ')} failed: ${err}`)
  throw Object.assign(problem, { status, stdout: out.toString(), stderr: err })
}

interface Files {
  readonly read: string
  readonly out: string
  readonly err: string
  readonly told: string
}

let runs = 0

function filesOf({ input = '' }: ProgramOptions): Files {
  runs += 1
  const at = (name: string) => join(shell().folder, `${name}-${runs}`)
  const files = { read: at('read'), out: at('out'), err: at('err'), told: at('told') }
  writeFileSync(files.read, input)
  return files
}

/** Tells the status where 3 leads. */
function lineOf(
  program: string,
  args: readonly string[],
  { cwd = process.cwd(), env }: ProgramOptions,
  { read, out, err }: Files,
): string {
  const variables = Object.entries(env ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  )
  const words = [...(env === undefined ? [] : ['env', '-i', ...variables]), program, ...args]
  const redirected = `<${quoted(read)} >${quoted(out)} 2>${quoted(err)} 3>&-`
  return `(cd ${quoted(cwd)} && exec ${words.map(quoted).join(' ')}) ${redirected}; echo $? >&3`
}

function endedWith(status: string, { read, out, err }: Files): Ended {
  const ended = { status: Number(status), out: readFileSync(out), err: readFileSync(err, 'utf8') }
  for (const file of [read, out, err]) rmSync(file)
  return ended
}

interface Shell {
  /** Where what it is to do is written. */
  readonly asked: number
  /** Where it tells how that ended. */
  readonly told: number
  readonly folder: string
}

let started: Shell | undefined

/** It ends with the process that asks it, whose end of the pipe is closed then. */
function shell(): Shell {
  if (started !== undefined) return started
  const folder = mkdtempSync(join(tmpdir(), 'forgery-programs-'))
  const [asked, told] = [join(folder, 'asked'), join(folder, 'told')]
  spawnSync('mkfifo', [asked, told])
  const script = 'exec 3>"$0/told"; . "$0/asked"; rm -rf "$0"'
  spawn('sh', ['-c', script, folder], { stdio: 'ignore' }).unref()
  // Whoever opens an end waits for the other side.
  started = { told: openSync(told, 'r'), asked: openSync(asked, 'w'), folder }
  return started
}

function ask(line: string): void {
  const bytes = Buffer.from(line)
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(shell().asked, bytes, sent)
}

function nextLine(file: number): string {
  const byte = Buffer.alloc(1)
  let line = ''
  while (readSync(file, byte) === 1 && byte[0] !== 10) line += byte.toString('latin1')
  return line
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
