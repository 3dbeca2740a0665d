import type { ContractOperation } from '../../../sim/contract.ts'
import { isRow, isRows, type Json, type Row, show } from '../../kit/json.ts'
import { nameOf, readersIn } from '../../oracle/readers.ts'
import type { Heard } from '../exchange.ts'
import { type Listener, type Outcome, single, type TrafficLaw, weighed } from '../law.ts'

/** How much is remembered of long traffic: the oldest is forgotten. */
const MOST = 20_000

class Memory<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    if (this.size >= MOST && !this.has(key)) {
      const [oldest] = this.keys()
      if (oldest !== undefined) this.delete(oldest)
    }
    return super.set(key, value)
  }
}

/** Rows that are numbered by themselves: a member is named by the number of a user, which comes back. */
function isNumbered({ path }: ContractOperation): boolean {
  const [, param = ''] = /:([a-z_]+)$/.exec(path) ?? []
  return /(^|_)i?id$/.test(param) && !/^(user|group|project)_id$/.test(param)
}

function succeeded({ status }: Heard): boolean {
  return status >= 200 && status < 300
}

/** True where one began after the other had ended; false where the recording has no times and they may have overlapped. */
function isAfter(later: Heard, earlier: Heard): boolean {
  if (later.began === undefined || earlier.ended === undefined) return later.began === earlier.began
  return later.began >= earlier.ended
}

// After a longer time anybody may have changed it without being seen.
const LONG = 10 * 60 * 1000

function isSoonAfter(later: Heard, earlier: Heard): boolean {
  return isAfter(later, earlier) && (later.began ?? 0) - (earlier.ended ?? 0) <= LONG
}

/** Words below a project, a group or a user under which somebody may lose the sight of what is in it. */
const concealing =
  /\/(members|invitations|access_requests|share|transfer|archive|unarchive|restore|leave|block|ban|deactivate)(\/|$)/

/** What was said of one object by its path, until something shows that it may be true no longer. */
interface Remembered {
  readonly by: Heard
  fault?: Outcome
}

export const created: TrafficLaw = {
  name: 'created',
  says: 'what was created is found by who created it',
  source: 'conventions#statuses, conventions#not-found',
  level: 'must',
  begin: ({ contracts }) => {
    const readers = readersIn(contracts[0])
    const known = new Memory<Remembered>()
    const gone = (path: string) => {
      for (const key of known.keys()) if (`${key}/`.startsWith(`${path}/`)) known.delete(key)
    }
    return {
      forget: () => known.clear(),
      end: () => [...known.values()].flatMap(({ fault }) => (fault === undefined ? [] : [fault])),
      hear: (heard) => {
        const { method, path, operation, json, status, caller, given } = heard
        if (method === 'GET') {
          const before = known.get(path)
          // Another version than the one that was made may be missing.
          if (given.version !== undefined) return []
          if (before === undefined || before.by.caller !== caller || !isSoonAfter(heard, before.by)) return []
          if (status === 404) {
            before.fault ??= { heard, after: [before.by], fault: weighed(heard, missing(heard, before.by)) }
            return []
          }
          // A replica may lag behind a write: what is found in the end was only late.
          if (status === 200) delete before.fault
          return status === 200 ? [{ heard }] : []
        }
        if (!succeeded(heard)) return []
        if (method === 'DELETE') gone(path)
        else conceal(path, gone)
        const param = method === 'POST' ? readers.get(operation.path) : undefined
        const name = param !== undefined && status === 201 && isRow(json) ? nameOf(json, param) : undefined
        if (name !== undefined) known.set(`${path}/${encodeURIComponent(name)}`, { by: heard })
        return []
      },
    }
  },
}

function missing({ status }: Heard, by: Heard) {
  return {
    title: 'what was created is not found',
    expected: `200, since ${by.name} (${by.operation.id}) created it`,
    actual: String(status),
  }
}

// A change of what holds an object may take it out of sight, and so may a change of the settings of all.
function conceal(path: string, gone: (path: string) => void): void {
  if (path === '/application/settings') gone('')
  const [holder = path] = path.split(concealing)
  gone(holder)
}

/** Deleted later, or with a delay. */
const later = new Set(['DELETE /projects/:id', 'DELETE /groups/:id', 'DELETE /users/:id'])

export const deleted: TrafficLaw = {
  name: 'deleted',
  says: 'what was deleted is gone',
  source: 'conventions#statuses, conventions#not-found',
  level: 'must',
  begin: () => {
    const known = new Memory<Remembered>()
    return {
      forget: () => known.clear(),
      end: () => [...known.values()].flatMap(({ fault }) => (fault === undefined ? [] : [fault])),
      hear: (heard) => {
        const { method, path, operation, json, status } = heard
        if (method === 'DELETE') {
          const answer = status === 204 || status === 200
          if (answer && isNumbered(operation) && !later.has(operation.id)) known.set(path, { by: heard })
          return []
        }
        const before = known.get(path)
        if (method === 'GET') {
          if (before === undefined || !isSoonAfter(heard, before.by)) return []
          if (status === 404) delete before.fault
          if (status === 404) return [{ heard }]
          if (status === 200 && isRow(json) && !isMarked(json))
            before.fault ??= { heard, after: [before.by], fault: weighed(heard, still(heard, before.by)) }
          return []
        }
        if (!succeeded(heard)) return []
        // What is enabled, restored or given again has its number back.
        for (const key of known.keys())
          if (
            path.startsWith(`${key}/`) ||
            path === key ||
            (isRow(json) && key === `${path}/${String(json.id)}`)
          )
            known.delete(key)
        return []
      },
    }
  },
}

// A token that was revoked and a package that is being destroyed are still shown.
function isMarked(row: Row): boolean {
  return (
    row.revoked === true ||
    row.active === false ||
    row.marked_for_deletion_at != null ||
    /delet|destr|revoked/.test(String(row.state ?? row.status ?? ''))
  )
}

function still({ status, json }: Heard, by: Heard) {
  return {
    title: 'what was deleted is still there',
    expected: `404, since ${by.name} (${by.operation.id}) deleted it`,
    actual: `${status} ${show(json)}`,
  }
}

/** Every row of an answer that is numbered by itself, by its path. */
function numberedIn(heard: Heard, readers: ReadonlyMap<string, string>): readonly (readonly [string, Row])[] {
  const { operation, path, json } = heard
  const { method, path: template } = operation
  if (method === 'DELETE' || !succeeded(heard)) return []
  const param = readers.get(template)
  if (param !== undefined && /(^|_)i?id$/.test(param) && !/^(user|group|project)_id$/.test(param)) {
    const rows = isRows(json) ? json : method === 'POST' && isRow(json) ? [json] : []
    return rows.flatMap((row) => {
      const name = nameOf(row, param)
      return name === undefined ? [] : [[`${path}/${name}`, row] as const]
    })
  }
  const [, last] = /^(.*)\/[^/]+$/.exec(template) ?? []
  const own = isNumbered(operation) && last !== undefined && readers.has(last)
  return own && isRow(json) ? [[path, json]] : []
}

const constant = ['id', 'iid', 'created_at'] as const

export const unchanging: TrafficLaw = {
  name: 'unchanging',
  says: 'number and time of creation of an object stay as they are, and no two objects have one number',
  source: 'conventions#internal-ids, conventions#timestamps',
  level: 'must',
  begin: ({ contracts }): Listener => {
    const readers = readersIn(contracts[0])
    const known = new Memory<{ readonly by: Heard; readonly row: Row }>()
    return {
      forget: () => known.clear(),
      hear: (heard) => {
        const outcomes: Outcome[] = []
        for (const [path, row] of numberedIn(heard, readers)) {
          const before = known.get(path)
          if (before === undefined) known.set(path, { by: heard, row: kept(row) })
          else outcomes.push(compared(heard, row, before))
        }
        return outcomes.find(({ fault }) => fault !== undefined) === undefined
          ? outcomes.slice(0, 1)
          : outcomes.filter(({ fault }) => fault !== undefined).slice(0, 1)
      },
    }
  },
}

// Of thousands of rows only what is compared.
function kept(row: Row): Row {
  return Object.fromEntries(constant.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
}

function compared(heard: Heard, row: Row, before: { readonly by: Heard; readonly row: Row }): Outcome {
  const other = constant.find(
    (name) => known(before.row[name]) && known(row[name]) && !alike(before.row[name], row[name]),
  )
  if (other === undefined) return { heard }
  const twice = heard.method === 'POST' && before.by.method === 'POST'
  const title = twice ? 'two objects have one number' : `${other} has changed`
  const [was, is] = [show(before.row[other]), show(row[other])]
  const fault = weighed(heard, {
    title,
    expected: `${other} ${was}, as in ${before.by.name}`,
    actual: `${other} ${is}`,
  })
  return { heard, after: [before.by], fault }
}

function known(value: Json | undefined): boolean {
  return value !== undefined && value !== null
}

// One operation shows milliseconds, another seconds.
function alike(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true
  const [a, b] = [Date.parse(String(left)), Date.parse(String(right))]
  return typeof left === 'string' && Math.abs(a - b) < 1000
}

const shownAsSent = ['title', 'name', 'description', 'visibility', 'due_date', 'start_date']

export const shown = single({
  name: 'kept',
  says: 'what was sent is what the answer shows',
  source: 'conventions#statuses, conventions#strings',
  level: 'must',
  faults: (heard) => {
    const { method, json, given, operation } = heard
    if ((method !== 'POST' && method !== 'PUT') || !succeeded(heard) || !isRow(json)) return undefined
    // A rule that is derived from another one has its name.
    if (given.approval_project_rule_id !== undefined) return undefined
    const declared = new Set(operation.params.map(({ name }) => name))
    const asked = shownAsSent.flatMap((name) => {
      const value = given[name]
      const plain = typeof value === 'string' && isPlain(value, name) && declared.has(name)
      return plain && typeof json[name] === 'string' && !declared.has(`new_${name}`)
        ? [[name, value, json[name]] as const]
        : []
    })
    if (asked.length === 0) return undefined
    return asked.flatMap(([name, sent, shown]) =>
      bare(sent) === bare(String(shown))
        ? []
        : [
            weighed(heard, {
              title: `${name} is not what was sent`,
              expected: show(sent),
              actual: show(shown),
            }),
          ],
    )
  },
})

// Markup is sanitized, commands of a description are carried out, the page of a wiki is named by the end of its title,
// and what is no whole date may be read in several ways.
function isPlain(value: string, name: string): boolean {
  if (name.endsWith('_date')) return /^\d{4}-\d\d-\d\d$/.test(value)
  const command = name === 'description' ? /^\s*\//m : /\//
  return value.trim() !== '' && !/[<>&\p{Cc}\u2028\u2029]/u.test(value) && !command.test(value)
}

// A merge request is made a draft by a command, too.
function bare(title: string): string {
  return title.trim().replace(/^(Draft:|\[Draft\]|\(Draft\)|WIP:|\[WIP\])\s*/i, '')
}
