import fc from 'fast-check'
import type { ContractOperation } from '../../sim/contract.ts'
import { validParams } from '../draw/params.ts'
import { withExistingRecords } from '../draw/places.ts'
import { law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { equals } from '../kit/expect.ts'
import { Failure } from '../kit/finding.ts'
import { isRow, isRows, type Json, type Row, show } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import {
  computedLater,
  disagreement,
  listingOf,
  type Reading,
  readingOf,
  topmost,
} from '../oracle/readers.ts'
import type { Stage } from '../run/stage.ts'
import { endsCredential, placeable, placed, reads, sampleParams, travelling } from './sample.ts'

/** So many rows of a list, and records of one kind inside of an answer, are looked at. */
const MOST = 3

export const sameRecord = law<Params>({
  name: 'same-record',
  says: 'a record that is created, updated, listed or shown inside of another one has the values that reading it shows',
  source: 'conventions#same-record',
  level: 'must',
  needs: { furnished: true },
  hardy: true,
  accepted: true,
  appliesTo: (operation) =>
    placeable(operation) &&
    !endsCredential(operation) &&
    operation.method !== 'DELETE' &&
    (operation.answer === 'many' || operation.answer === 'one'),
  each: samples,
  holds: async (stage, operation, wish) => {
    const params = reads(operation)
      ? { ...sampleParams(stage, operation), ...wish }
      : { ...withExistingRecords(stage, wish), ...placed(stage, operation) }
    const reply = await stage.call(operation.id, params, travelling(operation))
    if (reply.status >= 300 || reply.json === undefined) return
    const read = reader(stage)
    for (const [row, reading] of topmost(stage.contract, operation, params, reply.json, MOST))
      await agrees(row, reading)
    for (const [row, reading] of inside(reply.json)) await agrees(row, reading)
    if (!reads(operation) && isRow(reply.json)) await listedAlike(stage, operation, params, reply)

    async function agrees(row: Row, reading: Reading): Promise<void> {
      const own = await read(reading)
      const wrong = own && disagreement(row, own, [...(reading.except ?? []), ...unsteady(stage, reading)])
      if (wrong !== undefined) throw differing(wrong, reply, reading.operation)
    }
  },
})

/** Attributes that a record shows as they were sent. */
const plain = ['title', 'name', 'description'] as const

export const unchangedUpdate = law({
  name: 'unchanged-update',
  says: 'an update to a value that the record has already leaves it as it was, with its `updated_at`',
  source: 'conventions#unchanged-update',
  level: 'should',
  needs: { furnished: true },
  accepted: true,
  compares: true,
  appliesTo: (operation, { operations, entities }) =>
    operation.method === 'PUT' &&
    placeable(operation) &&
    operation.params.some(({ name, in: where }) => where === 'given' && isPlain(name)) &&
    operations.some(({ id }) => id === `GET ${operation.path}`) &&
    tellsChange(entities[operation.entity ?? '']),
  holds: async (stage, operation) => {
    const place = placed(stage, operation)
    const read = async () => (await stage.call(`GET ${operation.path}`, place)).row()
    const before = await read()
    const names = operation.params.map(({ name }) => name).filter(isPlain)
    const name = names.find((it) => typeof before[it] === 'string' && before[it] !== '')
    if (name === undefined || typeof before.updated_at !== 'string') return
    const required = operation.params.filter((it) => it.required && it.in === 'given').map((it) => it.name)
    const same = Object.fromEntries([name, ...required].map((it) => [it, before[it] ?? null]))
    const reply = await stage.call(operation.id, { ...same, ...place } as Params)
    if (reply.status >= 300) return
    equals('the record', await read(), before, reply)
  },
})

function tellsChange(entity: Json | undefined): boolean {
  const properties = isRow(entity) ? entity.properties : undefined
  return isRow(properties) && Object.hasOwn(properties, 'updated_at')
}

function isPlain(name: string): boolean {
  return plain.some((it) => it === name)
}

/** Reads of each form that an operation answers in; writes with some of their parameters, and with others. */
function samples(operation: ContractOperation): readonly Params[] {
  if (!reads(operation)) return fc.sample(validParams(operation), { seed: 1, numRuns: 2 })
  const forms = operation.variants.flatMap(({ when }) =>
    typeof when === 'object' ? [{ [when.param]: when.equals }] : [],
  )
  return [{}, ...forms]
}

function differing(
  { attribute, shown, read }: NonNullable<ReturnType<typeof disagreement>>,
  { operation }: Reply,
  reader: string,
): Failure {
  return new Failure({
    title: `${attribute} is another one than ${reader} shows`,
    expected: show(read),
    actual: show(shown),
    operation,
  })
}

// An export has an end once it is made. The day of their activity is moved by each call of administrators, who alone are
// shown it.
function unsteady({ goesBack, knows, user }: Stage, { operation }: Reading): readonly string[] {
  if (goesBack) return knows('owner') && user('owner').admin ? ['last_activity_on'] : []
  return /_exports\/:/.test(operation) ? [...computedLater, 'expires_at'] : computedLater
}

/** Reads each record once; what cannot be read decides nothing. */
function reader(stage: Stage): (reading: Reading) => Promise<Row | undefined> {
  const known = new Map<string, Row | undefined>()
  return async ({ operation, params }) => {
    const key = JSON.stringify([operation, params])
    if (!known.has(key)) {
      const { status, json } = await stage.call(operation, params)
      known.set(key, status === 200 && isRow(json) ? json : undefined)
    }
    return known.get(key)
  }
}

/** Records of known kinds anywhere in an answer. */
function inside(json: Json): readonly (readonly [Row, Reading])[] {
  const found: (readonly [Row, Reading])[] = []
  const counts = new Map<string, number>()
  const look = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) look(item)
    if (!isRow(value)) return
    const reading = readingOf(value)
    const count = counts.get(reading?.operation ?? '') ?? 0
    if (reading !== undefined && count < MOST) {
      counts.set(reading.operation, count + 1)
      found.push([value, reading])
    }
    for (const inner of Object.values(value)) look(inner)
  }
  look(json)
  return found
}

/** What was created or updated is listed as the answer showed it, where it is listed at all. */
async function listedAlike(
  stage: Stage,
  operation: ContractOperation,
  params: Params,
  reply: Reply,
): Promise<void> {
  const row = reply.json
  const listing = listingOf(stage.contract, operation, params)
  if (listing === undefined || !isRow(row)) return
  const all = await stage.call(listing.operation, listing.params)
  const listed = isRows(all.json) ? all.json.find((it) => it.id !== undefined && it.id === row.id) : undefined
  const wrong = listed && disagreement(listed, row, unsteady(stage, listing))
  if (wrong !== undefined) throw differing(wrong, all, operation.id)
}
