import { text } from '../../lib/bytes.ts'
import { GunzipError, gunzip } from '../../lib/gzip.ts'
import type { Instant } from '../../time/calendar.ts'
import { at } from '../../time/moments.ts'
import type { CiJob } from '../pipelines/ci.ts'
import type { World } from '../world.ts'
import { artifactsOf } from './job-artifacts.ts'

/** Bytes that a report of variables stays below, and how many variables it has at most (jobs#dotenv). */
const LARGEST = 5 * 1024
const MOST = 20

const bounds = { bytes: 1024 * 1024, members: 10, ratio: 200, harmless: 64 * 1024 }

/** Why a report of variables is refused. */
export class DotenvError extends Error {
  override readonly name = 'DotenvError'
}

/** The variables of a report of the type `dotenv`, compressed as runners send it. Throws a DotenvError. */
export function dotenvVariables(compressed: Uint8Array): ReadonlyMap<string, string> {
  if (compressed.length >= LARGEST)
    throw new DotenvError(`Dotenv Artifact Too Big. Maximum Allowable Size: ${LARGEST}`)
  const variables = new Map<string, string>()
  for (const line of linesOf(compressed)) {
    const [, key, value] = /^(.*?)=(.*)$/.exec(line) ?? []
    if (key === undefined || value === undefined) throw new DotenvError('Invalid Format')
    if (!/^\w+$/.test(key.trim()))
      throw new DotenvError("Validation failed: Key can contain only letters, digits and '_'.")
    variables.set(key.trim(), value.trim())
  }
  if (variables.size > MOST) throw new DotenvError(`Dotenv files cannot have more than ${MOST} variables`)
  return variables
}

function linesOf(compressed: Uint8Array): string[] {
  try {
    const whole = text(gunzip(compressed, bounds)).replace(/^\uFEFF/, '')
    return whole === '' ? [] : whole.replace(/\n$/, '').split(/\r?\n/)
  } catch (problem) {
    if (problem instanceof GunzipError) throw new DotenvError('Invalid Format')
    throw problem
  }
}

/** The variables that a job hands to those that depend on it. */
export function variablesOf(world: World, job: CiJob, now: Instant): ReadonlyMap<string, string> {
  const report = artifactsOf(world, job, at(now)).find(({ type }) => type === 'dotenv')
  try {
    return report === undefined ? new Map() : dotenvVariables(report.bytes)
  } catch (problem) {
    if (problem instanceof DotenvError) return new Map()
    throw problem
  }
}
