import { CommanderError } from 'commander'
import { closest } from '../protocol/closest.ts'
import { commandLine } from './command-line.ts'
import { CliFailure, wrongUse } from './failure.ts'
import type { Io } from './io.ts'

/** Runs a command line. Returns the exit status: 0, 1 for a failure, 2 for a wrong use, or that of `exec`'s command. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let status = 0
  const program = commandLine(io, (ended) => {
    status = ended
  })
  try {
    const words = asFlag(argv)
    expectCommand(
      words,
      program.commands.map((command) => command.name()),
    )
    await program.parseAsync(words, { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? 0 : complain(io, wrongUse(asLine(error.message)))
    if (error instanceof CliFailure) return complain(io, error)
    throw error
  }
}

// `forgery help exec` is what many write for `forgery exec --help`.
function asFlag(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' ? [...argv.slice(1, 2), '--help'] : argv
}

// With a default command, commander would take a misspelt command for an argument of that one.
function expectCommand([first]: readonly string[], names: readonly string[]): void {
  if (first === undefined || first.startsWith('-') || names.includes(first)) return
  const near = closest(first, names)
  const hint = near === undefined ? `there are ${names.join(', ')}` : `did you mean ${near}?`
  throw wrongUse(`'${first}' is no command: ${hint}`)
}

function complain(io: Io, failure: CliFailure): number {
  io.err(`forgery: ${failure.message}\n`)
  return failure.exitCode
}

function asLine(message: string): string {
  return message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
}
