import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { contract } from './contract.ts'
import { RowText } from './entities/text/row-text.ts'
import { createSimulator, type Simulator } from './index.ts'
import { text } from './lib/bytes.ts'
import { LongTexts } from './lib/recent/long-texts.ts'
import type { PlainReply } from './protocol/message.ts'
import { Memory } from './store/memory.ts'
import { type ScriptedRequest, script } from './testing/script.ts'

/** Pages are remembered as such, in either direction. */
const queries = ['', '', '?per_page=2', '?per_page=2&page=2&sort=asc']
/** Its commits and changes are the same objects each time, as rows are. */
const comparison = '/projects/1/repository/compare?from=v1.3.0&to=v1.4.0'
const viewers = ['root', 'alice', 'bob', 'dave', 'mallory', undefined]

function reading(path: string, user: string | undefined): ScriptedRequest {
  const headers = user === undefined ? {} : { 'private-token': `${user}-token` }
  return { method: 'GET', url: `/api/v4${path}`, headers }
}

// Answers in JSON that there are in the demo world: every reading operation of whose records one has the number 1.
function readable(sim: Simulator): string[] {
  const paths = contract(sim.dialect)
    .operations.filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .map(({ path }) => path.replaceAll(/:[a-z_]+/g, '1'))
  return [...new Set(paths)].filter((path) => {
    const { status, headers } = sim.handle(reading(path, 'root'))
    return status === 200 && headers['Content-Type'] === 'application/json'
  })
}

/** A change of some row, whichever: what another column of it is, or that it is gone. */
interface Blow {
  readonly table: number
  readonly row: number
  readonly column: number
  readonly gone: boolean
}
const blows = fc.record({ table: fc.nat(), row: fc.nat({ max: 60 }), column: fc.nat(), gone: fc.boolean() })

// Some of what it leaves makes no sense, which has to show at once, too; but nothing is its own parent.
function strike({ world }: Simulator, { table, row, column, gone }: Blow): void {
  const filled = world.tableNames.filter((name) => !NOT_READ.includes(name) && sizeOf(world, name) > 0)
  const struck = world.table(filled[table % filled.length] as string)
  const rows = [...(struck?.all().ascending() ?? [])].slice(0, 60)
  const found = rows[row % rows.length]
  if (struck === undefined || found === undefined) return
  const columns = Object.entries(found).filter(
    ([name, value]) => typeof value !== 'object' && !/^id$|parent/i.test(name),
  )
  const [name, value] = columns[column % Math.max(columns.length, 1)] ?? []
  if (name === undefined || (gone && struck.size > 1)) struck.delete(found.id)
  else struck.update(found.id, { [name]: otherThan(value) })
}

// Without these the simulator itself does not work.
const NOT_READ = ['instance', 'sequences', 'jobs', 'tokens', 'gitObjects', 'settings']

function sizeOf(world: Simulator['world'], name: string): number {
  return world.table(name)?.size ?? 0
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  return typeof value === 'string' ? `${value}<` : value
}

// As a caller in this process gets it, or as an adapter sends it; then its memory is used again.
function answered(sim: Simulator, question: ScriptedRequest, asBytes: boolean): PlainReply {
  const { lender, ...reply } = sim.handle({ ...question, takesMore: asBytes })
  lender?.takeBack()
  return { ...reply, body: reply.body instanceof Uint8Array ? text(reply.body) : reply.body }
}

type Step = Blow | 'hour' | 'month' | 'mark' | 'back' | ScriptedRequest

const steps: fc.Arbitrary<Step[]> = fc.nat().chain((seed) =>
  fc.array(
    fc.oneof(
      { weight: 12, arbitrary: blows },
      {
        weight: 4,
        arbitrary: fc.constantFrom(...script(seed, 60).filter(({ method }) => method !== 'GET')),
      },
      { weight: 2, arbitrary: fc.constantFrom('hour', 'month', 'mark', 'back') },
    ),
    { minLength: 30, maxLength: 60 },
  ),
)

function take(step: Step, sim: Simulator, before: ReturnType<Simulator['snapshot']>): void {
  if (step === 'hour') sim.advance(3_600_000)
  else if (step === 'month') sim.advance(30 * 86_400_000)
  else if (step === 'back') sim.restore(before)
  else if (typeof step === 'object') 'url' in step ? sim.handle(step) : strike(sim, step)
}

test.each(['specification', 'real'] as const)(
  'what is remembered of rows is what would be written anew, whatever was written meanwhile (%s)',
  (dialect) => {
    const pattern = createSimulator({ dialect })
    const paths = [...readable(pattern), comparison]
    expect(paths.length).toBeGreaterThan(200)
    const question = fc.tuple(
      fc.constantFrom(...paths),
      fc.constantFrom(...viewers),
      fc.constantFrom(...queries),
    )
    const questions = fc.array(question, { minLength: 20, maxLength: 40 })
    fc.assert(
      fc.property(steps, questions, (steps, asked) => {
        const sim = pattern.fork()
        const questions = asked.map(([path, user, query]) =>
          reading(path === comparison ? path : `${path}${query}`, user),
        )
        for (let round = 0; round < 2; round++) for (const question of questions) sim.handle(question)
        let before = sim.snapshot()
        for (const step of steps) {
          if (step === 'mark') before = sim.snapshot()
          take(step, sim, before)
          // A fork remembers nothing: it writes each answer anew, of the same world at the same moment.
          const fresh = sim.fork()
          for (const [i, question] of questions.entries()) {
            const { status, body } = fresh.handle(question)
            const asBytes = (i + steps.indexOf(step)) % 2 === 0
            expect(answered(sim, question, asBytes), question.url).toMatchObject({ status, body })
            expect(sim.journal.replyBody(sim.journal.next - 1)).toBe(body)
          }
        }
      }),
      { numRuns: 5 },
    )
  },
)

/** Counts how many texts of rows are written as a whole from now on; asked for the number, it stops. */
function countingWrites(): () => number {
  let written = 0
  const counted = (write: () => string) => () => {
    written++
    return write()
  }
  const { part, partFor } = Memory.prototype
  const spies = [
    vi.spyOn(Memory.prototype, 'part').mockImplementation(function (this: Memory, shape, row, write, join) {
      return part.call(this, shape, row, counted(write), join)
    }),
    vi.spyOn(Memory.prototype, 'partFor').mockImplementation(function (
      this: Memory,
      shape,
      row,
      caller,
      write,
      join,
    ) {
      return partFor.call(this, shape, row, caller, counted(write), join)
    }),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
    return written
  }
}

test.each([
  ...['issues', 'merge_requests', 'milestones', 'labels', 'repository/commits'].map(
    (rows) => `/projects/1/${rows}?per_page=100`,
  ),
  comparison,
])('rows of %s that were shown twice are not written again, nor when something else is put back', (path) => {
  const sim = createSimulator()
  const request = reading(path, 'alice')
  for (let shown = 0; shown < 2; shown++) sim.handle(request)
  const mark = sim.snapshot()
  sim.restore(mark)
  const elsewhere = { ...reading('/groups?name=Guild&path=guild', 'root'), method: 'POST' }
  expect(sim.handle(elsewhere).status).toBe(201)
  sim.restore(mark)
  const written = countingWrites()
  sim.handle(request)
  expect(written()).toBe(0)
})

test.each([
  '/projects/1/jobs?scope=success',
  '/projects/1/deployments',
  '/runners/all',
  '/runners/1',
  '/projects/1/repository/branches',
  '/projects/1/repository/tags',
  '/projects/1/merge_requests/1/discussions',
  '/personal_access_tokens',
  '/application/settings',
])('%s is not written again as time goes by', (path) => {
  const sim = createSimulator()
  const request = reading(path, 'root')
  for (let shown = 0; shown < 2; shown++) sim.handle(request)
  sim.advance(1000)
  const written = vi.spyOn(RowText.prototype, 'write')
  const { status } = sim.handle(request)
  const { length } = written.mock.calls
  written.mockRestore()
  expect([status, length]).toEqual([200, 0])
})

test('of a job that runs only how long it does is written again', () => {
  const sim = createSimulator()
  const request = reading('/projects/1/jobs?scope=running', 'root')
  for (let shown = 0; shown < 3; shown++) sim.handle(request)
  const written = countingWrites()
  const texts = [1, 2].map(() => sim.handle(request).body)
  expect(written()).toBe(0)
  expect(texts[0]).not.toBe(texts[1])
})

test('the tag of a list is worked out once for each of several roles, however they alternate', () => {
  const sim = createSimulator()
  const ask = () =>
    ['alice', 'bob', 'dave'].map((user) => sim.handle(reading('/projects', user)).headers.ETag)
  for (let shown = 0; shown < 3; shown++) ask()
  const workedOut = vi.spyOn(LongTexts.prototype, 'of')
  const tags = ask()
  const { length } = workedOut.mock.calls
  workedOut.mockRestore()
  expect([length, new Set(tags).size]).toEqual([0, 3])
})

const ofProject = ['', '/merge_requests/1', '/issues/1', '/jobs?scope=success']

test.each(['users/2', ...ofProject.map((path) => `projects/1${path}`)])(
  'what %s shows everybody is not written again for another caller of the same role',
  (path) => {
    const sim = createSimulator()
    const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
    const ask = (method: string, url: string, body: object) => {
      const { status, body: text } = sim.handle({
        method,
        url: `/api/v4/${url}`,
        headers,
        body: JSON.stringify(body),
      })
      expect(status).toBe(201)
      return JSON.parse(String(text))
    }
    const tokens = ['one', 'two', 'three'].map((name) => {
      const email = `${name}@example.com`
      const { id } = ask('POST', 'users', { username: name, name, email, force_random_password: true })
      ask('POST', 'projects/1/members', { user_id: id, access_level: 30 })
      return ask('POST', `users/${id}/personal_access_tokens`, { name, scopes: ['api'] }).token as string
    })
    const shown = (token: string) => {
      const { status } = sim.handle({
        method: 'GET',
        url: `/api/v4/${path}`,
        headers: { 'private-token': token },
      })
      expect(status).toBe(200)
    }
    for (const token of tokens.slice(0, 2)) shown(token)
    const written = countingWrites()
    for (const token of tokens.slice(2)) shown(token)
    expect(written()).toBe(0)
  },
)
