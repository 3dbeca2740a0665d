import type { Tier } from '../../sim/contract.ts'
import { Interrupted } from '../kit/finding.ts'
import { beginningOf, isRow, type Json, parseJson, type Row } from '../kit/json.ts'
import { observeProxy, type ProxyTraits } from './proxy-traits.ts'
import type { Credential, Credentials, WireReply } from './target.ts'
import { untrusted } from './untrusted.ts'
import type { Wire } from './wire.ts'

/** No such service answers at a URL, or none that the given token opens: with what came back and what to try. */
export class NotThere extends Error {}

/** What a service tells its owner of itself, before anything is checked. */
export interface Introduction {
  readonly version: string | undefined
  readonly tier: Tier | undefined
  readonly traits: ProxyTraits
  /** True where the owner's token is that of an administrator. */
  readonly administered: boolean
  /** True where the owner says that they may create neither groups nor projects of their own. */
  readonly createsNothing: boolean
}

/** Asks a service for its version and its user. Throws NotThere where neither is what such a service answers. */
export async function introduced(
  origin: string,
  wire: Wire,
  { owner, admin }: Credentials,
): Promise<Introduction> {
  const first = await ask(wire, '/version', owner)
  const version = rowIn(first)?.version
  const user = await ask(wire, '/user', owner)
  const known = typeof version === 'string' || isUser(rowIn(user))
  if (!known || user.status !== 200)
    throw known ? strange(origin, '/user', user, owner) : strange(origin, '/version', first, owner)
  const administered = rowIn(user)?.is_admin === true
  const metadata = rowIn(await ask(wire, '/metadata', owner))
  return {
    version: [metadata?.version, version].find((told) => typeof told === 'string'),
    tier:
      metadata?.enterprise === false
        ? 'free'
        : planIn(await licenseOf(wire, admin ?? (administered ? owner : undefined))),
    traits: await traitsOf(origin, wire, user, owner),
    administered,
    createsNothing: rowIn(user)?.can_create_group === false && rowIn(user)?.can_create_project === false,
  }
}

/** Who answers a user and no page of a list is there: what stands in front of it takes no longer headers. */
async function traitsOf(
  origin: string,
  wire: Wire,
  user: WireReply,
  owner: Credential | undefined,
): Promise<ProxyTraits> {
  try {
    return await observeProxy(wire, user, owner)
  } catch (problem) {
    if (!(problem instanceof Interrupted)) throw problem
    throw new NotThere(
      `${origin} cannot be checked: it answers GET /api/v4/user, and no page of a list (${problem.reason}); look into the log of what is in front of the service: of nginx, proxy_buffer_size is to be larger where headers are too long for it`,
    )
  }
}

async function ask(wire: Wire, path: string, by: Credential | undefined): Promise<WireReply> {
  const headers: { [name: string]: string } = by === undefined ? {} : { 'private-token': by.token }
  return wire({ method: 'GET', url: `/api/v4${path}`, headers })
}

function rowIn({ status, body }: WireReply): Row | undefined {
  const json = status === 200 ? parseJson(body) : undefined
  return isRow(json) ? json : undefined
}

function isUser(row: Row | undefined): boolean {
  return typeof row?.id === 'number' && typeof row.username === 'string'
}

async function licenseOf(wire: Wire, admin: Credential | undefined): Promise<Json | undefined> {
  if (admin === undefined) return undefined
  const reply = await ask(wire, '/license', admin)
  return reply.status === 200 ? parseJson(reply.body) : undefined
}

/** The plan of a licence, by its name of today or an older one; without one, or with one that lapsed, it is free. */
function planIn(license: Json | undefined): Tier | undefined {
  if (license === null) return 'free'
  if (!isRow(license)) return undefined
  const { plan, expired } = license
  if (expired === true) return 'free'
  if (plan === 'premium' || plan === 'silver') return 'premium'
  return plan === 'ultimate' || plan === 'gold' ? 'ultimate' : undefined
}

const expected: { readonly [path: string]: string } = {
  '/version': '{"version":"…"}',
  '/user': '{"id":…,"username":"…"}',
}

function strange(origin: string, path: string, reply: WireReply, owner: Credential | undefined): NotThere {
  return new NotThere(
    `${origin} cannot be checked: GET /api/v4${path} answers ${shownReply(reply)}, and ${expected[path]} was expected; ${advice(reply, owner)}`,
  )
}

function shownReply({ status, headers, body }: WireReply): string {
  const type = headers['content-type']?.split(';')[0] ?? 'no content type'
  const text = body.replaceAll(/\s+/g, ' ').trim()
  const seen = headers.location === undefined ? text : `to ${headers.location}`
  if (seen === '') return `${status} without a body`
  return `${status} ${type === 'application/json' || headers.location !== undefined ? '' : `(${type}) `}${cut(seen)}`
}

function cut(text: string): string {
  return text.length > 80 ? `${beginningOf(text, 80)}…` : text
}

function advice({ status, headers, body }: WireReply, owner: Credential | undefined): string {
  if (status >= 300 && status < 400)
    return 'if that is a login in front of the service, pass what it asks for with --header, or give the URL behind it'
  if (status === 429) {
    const wait = headers['retry-after']
    return `it limits requests: try again ${wait === undefined ? 'later' : `in ${wait} s`}, and send fewer with --rate`
  }
  if (status >= 500) return 'start the service, or look into its log'
  if (status === 400 && /\bHTTPS\b/.test(body)) return 'it speaks TLS: try https://'
  const json = isRow(parseJson(body))
  if (status === 403 && json)
    return 'give a token with the scope read_api (api for the modes write and control) of a user who is not blocked and has accepted the terms'
  if ((status === 401 || (status === 200 && json)) && owner === undefined)
    return 'give the token of the owner with --token or FORGERY_TOKEN'
  if (status === 401)
    return 'the token of the owner (--token or FORGERY_TOKEN) opens nothing: give one that is valid here, with the scope api or read_api'
  return 'give the base URL of the service, with its path if it has one, for example https://gitlab.example.com/gitlab'
}

/** Why nothing came at all. */
export function unintroduced(origin: string, { reason }: Interrupted): NotThere {
  const certificate = untrusted(origin, reason)
  if (certificate !== undefined) return new NotThere(certificate)
  if (/wrong version number|packet length too long|unknown protocol/i.test(reason))
    return new NotThere(`${origin} does not speak TLS (${reason}); try http://`)
  if (/no reply within|does not end/.test(reason))
    return new NotThere(
      `${origin} cannot be checked (${reason}); look whether it is the right URL, or wait longer with --timeout`,
    )
  if (origin.startsWith('http:') && /other side closed/.test(reason))
    return new NotThere(
      `${origin} closes the connection without a reply (${reason}); try https://, or look into the log of the service`,
    )
  return new NotThere(
    `nothing answers at ${origin} (${reason}); start it, or leave --url out to check a simulator in this process`,
  )
}
