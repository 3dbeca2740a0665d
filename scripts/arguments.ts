// What the scripts are told on the command line: every one of them explains itself with `--help`, and refuses what it
// does not know in one line, with status 2.
import { type ParseArgsConfig, parseArgs } from 'node:util'

type Described = NonNullable<ParseArgsConfig['options']>[string] & {
  /** What it is for, as `--help` says it. */
  readonly about: string
  /** What every value looks like, and the words for that; anything does unless told. */
  readonly fits?: readonly [RegExp, string]
}

/** A number of something, for `fits`. */
export const COUNT = [/^[1-9]\d{0,8}$/, 'a number from 1'] as const

/** One of a few words, for `fits`. */
export function oneOf(...words: readonly string[]): readonly [RegExp, string] {
  return [new RegExp(`^(?:${words.join('|')})$`), words.join(' or ')]
}

interface Script<Options> {
  /** The command: `npm run mutants --`. */
  readonly command: string
  /** What it does, in a sentence. */
  readonly says: string
  readonly options: Options
  /** What further words are; none are taken unless told. */
  readonly words?: string
}

/** A command line that a script does not understand; the message is the line that says so. */
export class Misuse extends Error {}

interface Parsed<Options extends { readonly [name: string]: Described }> {
  readonly values: ReturnType<typeof parseArgs<{ options: Options; strict: true }>>['values']
  readonly positionals: readonly string[]
}

/**
 * Reads the command line of a script. Ends the process where nothing is to be done: with status 0 after `--help`, with 2
 * where something on the command line is wrong.
 */
export function argumentsOf<const Options extends { readonly [name: string]: Described }>(
  script: Script<Options>,
): Parsed<Options> {
  try {
    const parsed = parsedBy(script, process.argv.slice(2))
    if (parsed !== undefined) return parsed
    process.stdout.write(helpOf(script))
    return process.exit(0)
  } catch (problem) {
    if (problem instanceof Misuse) return misused(script.command, problem.message)
    throw problem
  }
}

/** Ends the process because of something on the command line, which the line names. */
export function misused(command: string, complaint: string): never {
  process.stderr.write(`${command.replace(/ --$/, '')}: ${complaint}\n`)
  process.exit(2)
}

/** What the words say; undefined where they ask for help. Throws a Misuse. */
export function parsedBy<const Options extends { readonly [name: string]: Described }>(
  { options, words }: Script<Options>,
  args: readonly string[],
): Parsed<Options> | undefined {
  const { values, positionals } = understood(options, [...args])
  if (values.help === true) return undefined
  const [surplus] = positionals
  if (surplus !== undefined && words === undefined)
    throw new Misuse(`it takes options only, not '${surplus}'; --help lists them`)
  for (const [name, { fits }] of Object.entries<Described>(options)) {
    const given = [(values as { readonly [name: string]: unknown })[name] ?? []].flat() as unknown[]
    const wrong = given.find((value) => fits?.[0].test(String(value)) === false)
    if (wrong !== undefined) throw new Misuse(`--${name} takes ${fits?.[1]}, not '${wrong}'`)
  }
  return { values: values as Parsed<Options>['values'], positionals }
}

function understood(options: { readonly [name: string]: Described }, args: string[]) {
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean' } }, allowPositionals: true })
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem
    // What follows tells of a spelling that nobody means here.
    const [sentence = ''] = problem.message.split(/\. |\n/, 1)
    throw new Misuse(`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}; --help lists the options`)
  }
}

/** The text of `--help`. */
export function helpOf({
  command,
  says,
  options,
  words,
}: Script<{ readonly [name: string]: Described }>): string {
  const rows = Object.entries({
    ...options,
    help: { type: 'boolean', about: 'prints this' } satisfies Described as Described,
  }).map(([name, { type, about, default: usual, multiple }]) => {
    const told = [usual].flat().filter((value) => value !== undefined && value !== false)
    const shown = told.length === 0 ? '' : ` (default ${told.join(', ')})`
    return [
      `--${name}${type === 'string' ? ' VALUE' : ''}`,
      `${about}${multiple ? '; may be repeated' : ''}${shown}`,
    ]
  })
  const lines = words === undefined ? rows : [...rows, ['WORD …', words]]
  const width = Math.max(...lines.map(([left = '']) => left.length))
  const usage = `${command} [options]${words === undefined ? '' : ' [WORD …]'}`
  return `${usage}\n\n${says}\n\n${lines.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')}`
}
