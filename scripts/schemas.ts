// `npm run schemas -- FOLDER`: whether the answers of the newest release fit the response schemas of the service. The folder
// is a checkout of the service; the schemas and the specs that apply them are its own (`schemas/pairs.ts` says which).
// Everything that the conformance suite is answered is looked at, in the circumstances of the specs.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isRow, type Json, parseJson, type Row } from '../conformance/kit/json.ts'
import { operationOf } from '../conformance/mutants/systematic/calls.ts'
import { wholePlan } from '../conformance/run/plan.ts'
import { run } from '../conformance/run/runner.ts'
import { suite } from '../conformance/suite.ts'
import { contractFor } from '../conformance/targets/accepted.ts'
import { simulatorTarget } from '../conformance/targets/simulator.ts'
import type { WireReply, WireRequest } from '../conformance/targets/target.ts'
import { releases } from '../sim/contract.ts'
import { argumentsOf, COUNT, misused } from './arguments.ts'
import { type Pair, pairs } from './schemas/pairs.ts'
import { validatorsIn } from './schemas/validators.ts'

const { values, positionals } = argumentsOf({
  command: 'npm run schemas --',
  says: 'Tells which answers of the newest release do not fit the response schemas of the service.',
  options: { runs: { type: 'string', default: '1', about: 'inputs a property', fits: COUNT } },
  words: 'the folder of a checkout of the service',
})
const checkout = resolve(positionals[0] ?? '.')
if (positionals.length !== 1 || !existsSync(join(checkout, 'spec', 'fixtures', 'api', 'schemas')))
  misused(
    'npm run schemas --',
    `${checkout} has no spec/fixtures/api/schemas: it takes a checkout of the service`,
  )

const validatorOf = validatorsIn(checkout)
const newest = releases.at(-1) as '18.9'
const original = simulatorTarget({ dialect: newest })
const agreed = contractFor(original)
const byOperation = new Map<string, Pair[]>()
for (const pair of pairs)
  for (const id of pair.operations) byOperation.set(id, [...(byOperation.get(id) ?? []), pair])

let tried = 0
const met = new Set<string>()
const exceptions = new Map<string, string>()
const explained = new Map<string, number>()

const target = {
  ...original,
  open: async () => {
    const door = await original.open()
    const send = async (request: WireRequest): Promise<WireReply> => {
      const reply = await door.send(request)
      if (reply.status >= 200 && reply.status < 300) look(request, reply)
      return reply
    }
    return { ...door, send }
  },
}
for await (const event of run(wholePlan(suite, agreed), target, { runs: Number(values.runs) }))
  if (event.type === 'ended') break

for (const [what, where] of [...exceptions].sort()) process.stdout.write(`${what}: ${where}\n`)
for (const [because, times] of [...explained].sort())
  process.stdout.write(`${times} rows are unlike those of the specs: ${because}\n`)
const never = [...byOperation.keys()].filter((id) => !met.has(id)).sort()
if (never.length > 0) process.stdout.write(`never answered: ${never.join(', ')}\n`)
process.stdout.write(
  `${tried} rows of ${met.size} operations were held to ${new Set(pairs.map(({ schema }) => schema)).size} schemas, ${exceptions.size} kinds of exception\n`,
)
if (exceptions.size > 0) process.exitCode = 1

function look(request: WireRequest, { body }: WireReply): void {
  const id = operationOf(agreed, request)?.id ?? ''
  const its = byOperation.get(id)
  const json = its && parseJson(body)
  if (its === undefined || json === undefined) return
  const rows = Array.isArray(json) ? json : [json]
  // Nothing in a list is as good as a row: every schema of a list takes it.
  if (rows.length === 0) met.add(id)
  for (const pair of its)
    for (const row of rows.filter(isRow))
      if (isMeant(pair, request, row))
        for (const part of partsOf(pair, row)) hold(pair, id, request, part, Array.isArray(json))
}

function isMeant(
  { asked, unasked, by, shows, lacks }: Pair,
  { url, headers }: WireRequest,
  row: Row,
): boolean {
  const administers = Object.values(headers ?? {}).some((value) =>
    /^(?:Bearer )?root-token$/.test(String(value)),
  )
  return (
    (asked?.test(url) ?? true) &&
    !(unasked?.test(url) ?? false) &&
    (by === undefined || administers === (by === 'administrators')) &&
    (shows === undefined || Object.hasOwn(row, shows)) &&
    (lacks === undefined || !Object.hasOwn(row, lacks))
  )
}

/** The parts of a row that a schema is about. */
function partsOf({ schema }: Pair, row: Row): readonly Json[] {
  const [, name, each] = /^@(\w+)(\.\*)? /.exec(schema) ?? []
  if (name === undefined) return [row]
  const part = row[name]
  if (part === undefined || part === null) return []
  return each === undefined ? [part] : Object.values(part as Row)
}

function hold(pair: Pair, id: string, { url }: WireRequest, part: Json, isListed: boolean): void {
  const name = pair.schema.replace(/^@\S+ |^\[\]/, '')
  const validate = validatorOf(name)
  if (validate === undefined) return void exceptions.set(`no schema ${name}`, id)
  met.add(id)
  tried++
  const isAlone = pair.schema.startsWith('@') || pair.schema.startsWith('[]') || !isListed
  if (validate(isAlone ? part : [part])) return
  if (pair.like !== undefined && isRow(part) && !pair.like.is(part))
    return void explained.set(pair.like.because, (explained.get(pair.like.because) ?? 0) + 1)
  for (const { instancePath, message } of validate.errors ?? [])
    exceptions.set(`${name} ${instancePath.replace(/\/\d+/g, '/*')} ${message}`, `${id} (${url})`)
}
