import { type Contract, type ContractOperation, type Dialect, isInForce } from '../../sim/contract.ts'
import { obeying } from '../draw/params.ts'
import { places } from '../draw/places.ts'
import { law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { answers } from '../kit/expect.ts'
import { Failure } from '../kit/finding.ts'
import { hashOf } from '../kit/hash.ts'
import { isRow, isRows, type Json, type Row, show } from '../kit/json.ts'
import { operationNamed } from '../kit/operations.ts'
import type { Params } from '../kit/query.ts'
import { type Attribute, attributesOf, shows } from '../oracle/attributes/attributes.ts'
import { isKept, thingOf } from '../oracle/attributes/exceptions.ts'
import { beside, isOnce } from '../oracle/attributes/values.ts'
import { listingOf, listsShowing, nameOf, type Reading, topmost } from '../oracle/readers.ts'
import { hasNoRoom, noRoom } from '../run/refusals.ts'
import type { Stage } from '../run/stage.ts'
import { leastAccepted, placeable, placed, skipBelowTop } from './sample.ts'

export const roundTrip = law({
  name: 'round-trip',
  says: 'a value that is sent for an attribute is what the answer, the record and its list show, and what is not sent stays as it was',
  source: 'conventions#round-trip',
  level: 'should',
  needs: { furnished: true },
  accepted: true,
  compares: true,
  appliesTo: (operation, contract) => placeable(operation) && shownOf(operation, contract).length > 0,
  holds: async (stage, operation) => {
    if (operation.id.endsWith('/members') && !stage.has('stranger'))
      return stage.skip('the target was given no stranger credential, and everybody else is a member already')
    if (operation.id === 'PUT /groups/:id/members/:user_id' && !stage.has('developer'))
      return stage.skip('the target was given no developer credential, and the last owner stays what he is')
    const trip = tripOf(stage, operation)
    const before = await trip.read()
    await (before === undefined ? created(trip) : updated(trip, before))
  },
})

/** What an operation writes that the record shows. */
function shownOf(operation: ContractOperation, { entities, dialect }: Contract): readonly Attribute[] {
  const { id, method, answer, entity } = operation
  // It answers with a record, and writes nothing of it.
  if (id === 'POST /runners/verify') return []
  // Two epics are linked once, and here more than one link is made.
  if (id === 'POST /groups/:id/epics/:epic_iid/related_epics') return []
  if (method === 'GET' || method === 'DELETE' || answer !== 'one') return []
  const properties = entities[entity ?? '']?.properties
  if (!isRow(properties as Json)) return []
  const fixed = fixedIn(operation, dialect)
  return attributesOf(operation, properties as Row).filter(
    ({ param }) => !fixed.includes(param.name) && !isFormer(operation, param.name),
  )
}

// The former names of the fixed dates of epics are those of what is shown, which follows from more than them.
function isFormer({ path }: ContractOperation, name: string): boolean {
  return /\/epics(?:\/:epic_iid)?$/.test(path) && (name === 'start_date' || name === 'end_date')
}

/** What of a record cannot be whatever is drawn. */
function fixedIn({ id, path }: ContractOperation, dialect: Dialect): readonly string[] {
  // An epic with public parts does not become confidential.
  if (id === 'PUT /groups/:id/epics/:epic_iid') return ['confidential']
  // Only a fork chooses where its merge requests go.
  if (/^(?:POST|PUT) \/projects(?:\/:id|\/user\/:user_id)?$/.test(id)) return ['mr_default_target_self']
  // Only names of emoji are taken: award-emoji/names.
  if (path.endsWith('/award_emoji')) return ['name']
  // A status of no pipeline of the commit gets one of its own, and no call reads front matter back by its parts.
  if (path.endsWith('/statuses/:sha')) return ['pipeline_id']
  if (/\/wikis(?:\/:slug)?$/.test(path)) return ['front_matter']
  // A namespace needs the agent of a cluster: deployments/cluster-agent.
  if (/\/environments(?:\/:environment_id)?$/.test(path))
    return ['kubernetes_namespace', 'flux_resource_path']
  // The values of headers and of variables are never shown.
  if (/\/hooks(?:\/|$)/.test(path)) return ['custom_headers', 'url_variables']
  // Tokens end within a year of a day that nobody draws.
  return /(?:access|impersonation)_tokens$/.test(path) && isInForce('access-tokens#later-longest', dialect)
    ? ['expires_at']
    : []
}

interface Trip {
  readonly stage: Stage
  readonly operation: ContractOperation
  readonly attributes: readonly Attribute[]
  readonly mark: string
  /** The record that an update is about; undefined where the call creates one, or none is read by itself. */
  readonly read: () => Promise<Row | undefined>
  /** Sends these values, and expects them where the record is shown: `everywhere` in lists that are not its own, too. */
  readonly send: (values: readonly Sent[], everywhere: boolean, now?: Row) => Promise<readonly Seen[]>
}

/** A value of an attribute, to be sent. */
interface Sent {
  readonly attribute: Attribute
  readonly value: Json
}

/** A record as a call showed it. */
interface Seen {
  readonly row: Row
  readonly reply: Reply
}

function tripOf(stage: Stage, operation: ContractOperation): Trip {
  const { contract } = stage
  const place = placed(stage, operation)
  const last = operation.method === 'POST' ? undefined : /:([a-z_]+)$/.exec(operation.path)?.[1]
  const reading = operationNamed(contract, `GET ${operation.path}`)
  const reader = reading?.answer === 'many' ? undefined : reading
  const attributes = shownOf(operation, contract)
  const mark = hashOf(operation.id).toString(36)
  // An update may give the record another name.
  let at = place
  const least = { ...leastAccepted(stage, operation), ...beside(operation, stage, mark) }
  return {
    stage,
    operation,
    attributes,
    mark,
    read: async () => {
      if (reader === undefined) return undefined
      const { status, json } = await stage.call(reader.id, at)
      return status === 200 && isRow(json) ? json : undefined
    },
    send: async (values, everywhere, now = {}) => {
      // What must be sent and is not meant to change is sent as it is.
      const same = attributes.flatMap(({ param, of }) =>
        Object.hasOwn(least, param.name) && of(now) !== undefined ? [[param.name, of(now)] as const] : [],
      )
      const sent = values.map(({ attribute, value }) => [attribute.param.name, value] as const)
      const wish = { ...least, ...Object.fromEntries([...same, ...sent]) } as Params
      const params = { ...obeying(operation, wish), ...at }
      const reply = await stage.call(operation.id, params)
      if (reply.status === 404 && operation.method !== 'POST') stage.skip('the stage has no such record')
      if (operation.id === 'POST /projects' && reply.status >= 400 && hasNoRoom(reply.text))
        stage.skip(noRoom)
      skipBelowTop(stage, operation, reply)
      answers(reply, operation.success)
      const row = reply.row()
      if (last !== undefined) at = { ...place, [last]: nameOf(row, last) ?? place[last] }
      const reading =
        reader === undefined
          ? topmost(contract, operation, params, row)[0]?.[1]
          : { operation: reader.id, params: at }
      const seen = [
        { row, reply },
        ...(await shownBy(stage, row, reading)),
        ...(await shownBy(stage, row, listingOf(contract, operation, params))),
      ]
      if (everywhere) seen.push(...(await elsewhere(stage, row)))
      for (const one of seen)
        expectShown(
          values.filter(({ attribute }) => Object.hasOwn(params, attribute.param.name)),
          one,
        )
      return seen
    },
  }
}

/** The record as a call shows it, alone or in a list; nothing where it is not among the first. */
async function shownBy(stage: Stage, row: Row, reading: Reading | undefined): Promise<readonly Seen[]> {
  if (reading === undefined) return []
  const reply = await stage.call(reading.operation, reading.params)
  if (reply.status !== 200) return []
  if (!isRows(reply.json)) return [{ row: reply.row(), reply }]
  return reply.json.filter((it) => isSame(it, row)).map((it) => ({ row: it, reply }))
}

/** The record in lists of other places. */
async function elsewhere(stage: Stage, row: Row): Promise<readonly Seen[]> {
  const lists = listsShowing(stage.contract, row).flatMap((list) => {
    const place = places(stage, list)
    const all = list.params.some(({ name }) => name === 'scope') ? { scope: 'all' } : {}
    return place === undefined ? [] : [{ operation: list.id, params: { ...place, ...all, per_page: 100 } }]
  })
  const seen: Seen[] = []
  for (const list of lists) seen.push(...(await shownBy(stage, row, list)))
  return seen
}

function isSame(one: Row, other: Row): boolean {
  const field = ['id', 'iid', 'key', 'slug', 'name'].find((it) => other[it] !== undefined)
  return field !== undefined && one[field] === other[field]
}

/** Two records, so that a switch is on in one of them and off in the other. */
async function created({ stage, operation, attributes, mark, send }: Trip): Promise<void> {
  const once = isOnce(operation)
  const things = thingsOf(attributes)
  for (const turn of once ? [0] : [0, 1]) {
    const values = aloneIn(attributes, turn).map((attribute) => {
      const place = things.indexOf(thingOf(attribute.param.name))
      return { attribute, value: attribute.values(stage, mark)[once ? 0 : (place + turn) % 2] as Json }
    })
    await send(values, true)
  }
}

/** One half of the attributes, the other half, and both again: the half that is not sent stays as it was. */
async function updated({ stage, operation, attributes, mark, send, read }: Trip, before: Row): Promise<void> {
  let now = before
  const things = thingsOf(attributes)
  const halfOf = ({ param }: Attribute) => things.indexOf(thingOf(param.name)) % 2
  for (const [turn, half] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const) {
    const values = aloneIn(
      attributes.filter((it) => halfOf(it) === half),
      turn,
    ).flatMap((attribute) => {
      const value = attribute.values(stage, mark).find((it) => !shows(attribute, it as Json, now))
      return value === undefined ? [] : [{ attribute, value: value as Json }]
    })
    if (values.length === 0) continue
    const seen = await send(values, turn === half, now)
    const rest = attributes.filter((it) => halfOf(it) !== half && isKept(operation.id, it.param.name))
    const kept = rest.flatMap((attribute) => {
      const value = attribute.of(now)
      return value === undefined ? [] : [{ attribute, value }]
    })
    for (const one of seen) expectShown(kept, one)
    now = (await read()) ?? seen[0]?.row ?? now
  }
}

/** What the attributes say something about, each once: its place does not depend on whose turn it is. */
function thingsOf(attributes: readonly Attribute[]): readonly string[] {
  return [...new Set(attributes.map(({ param }) => thingOf(param.name)))]
}

/** Of several parameters that say one thing the one whose turn it is. */
function aloneIn(attributes: readonly Attribute[], turn: number): readonly Attribute[] {
  return attributes.filter(({ param }) => {
    const thing = thingOf(param.name)
    const alike = attributes.filter((it) => thingOf(it.param.name) === thing)
    return alike[turn % alike.length]?.param === param
  })
}

function expectShown(values: readonly Sent[], { row, reply }: Seen): void {
  const wrong = values.filter(
    ({ attribute, value }) => row[attribute.shown] !== undefined && !shows(attribute, value, row),
  )
  if (wrong.length === 0) return
  const told = (of: (one: Sent) => Json | undefined) =>
    show(Object.fromEntries(wrong.map((one) => [one.attribute.shown, of(one) ?? null])))
  throw new Failure({
    title: `it shows another ${wrong.map(({ attribute }) => attribute.shown).join(', ')}`,
    expected: told(({ value }) => value),
    actual: told(({ attribute }) => attribute.of(row)),
    operation: reply.operation,
  })
}
