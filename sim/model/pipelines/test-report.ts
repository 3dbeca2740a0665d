import { text } from '../../lib/bytes.ts'
import { GunzipError, gunzipSteps } from '../../lib/gzip.ts'
import { workedOut } from '../../lib/long-work.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { at } from '../../time/moments.ts'
import type { JobArtifact } from '../jobs/job-artifact.ts'
import { artifactsOf } from '../jobs/job-artifacts.ts'
import type { World } from '../world.ts'
import type { CiJob, Pipeline } from './ci.ts'
import { casesIn, LONGEST, MOST_CASES, type TestCase, type TestStatus } from './junit.ts'

/** The tests of one job. */
export interface TestSuite {
  readonly name: string
  readonly jobIds: readonly number[]
  readonly cases: readonly TestCase[]
  /** Why its report cannot be read. */
  readonly error: string | null
}

/** The test suites of a pipeline's jobs; parallel jobs share one suite. */
export function testSuitesOf(world: World, pipeline: Pipeline, now: Instant): TestSuite[] {
  const present = at(now)
  const suites = new Map<string, TestSuite>()
  let total = 0
  for (const job of world.ciJobs.by('byPipeline', pipeline.id).list()) {
    const report = artifactsOf(world, job, present).find(({ type }) => type === 'junit')
    if (report === undefined) continue
    const cases = workedOut(`tests ${report.id}`, () => casesOf(report))
    const name = groupOf(job)
    const left = MOST_CASES - total
    total += Math.min(left, cases?.length ?? 0)
    const before = suites.get(name)
    suites.set(name, {
      name,
      jobIds: [...(before?.jobIds ?? []), job.id],
      cases: [...(before?.cases ?? []), ...(cases ?? []).slice(0, left)],
      error:
        before?.error ??
        (cases === undefined ? 'JUnit XML parsing failed: 1:1: FATAL: Document is empty' : null),
    })
  }
  return [...suites.values()]
}

function* casesOf(report: JobArtifact): Steps<TestCase[] | undefined> {
  const bytes = yield* unpacked(report)
  return yield* casesIn(text(bytes.subarray(0, LONGEST)))
}

// Runners send reports compressed; one that cannot be decompressed is ignored.
function* unpacked({ format, bytes }: JobArtifact): Steps<Uint8Array> {
  if (format !== 'gzip') return bytes
  try {
    return yield* gunzipSteps(bytes)
  } catch (problem) {
    if (problem instanceof GunzipError) return new Uint8Array()
    throw problem
  }
}

function groupOf({ name }: CiJob): string {
  const matrix = name.endsWith(']') ? name.indexOf(': [') : -1
  return matrix >= 0 ? name.slice(0, matrix) : name.replace(/ \d+[/\\]\d+$/, '')
}

export function countTests(suites: readonly TestSuite[], status?: TestStatus): number {
  return suites.reduce(
    (sum, { cases }) => sum + cases.filter((it) => status === undefined || it.status === status).length,
    0,
  )
}

export function totalTestTime(suites: readonly TestSuite[]): number {
  const all = suites.flatMap(({ cases }) => cases).reduce((sum, { time }) => sum + time, 0)
  return Math.round(all * 1e6) / 1e6
}
