import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator, type Server } from '../../sim/index.ts'
import { runConform } from '../cli.ts'
import { isRow, isRows, type Json, parseJson } from '../kit/json.ts'

// Paths in the mode read follow from the seed and from what the target holds, whatever else was checked before.

let server: Server
beforeAll(async () => {
  server = await createSimulator({ control: false, clock: 'frozen' }).listen()
})
afterAll(() => server.close())

/** A run of the mode read with a fault; the report, and the status. */
async function ran(options: Parameters<typeof runConform>[0]) {
  let out = ''
  const write = (text: string) => {
    out += text
  }
  const quiet = () => undefined
  const status = await runConform({ url: server.url, report: 'json', write, complain: quiet, ...options })
  const report = parseJson(out)
  return { status, report: isRow(report) ? report : {} }
}

function rowsIn(json: Json | undefined) {
  return isRows(json) ? json : []
}

/** What failed: the calls, and what is shown to repeat them. */
function failures(report: { readonly [name: string]: Json }) {
  const replays = new Map(rowsIn(report.faults).map(({ check, replay }) => [check, String(replay)]))
  return rowsIn(report.checks).flatMap(({ id, result }) => {
    const recipe = isRow(result) && result.kind === 'fail' ? result.recipe : undefined
    return isRow(recipe)
      ? [{ id: String(id), calls: recipe.calls, input: recipe.counterexample, replay: replays.get(id ?? '') }]
      : []
  })
}

/** The options that a printed command gives. */
function optionsIn(command: string) {
  const words = command.split(' ')
  const after = (flag: string) => words[words.indexOf(flag) + 1]
  return {
    replay: after('--replay') ?? '',
    project: after('--project') ?? '',
    seed: Number(after('--seed')),
    ...(words.includes('--mutant') ? { mutant: after('--mutant') ?? '' } : {}),
    strict: words.includes('--strict'),
  }
}

const fault = { mutant: 'wrong-total', ids: ['laws/paging'], seed: 5, runs: 3 }

test.each([
  ['GET /projects/:id/milestones', false],
  ['GET /projects/:id/labels', true],
] as const)(
  'what fails at %s, strict %s, fails again with the same calls and status',
  async (operation, strict) => {
    const first = await ran({ ...fault, operations: [operation], strict })
    const [failed] = failures(first.report)
    expect(first.status).toBe(1)
    const again = await ran({ ...optionsIn(failed?.replay ?? ''), runs: fault.runs })
    expect(again.status).toBe(first.status)
    expect(failures(again.report)).toMatchObject([{ calls: failed?.calls, input: failed?.input }])
  },
)

// Numbers of milestones follow from what is there, so what was checked before must not decide which are asked for.
test('a check asks for the same whether it runs alone or after others', async () => {
  const alone = await ran({ ...fault, operations: ['GET /projects/:id/milestones'] })
  const among = await ran({
    ...fault,
    operations: ['GET /projects/:id/m*', 'GET /projects/:id/labels'],
    exclude: ['laws/paging/get-projects-id-merge*'],
  })
  const [failed] = failures(alone.report)
  const calls = failures(among.report).map((one) => JSON.stringify(one.calls))
  expect(calls).toContain(JSON.stringify(failed?.calls))
})
