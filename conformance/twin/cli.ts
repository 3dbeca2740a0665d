import { writeFile } from 'node:fs/promises'
import { show } from '../kit/json.ts'
import { type LiveTargetOptions, liveTarget, Refused } from '../targets/live.ts'
import type { Target, Who } from '../targets/target.ts'
import { cassetteOf, printCassette } from './cassette.ts'
import type { Take } from './turn.ts'
import { type TwinResult, twin } from './twin.ts'

/** Options of `forgery twin`. */
export interface RunTwinOptions {
  /** Base URLs of the two services. Both are written to: groups and projects are created and removed. */
  readonly left?: string | undefined
  readonly right?: string | undefined
  /** Tokens by caller, for both. Default: those of the demo world. */
  readonly tokens?: LiveTargetOptions['tokens']
  /** Tokens by caller for the right service, where they differ. */
  readonly rightTokens?: { readonly [who in Who]?: string }
  /** Families whose operations are called. Default: all. */
  readonly families?: readonly string[]
  /** Seed of the calls. Default 1. */
  readonly seed?: number | undefined
  /** Number of sequences of calls. Default 25. */
  readonly runs?: number | undefined
  /** Maximum of requests a second, to each. */
  readonly rate?: number | undefined
  /** Names of fields and headers that are not compared. */
  readonly ignore?: readonly string[] | undefined
  /** File for a recording of the replies of the left service. */
  readonly record?: string | undefined
  readonly write?: (text: string) => void
  readonly complain?: (text: string) => void
}

/**
 * Plays the same drawn calls on two services and prints the first difference, as small as it gets. Gives 0 when there is
 * none, 1 when there is one, 2 when it could not be tried. Never rejects.
 */
export async function runTwin(options: RunTwinOptions): Promise<0 | 1 | 2> {
  const {
    write = (text) => void process.stdout.write(text),
    complain = (text) => void process.stderr.write(text),
  } = options
  try {
    const { seed = 1, runs = 25, ignore = [], families = [], record } = options
    const [left, right] = await twins(options)
    const takes: Take[] = []
    const result = await twin(left, right, {
      seed,
      runs,
      ignored: ignore,
      families,
      recorded: (take) => void takes.push(take),
    })
    if (record !== undefined) await writeFile(record, printCassette(cassetteOf(left, takes)))
    write(told(result, { left, right, seed }))
    return result.kind === 'same' ? 0 : 1
  } catch (problem) {
    complain(`forgery twin: ${problem instanceof Error ? problem.message : String(problem)}\n`)
    return 2
  }
}

async function twins(options: RunTwinOptions): Promise<readonly [Target, Target]> {
  const { left, right, tokens = {}, rightTokens = {} } = options
  if (left === undefined || right === undefined)
    throw new Error('give the base URLs of both services: --left URL --right URL')
  const rate = options.rate === undefined ? {} : { rate: options.rate }
  return [
    await reached(left, { tokens, ...rate }),
    await reached(right, { tokens: { ...tokens, ...rightTokens }, ...rate }),
  ]
}

// A simulator with its control API goes back between sequences; everything else gets a project for each.
async function reached(url: string, options: Omit<LiveTargetOptions, 'url'>): Promise<Target> {
  if (!URL.canParse(url))
    throw new Error(`${url} is no URL; give scheme and host, for example http://127.0.0.1:8080`)
  return await liveTarget({ url, ...options, mode: 'control' }).catch((problem: unknown) => {
    if (problem instanceof Refused) return liveTarget({ url, ...options, mode: 'write' })
    throw problem
  })
}

interface About {
  readonly left: Target
  readonly right: Target
  readonly seed: number
}

function told(result: TwinResult, { left, right, seed }: About): string {
  if (result.kind === 'same')
    return `${left.name} and ${right.name} answer alike: ${result.sequences} sequences, seed ${seed}\n`
  const { steps, difference, shrinks } = result
  const last = steps.at(-1)
  const after = shrinks === 0 ? '' : `, after ${shrinks} shrinks`
  return [
    `DIFFERENT ${last?.operation ?? ''} as ${last?.as ?? ''}, call ${steps.length} of the sequence (seed ${seed}${after})`,
    `  at     ${difference.at}`,
    `  left   ${shown(difference.left)}`,
    `  right  ${shown(difference.right)}`,
    `  calls to ${left.name}`,
    ...result.left.map((line) => `    ${line}`),
    `  calls to ${right.name}`,
    ...result.right.map((line) => `    ${line}`),
    '',
  ].join('\n')
}

function shown(json: Parameters<typeof show>[0] | undefined): string {
  return json === undefined ? '(missing)' : show(json)
}
