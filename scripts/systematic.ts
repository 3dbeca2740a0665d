// `npm run faults`: faults that follow from the contract, each tried against the checks that reach it: every parameter of
// the specification ignored, taken for another value or given where nobody gave it (`--faults parameters`), and every
// attribute of every answer missing, null, constant, that of the first row, out of date or spelled otherwise
// (`--faults attributes`). Results are kept in `dist.mutation/`, so that a long run can be taken in slices:
//
//   npm run faults -- --faults attributes --slice 7/61    a slice; further words are parts of the names of faults
//   npm run faults -- --kind ignored --minutes 5          one kind, for at most five minutes; again: the rest
//   npm run faults -- --again                             once more what survived, after a check was added
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import type { AnyCheck } from '../conformance/kit/check.ts'
import { isRow, type Json, parseJson } from '../conformance/kit/json.ts'
import { operationOf } from '../conformance/mutants/systematic/calls.ts'
import { attributeFaults, parameterFaults } from '../conformance/mutants/systematic/index.ts'
import { namesSent } from '../conformance/mutants/systematic/sent.ts'
import type { SystematicFault } from '../conformance/mutants/systematic/systematic-fault.ts'
import { unfit, wholePlan } from '../conformance/run/plan.ts'
import { createSession } from '../conformance/run/runner.ts'
import { suite } from '../conformance/suite.ts'
import { simulatorTarget } from '../conformance/targets/simulator.ts'
import type { Door, Target, WireReply, WireRequest } from '../conformance/targets/target.ts'
import { contract as contractOf, type Dialect, dialects, type Tier } from '../sim/contract.ts'
import { argumentsOf, COUNT, oneOf } from './arguments.ts'
import { inRoot } from './root.ts'

const { values, positionals } = argumentsOf({
  command: 'npm run faults --',
  says: 'Tries faults that follow from the contract against the checks that reach them.',
  options: {
    kind: { type: 'string', multiple: true, default: [], about: 'beginnings of the names of faults' },
    minutes: { type: 'string', default: '600', about: 'ends after so many', fits: COUNT },
    dialect: {
      type: 'string',
      default: 'specification',
      about: 'what the simulator speaks',
      fits: oneOf(...dialects),
    },
    tier: {
      type: 'string',
      default: 'ultimate',
      about: 'its plan',
      fits: oneOf('free', 'premium', 'ultimate'),
    },
    again: { type: 'boolean', default: false, about: 'tries once more what survived' },
    faults: {
      type: 'string',
      default: 'parameters',
      about: 'of what',
      fits: oneOf('parameters', 'attributes'),
    },
    out: { type: 'string', default: inRoot('dist.mutation'), about: 'where results are kept' },
    slice: {
      type: 'string',
      default: '1/1',
      about: 'the part to be tried',
      fits: [/^[1-9]\d{0,3}\/[1-9]\d{0,3}$/, 'a part of so many: 7/61'],
    },
    list: { type: 'boolean', default: false, about: 'prints the names of the faults' },
    beyond: {
      type: 'boolean',
      default: false,
      about: 'takes the operations around the specification instead',
    },
  },
  words: 'parts of the names of faults',
})
const until = Date.now() + Number(values.minutes) * 60_000
const dialect = values.dialect as Dialect
const contract = contractOf(dialect)
const operations = contract.operations.filter((it) => it.beyond === values.beyond)
const all = (values.faults === 'parameters' ? parameterFaults : attributeFaults)(contract, operations)
const [part = 1, parts = 1] = values.slice.split('/').map(Number)
const chosen = all
  .filter(({ name }) => values.kind.length === 0 || values.kind.some((kind) => name.startsWith(kind)))
  .filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
  .filter((_, i) => i % parts === part - 1)
if (values.list) {
  process.stdout.write(`${chosen.map(({ name }) => name).join('\n')}\n${chosen.length} faults\n`)
  process.exit()
}

let planted: SystematicFault | undefined
let hear: ((request: WireRequest, reply: WireReply) => void) | undefined
const plain = simulatorTarget({ dialect, tier: values.tier as Tier })
const target: Target = { ...plain, open: async () => wrapped(await plain.open()) }

function wrapped(door: Door): Door {
  const memory = new Map<string, string>()
  let settled = false
  const send = async (request: WireRequest) => {
    const reply =
      planted === undefined || !settled
        ? await door.send(request)
        : await planted.fault(request, door.send, { credentials: target.credentials, memory })
    hear?.(request, reply)
    return reply
  }
  return {
    ...door,
    send,
    mark: async () => {
      settled = true
      const rewind = (await door.mark?.()) ?? (async () => undefined)
      const remembered = [...memory]
      return async () => {
        await rewind()
        memory.clear()
        for (const [key, value] of remembered) memory.set(key, value)
      }
    },
  }
}

const plan = wholePlan(suite, contract).filter((check) => unfit(check, target) === undefined)
const byId = new Map(plan.map((check) => [check.id, simple(check)]))

function simple(check: AnyCheck): AnyCheck {
  const { over, after: _, ...rest } = check
  return { ...rest, over: over && ((agreed) => fc.noShrink(over(agreed))) }
}

mkdirSync(values.out, { recursive: true })
interface Reach {
  [key: string]: string[]
}
const session = await createSession(target)
const { reach, cost } = await measured()

async function measured(): Promise<{ reach: Reach; cost: { [id: string]: number } }> {
  const file = `${values.out}/reach-${values.dialect}-${values.tier}-${values.beyond}.json`
  if (existsSync(file)) {
    const known = JSON.parse(readFileSync(file, 'utf8'))
    const fresh = [...byId.keys()].filter((id) => known.cost[id] === undefined)
    await measure(fresh, known)
    if (fresh.length > 0) writeFileSync(file, JSON.stringify(known))
    return known
  }
  const known = { reach: {}, cost: {} }
  await measure([...byId.keys()], known)
  writeFileSync(file, JSON.stringify(known))
  return known
}

async function measure(
  ids: readonly string[],
  { reach, cost }: { reach: Reach; cost: { [id: string]: number } },
) {
  const wanted = new Set(operations.map(({ id }) => id))
  for (const id of ids) {
    const keys = new Set<string>()
    hear = (request, reply) => {
      const operation = operationOf(contract, request)
      if (operation === undefined || !wanted.has(operation.id)) return
      keys.add(operation.id)
      if (reply.status < 400) keys.add(`${operation.id} ok`)
      for (const name of namesSent(request)) keys.add(`${operation.id} ? ${name}`)
      const json = reply.status < 300 ? parseJson(reply.body) : undefined
      if (json !== undefined) ways(json, '', (way) => keys.add(`${operation.id} > ${way}`))
    }
    const began = performance.now()
    const check = byId.get(id)
    if (check === undefined) continue
    const { result } = (await session.perform(check)).ended
    hear = undefined
    cost[id] = performance.now() - began
    // What does not hold already cannot tell of a fault.
    if (result.kind !== 'pass') continue
    for (const key of keys) reach[key] = [...(reach[key] ?? []), id]
  }
}

function ways(json: Json, way: string, add: (way: string) => void): void {
  if (Array.isArray(json)) for (const item of json) ways(item, way === '' ? '[]' : `${way}.[]`, add)
  else if (isRow(json))
    for (const [name, value] of Object.entries(json)) {
      const inner = way === '' ? name : `${way}.${name}`
      add(inner)
      ways(value, inner, add)
    }
}

const file = `${values.out}/${values.faults}-${values.dialect}-${values.tier}${values.beyond ? '-beyond' : ''}-${part}of${parts}.jsonl`
const known = new Map<string, { name: string; by?: string | undefined }>()
if (existsSync(file))
  for (const line of readFileSync(file, 'utf8')
    .split('\n')
    .filter((it) => it !== '')) {
    const one = JSON.parse(line)
    known.set(one.name, one)
  }
const last = new Map<string, string[]>()
for (const fault of chosen) {
  const before = known.get(fault.name)
  if (before !== undefined && !(values.again && before.by === undefined)) continue
  if (Date.now() > until) break
  const { operation, what, touches } = fault
  const key =
    touches === 'param'
      ? `${operation.id} ? ${what}`
      : touches === 'attribute'
        ? `${operation.id} > ${what}`
        : `${operation.id} ok`
  const ids = reach[key] ?? []
  const recent = last.get(operation.id) ?? []
  const weight = (id: string) => {
    const place = recent.indexOf(id)
    if (place >= 0) return place - 1000
    return (
      (cost[id] ?? 0) + (id.startsWith(`${operation.family}/`) ? 0 : id.startsWith('laws/shape') ? 20 : 50)
    )
  }
  const began = Date.now()
  planted = fault
  let by: string | undefined
  let why = ids.length === 0 ? 'nothing reaches it' : ''
  for (const id of [...ids].sort((a, b) => weight(a) - weight(b))) {
    const check = byId.get(id)
    if (check === undefined) continue
    const { result } = (await session.perform(check)).ended
    if (result.kind === 'fail') {
      by = id
      why = result.finding.title
      last.set(operation.id, [id, ...recent.filter((it) => it !== id)].slice(0, 4))
      break
    }
    if (result.kind === 'broken') {
      by = `broken ${id}`
      why = result.error.slice(0, 200)
      break
    }
  }
  planted = undefined
  known.set(fault.name, { name: fault.name, by })
  appendFileSync(
    file,
    `${JSON.stringify({ name: fault.name, op: operation.id, what, by, why, checks: ids.length, ms: Date.now() - began })}\n`,
  )
}
await session.close()
process.stdout.write(summary())
process.exit()

/** What survived, and how many of each kind did. */
function summary(): string {
  const tried = chosen.flatMap(({ name }) => known.get(name) ?? [])
  const survived = tried.filter(({ by }) => by === undefined)
  const kinds = new Map<string, { all: number; found: number }>()
  for (const { name, by } of tried) {
    const kind = name.split(' ', 1)[0] ?? ''
    const { all, found } = kinds.get(kind) ?? { all: 0, found: 0 }
    kinds.set(kind, { all: all + 1, found: found + (by === undefined ? 0 : 1) })
  }
  const rows = [...kinds].map(([kind, { all, found }]) => `${kind}: ${found} of ${all} found`)
  return `${[...survived.map(({ name }) => `SURVIVED ${name}`), ...rows].join('\n')}\n`
}
