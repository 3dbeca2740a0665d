import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFor } from '../conformance/run/plan.ts'
import { select } from '../conformance/run/selection.ts'
import { inShard, parseShard } from '../conformance/run/shard.ts'
import { suite } from '../conformance/suite.ts'
import { servedSimulator } from '../conformance/targets/simulator.ts'
import { contract } from '../sim/contract.ts'
import { inRoot } from './root.ts'
import { snippetsOf } from './testing/snippets.ts'

// The two ways of spreading a run that conformance/README.md shows, played with the commands that stand there.

interface CiJob {
  readonly parallel?: number
  readonly script: readonly string[]
}
interface IndexedJob {
  readonly spec: {
    readonly completions: number
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] }
    }
  }
}

const yaml = snippetsOf('conformance/README.md').filter(({ language }) => language === 'yaml')
const documents = yaml.map(({ text }) => load(text) as { readonly [key: string]: unknown })
const matrix = documents.find((one) => 'conformance' in one) as unknown as {
  readonly conformance: CiJob
  readonly 'conformance-report': CiJob
}
const indexed = documents.find(({ kind }) => kind === 'Job') as unknown as IndexedJob

const families = ['badges/', 'protected-tags/']

let folder = ''
let server: Awaited<ReturnType<typeof servedSimulator>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-spread-'))
  server = await servedSimulator({})
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ran(command: string, environment: { readonly [name: string]: string }): Promise<void> {
  const cli = `'${process.execPath}' '${inRoot('dist/sim/cli/main.js')}'`
  const few = command.replace('npx forgery conform --shard', `${cli} conform ${families.join(' ')} --shard`)
  await promisify(execFile)('sh', ['-c', few.replace('npx forgery', cli)], {
    cwd: folder,
    env: { ...process.env, FORGERY_URL: server.url, FORGERY_RUNS: '1', ...environment },
  })
}

/** Ids of the checks in a report, those of all parts in their order. */
function checked(file: string): string[] {
  const { checks } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    readonly checks: readonly { readonly id: string }[]
  }
  return checks.map(({ id }) => id)
}

const partsOf = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

function expectParts(parts: readonly number[], count: number, first: number): void {
  const agreed = contract()
  const whole = select(planFor(suite, agreed, families), agreed, { ids: families })
  if (!whole.ok) throw new Error(whole.complaint)
  for (const part of parts) {
    const mine = inShard(whole.checks, parseShard(`${part}/${count}`)).map(({ id }) => id)
    expect(mine).not.toEqual([])
    const file = `part-${part - 1 + first}.json`
    expect(checked(file).sort()).toEqual(mine.sort())
    rmSync(join(folder, file))
  }
}

test('each job of a matrix runs its part, and a last one joins them', async () => {
  const { parallel = 0, script } = matrix.conformance
  for (const part of partsOf(parallel))
    for (const line of script)
      await ran(line, { CI_NODE_INDEX: String(part), CI_NODE_TOTAL: String(parallel) })
  for (const line of matrix['conformance-report'].script) await ran(line, {})
  expect(readFileSync(join(folder, 'conformance.html'), 'utf8')).toContain('protected-tags/')
  expectParts(partsOf(parallel), parallel, 1)
}, 60_000)

test('each completion of an indexed job runs its part', async () => {
  const { completions, template } = indexed.spec
  const [container] = template.spec.containers
  // That all parts together are the whole is the affair of shards: here the command is to run its own.
  const parts = [completions - 1]
  for (const part of parts)
    await ran(container?.args.join('\n') ?? '', { JOB_COMPLETION_INDEX: String(part - 1) })
  expectParts(parts, completions, 0)
}, 60_000)
