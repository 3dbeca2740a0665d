import { readBlob, readCommit } from '../../git/objects.ts'
import { walkTree } from '../../git/tree.ts'

import { utf8 } from '../../lib/bytes.ts'
import { matchesPath } from '../../lib/glob.ts'
import type { CiJob, Pipeline } from '../pipelines/ci.ts'
import type { ArtifactsPlan } from '../pipelines/ci-config/plan.ts'
import type { JobPlan } from '../pipelines/ci-config.ts'
import { objectsOf } from '../repository/repository.ts'
import type { World } from '../world.ts'

export interface OutputFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The log that a runner would have written: the commands, and the result. Nothing is run. */
export function transcriptOf(plan: JobPlan, job: CiJob): Uint8Array {
  const lines = [
    'Running with gitlab-runner 16.11.0 (virtual)',
    ...plan.script.flatMap((command) => [`$ ${command}`, ...printed(command)]),
    job.status === 'success' ? 'Job succeeded' : `ERROR: Job failed: exit code ${job.exitCode ?? 1}`,
  ]
  return utf8(`${lines.join('\n')}\n`)
}

const ECHO = /^echo\s+(?:"([^"$`\\]*)"\s*|'([^']*)'\s*|([^\s"'`$<>|&;\\][^"'`$<>|&;\\]*))(?:>\s*([\w./-]+))?$/

function printed(command: string): string[] {
  const said = echoed(command)
  return said === undefined || said.file !== undefined ? [] : [said.text]
}

/** What an `echo` says, and the file that it says it to. */
function echoed(command: string): { readonly text: string; readonly file: string | undefined } | undefined {
  const [, double, single, plain, file] = ECHO.exec(command.trim()) ?? []
  const text = double ?? single ?? plain?.trimEnd()
  return text === undefined ? undefined : { text, file }
}

/**
 * The files that a job would upload: those of its commit, and those that it writes by `echo text > file`. Other
 * commands of its script are not simulated.
 */
export function outputFiles(
  world: World,
  pipeline: Pipeline,
  plan: JobPlan,
  wanted: readonly string[],
): OutputFile[] {
  const files = new Map<string, Uint8Array>()
  const objects = objectsOf(world)
  const { tree } = readCommit(objects, pipeline.sha)
  const tracked = new Set<string>()
  for (const { path, type, id } of walkTree(objects, tree, { recursive: true })) {
    tracked.add(path)
    if (type === 'blob' && isWanted(path, wanted, plan.artifacts)) files.set(path, readBlob(objects, id))
  }
  for (const command of plan.script) {
    const said = echoed(command)
    const path = said?.file?.replace(/^\.\//, '')
    if (said === undefined || path === undefined) continue
    const isNew = plan.artifacts?.untracked === true && wanted === plan.artifacts.paths && !tracked.has(path)
    if (isWanted(path, isNew ? [path] : wanted, plan.artifacts)) files.set(path, utf8(`${said.text}\n`))
  }
  return [...files].map(([path, bytes]) => ({ path, bytes })).sort((a, b) => (a.path < b.path ? -1 : 1))
}

function isWanted(path: string, wanted: readonly string[], artifacts: ArtifactsPlan | undefined): boolean {
  return covers(wanted, path) && !covers(artifacts?.exclude ?? [], path)
}

function covers(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => {
    const plain = pattern.replace(/^\.\//, '').replace(/\/$/, '')
    return matchesPath(plain, path) || matchesPath(`${plain}/**/*`, path)
  })
}
