import type { Contract } from '../../sim/contract.ts'
import { apiRoot } from '../kit/client.ts'
import { isRow, parseJson, type Row } from '../kit/json.ts'
import { operationNamed } from '../kit/operations.ts'
import { type RestorablePath, restorable } from '../kit/outlasting.ts'
import { encodeQuery, type Params } from '../kit/query.ts'
import { type Credentials, textOf, type Who, type WireRequest } from '../targets/target.ts'
import { whyReserved } from './reserved.ts'

/** A record that outlasts a run and can be put back: one row that is read and written under one path. */
export interface LastingRecord {
  readonly path: RestorablePath
  /** Whose credential reads it and puts it back. */
  readonly as: Who
  /** What tells it from others under its path. */
  readonly which: Params
}

/** Records of the installation are read by an administrator, those of an account by whoever has it. */
const owned: { readonly [path in RestorablePath]: 'admin' | 'caller' } = {
  '/application/settings': 'admin',
  '/application/plan_limits': 'admin',
  '/user/preferences': 'caller',
  '/user/status': 'caller',
}

/** The record that a request may change; undefined where none is, or where it is not told whose. */
export function recordOf(request: WireRequest, credentials: Credentials): LastingRecord | undefined {
  const path = restorable({ path: request.url.slice(apiRoot.length) })
  if (path === undefined) return undefined
  const which = path === '/application/plan_limits' ? { plan_name: planIn(request) } : {}
  if (owned[path] === 'admin') return { path, as: 'admin', which }
  const token = request.headers['private-token']
  const [as] = Object.entries(credentials).find(([, credential]) => credential.token === token) ?? []
  const other =
    'authorization' in request.headers || 'sudo' in request.headers || /sudo|token/.test(request.url)
  return as === undefined || other ? undefined : { path, as: as as Who, which }
}

function planIn(request: WireRequest): string {
  return String(sentIn(request).plan_name ?? 'default')
}

/** Parameters of a request by name, as far as they can be told. */
export function sentIn({ url, body }: WireRequest): Row {
  const query = Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''))
  const text = body === undefined ? '' : textOf(body)
  const json = parseJson(text)
  const form = isRow(json) || !text.includes('=') ? {} : Object.fromEntries(new URLSearchParams(text))
  const all = { ...query, ...form, ...(isRow(json) ? json : {}) }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name.replace(/\[.*/, ''), value]))
}

/** Where a record is read. */
export function urlOf({ path, which }: LastingRecord): string {
  const query = encodeQuery(which)
  return `${apiRoot}${path}${query === '' ? '' : `?${query}`}`
}

/** Names that a request mentions, of those that the record or the contract has. */
export function namesIn(
  request: WireRequest,
  record: LastingRecord,
  values: Row,
  contract: Contract,
): string[] {
  const known = [...Object.keys(values), ...writable(record, contract)]
  const sent = sentIn(request)
  const text = `${request.url} ${request.body === undefined ? '' : textOf(request.body)}`
  // What cannot be read as parameters is searched for their names.
  const all = Object.keys(sent).length > 0 ? Object.keys(sent) : (text.match(/[a-z_]{3,}/g) ?? [])
  return [...new Set(all)].filter((name) => known.includes(name) && !(name in record.which))
}

/** Names of what a record takes. */
export function writable({ path }: LastingRecord, contract: Contract): readonly string[] {
  return operationNamed(contract, `PUT ${path}`)?.params.map(({ name }) => name) ?? []
}

/** Why something of a record is not changed; undefined where it may be. `refused` is told of what is meant to be. */
export function whyLeft(
  name: string,
  { path }: LastingRecord,
  values: Row,
  refused: boolean,
): string | undefined {
  const reason = path === '/application/settings' ? whyReserved(name, values, refused) : undefined
  if (reason !== undefined || refused) return reason
  if (path === '/user/status' && values.clear_status_at != null) return 'the status ends by itself'
  return name in values ? undefined : 'what cannot be read could not be put back'
}

/** Names that are shown beside the ones that hold the values, and written together with others only. */
const deprecated =
  /^(?:housekeeping_(?:incremental_repack|full_repack|gc)_period|asset_proxy_whitelist|outbound_local_requests_allowlist_raw)$/

/** Whether a value is shown under another name, too, which is the one to write: some lists are shown as lines alone. */
function isBeside(name: string, values: Row): boolean {
  return deprecated.test(name) || (name.endsWith('_raw') && name.slice(0, -'_raw'.length) in values)
}

/** What is sent to give some attributes their values again. */
export function valuesBack(
  names: readonly string[],
  record: LastingRecord,
  values: Row,
  contract: Contract,
): Row {
  const params = operationNamed(contract, `PUT ${record.path}`)?.params ?? []
  // A status that is put loses what is not sent.
  const all = record.path === '/user/status' ? Object.keys(values) : names
  const chosen = params.filter(({ name }) => all.includes(name) && !isBeside(name, values))
  const beside = chosen.flatMap(({ name, whenTrue }) =>
    whenTrue !== undefined && values[name] === true ? whenTrue.params.map((param) => param.name) : [],
  )
  const wanted = [...chosen.map(({ name }) => name), ...beside.filter((name) => !isBeside(name, values))]
  return Object.fromEntries([...new Set(wanted)].map((name) => [name, values[name] ?? null]))
}

/** Names of what differs. */
export function changedIn(before: Row, after: Row, names: readonly string[]): string[] {
  return names.filter(
    (name) => name in before && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
}
