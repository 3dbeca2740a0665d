import type { Entity, Schema, View } from '../entities/entity.ts'
import type { Differs } from '../lib/dialect.ts'
import type { Json } from '../lib/json.ts'
import type { CallOut } from '../lib/outbound.ts'
import type { ChangeId } from '../lib/releases/changes.ts'
import type { Stepwise } from '../lib/steps.ts'
import type { Scope } from '../model/access-tokens/token.ts'
import type { Tier } from '../model/installation/instance.ts'
import type { CountName, LaterCountName, ListName, SwitchName } from '../model/settings/attributes.ts'
import type { World } from '../model/world.ts'
import type { AbilityName } from '../policy/abilities.ts'
import type { Caller } from '../policy/caller.ts'
import type { Chain, SubjectName } from '../policy/subjects.ts'
import type { Instant } from '../time/calendar.ts'
import type { Continued, Listing } from './listing.ts'
import type { PlainRequest } from './message.ts'
import type { Params, ParamsOf, Rule } from './params.ts'
import type { OwnThrottle } from './throttle.ts'
import type { Dated } from './unmodified.ts'

export const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const
export type Method = (typeof methods)[number]

/**
 * Who is let in: whoever knows a secret that is a parameter (`none`, where users' credentials are not looked at),
 * anybody (`public`), anybody signed in (`user`), an administrator.
 */
export type Auth = 'none' | 'public' | 'user' | 'admin'

export type Paging = 'offset' | 'keyset' | 'both' | 'none'

/** Another shape of the same rows, chosen by a parameter, by the caller, or by the result. */
export interface Variant<Row> {
  readonly entity: Entity<Row>
  readonly when:
    | { readonly param: string; readonly equals: string | boolean }
    | { readonly row: (row: Row) => boolean }
    | 'anonymous'
  /** Another status than the usual one. */
  readonly status?: number
  /** Of a list: whether these rows are counted, where that is not as with the others. */
  readonly totals?: boolean
}

/** What an operation answers with. */
export type Answers<Result> =
  | One<Result>
  | (Result extends Listing<infer Row> ? Many<Row> : never)
  | Value
  | Bytes
  | Nothing

export interface One<Row> {
  readonly status?: number
  readonly one: Entity<Row>
  /** The answer for a record whose work is not finished. */
  readonly pending?: Pending<Row>
  /** The answer to HEAD where the service tells only that the record exists. */
  readonly head?: 204
  readonly variants?: readonly Variant<Row>[]
}
export interface Pending<Row> {
  readonly status: 202
  readonly headers: { readonly [name: string]: string }
  readonly while: (row: Row) => boolean
}
export interface Many<Row> {
  readonly status?: number
  readonly many: Entity<Row>
  /** Neither documentation nor a source of the suite states an order: that of the rows is the double's choice, and a squeezed world has another one. */
  readonly unordered?: true
  readonly paging?: Paging
  /** False for lists that never count their rows. */
  readonly totals?: false
  readonly keyset?: Keyset
  /** Offset pagination ends at the installation's limit, which the refusal explains for this type of object. */
  readonly ceiling?: string | Differs<string | undefined>
  readonly variants?: readonly Variant<Row>[]
}
/** How a list is walked by keyset; `keyset.ts` holds the rule of each way. */
export type Keyset = ById | ByToken | ByCursor
/** The next link carries the last id; `order_by` must be `id`, in either direction. */
export interface ById {
  readonly by: 'id'
}
/** The next link carries a `page_token` that names the last row; the handler gives a `Continued` listing. */
export interface ByToken {
  readonly by: 'token'
}
/** The next link carries a `cursor` that holds the place of the last row in the order of the list. */
export interface ByCursor {
  readonly by: 'cursor'
  /** The order when none is asked for, and the only one there is without `orders`. */
  readonly orderBy: string
  readonly sort: 'asc' | 'desc'
  /** All orders there are, in either direction, and by what rows stand in each: the id, or a text, equal ones by id. */
  // biome-ignore lint/suspicious/noExplicitAny: the list tells its rows.
  readonly orders?: { readonly [orderBy: string]: (row: any) => string | number }
  /** Only for anonymous callers; for others the parameter is ignored. */
  readonly for?: 'anonymous'
}
/** JSON that is no entity. A schema with `const` is its own value, whatever the handler returns. */
export interface Value {
  readonly status?: number
  readonly value: Schema
}
/** Content as it stands, under its media type. */
export interface Bytes {
  readonly status?: number
  readonly bytes: string
}
/** What a handler gives for it; its headers win over the declared media type. */
export interface Content {
  readonly bytes: Uint8Array
  readonly headers?: { readonly [name: string]: string }
}
export interface Nothing {
  readonly status: 204
}

type Served<A> =
  A extends Differs<infer Either>
    ? Served<Either>
    : A extends One<infer Row>
      ? Row
      : A extends Many<infer Row>
        ? A extends { readonly keyset: ByToken }
          ? Continued<Row>
          : Listing<Row>
        : A extends Value
          ? unknown
          : A extends Bytes
            ? Content
            : // biome-ignore lint/suspicious/noConfusingVoidType: what a rule of the model returns may stand there.
              void

/** Requests in a period: a number, or the setting in force that holds it; a setting of 0 lets everything in. */
export type Allowance = number | CountName | { readonly later: LaterCountName }

export interface RateLimit {
  readonly name: string
  /** Undefined where those who sign in are not counted. */
  readonly user?: Allowance
  readonly anonymous?: Allowance
  /** The setting that lists users who are not counted. */
  readonly except?: ListName
  /** Counted for each value of this parameter on its own. */
  readonly by?: string
  /** In milliseconds; a minute unless said. */
  readonly period?: number
  /** Only requests in which this parameter is not empty count. */
  readonly with?: string
  /** Counted for each of these on its own, once it is found and the parameters are valid. */
  readonly per?: SubjectName
  /** The column of the subject that tells one from another; its id unless said. */
  readonly column?: string
  /** Counted when the handler says so, since the service judges something else before. */
  readonly late?: true
  /** The period begins with the first request in it, not with the minute. */
  readonly fromFirst?: true
  /** What the refusal says was requested too often; the endpoint unless said. */
  readonly noun?: string
  /** What the refusal says instead. */
  readonly text?: string
  /** Counted for all callers together. */
  readonly ofAll?: true
}

/**
 * Credentials that count only where an operation says so. `password` is a token as the password of HTTP basic; what is
 * no token is ignored.
 */
export type AcceptedCredential = 'job_token' | 'deploy_token' | 'password'

export type Precondition = 'subject' | 'record'

export interface Lookup {
  /** What it is called in the 404 where it is not there. */
  readonly noun?: string
  /** Where the caller may not read it: found, so that rights decide, or missing under this name. */
  readonly unread?: 'found' | { readonly missing: string }
  /** Looked up before the rights on what it lies in are asked for. */
  readonly first?: true
}

/** What an operation answers below its tier. */
export type Unlicensed = { readonly status: number; readonly body: Json } | 'served'

/** The declaration of an operation; `handle.ts`, the router, OpenAPI, the reference and the suite read it. */
export interface Definition<
  P extends Params = Params,
  S extends SubjectName | undefined = SubjectName | undefined,
  A = AnyAnswers | Differs<AnyAnswers>,
> {
  readonly method: Method
  /** Below the API root, parameters with a colon: `/projects/:id/milestones`. */
  readonly path: string
  readonly summary: string
  readonly params?: P
  readonly rules?: readonly (Rule | Differs<Rule | undefined>)[]
  /** What the handler decides by the dialect, so that the contract can tell. */
  readonly decides?: readonly Differs<unknown>[]
  /** What the path names: a row of `policy/subjects.ts`, looked up before the handler runs. */
  readonly subject?: S
  /** Abilities on the subjects, each checked as soon as its subject is found: 403. */
  readonly needs?: AbilityName | readonly AbilityName[] | Differs<AbilityName>
  /** An ability without which the record is answered as missing: 404. */
  readonly sees?: AbilityName
  /** How the innermost subject is looked up, where that is not as its readers find it. */
  readonly lookup?: Lookup
  readonly answers: A
  readonly auth?: Auth | Differs<Auth>
  readonly tier?: Tier | Differs<Tier>
  /** What it answers below its tier: 403 unless said, or served all the same, with neutral values. */
  readonly unlicensed?: Unlicensed | Differs<Unlicensed | undefined>
  /** Credentials beyond those that every operation takes. */
  readonly accepts?: readonly AcceptedCredential[] | Differs<readonly AcceptedCredential[] | undefined>
  /** Answers an anonymous caller who may not see the place with a challenge of HTTP basic, others that it is missing. */
  readonly challenges?: true
  /** The body is content as it stands, whatever its type, and holds no parameters. */
  readonly takes?: 'content'
  /** Scopes that suffice besides `api` and, for reading, `read_api`. */
  readonly scopes?: readonly Scope[] | Differs<readonly Scope[] | undefined>
  /** Requests in a period for each user and for each anonymous address. Operations share a limit by its name. */
  readonly rateLimit?: RateLimit | Differs<RateLimit | undefined>
  /** The family of request limits that counts it where that is switched on, unless this parameter is false. */
  readonly throttle?: OwnThrottle
  /** Writes also while the installation is in maintenance. */
  readonly inMaintenance?: true
  /** `If-Unmodified-Since` is compared with the subject, or with the record that the handler finds: 412. */
  readonly unmodifiedSince?: Precondition | Differs<Precondition | undefined>
  /** A setting without which there is no such operation, for nobody: 404. */
  readonly whileOn?: SwitchName
  /** Its handler calls another host before it answers. */
  readonly callsOut?: true
  /** `first` checks rights before parameters; `last` asks for an administrator only after them. */
  readonly authorize?: 'first' | 'last'
  /** Puts validation texts under `message`. */
  readonly errorsUnder?: 'message'
  /** Path parameters whose values may hold dots. */
  readonly dotted?: readonly string[]
  /** Other spellings of the path. */
  readonly aliases?: readonly string[]
  /** What may follow the path after a dot; the handler is told which did. */
  readonly endings?: readonly string[]
  readonly deprecated?: true
  /** An extension of the specification. */
  readonly beyond?: true
  /** The change that brought it: older releases have no such path. */
  readonly since?: ChangeId
  /** The change that took it away. */
  readonly until?: ChangeId
  /** Refusals beyond those that follow from the other fields. */
  readonly refuses?: readonly (number | Differs<number | undefined>)[]
  /** Section of the specification. */
  readonly source?: string
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds operations over every row type.
export type AnyAnswers = One<any> | Many<any> | Value | Bytes | Nothing

/** What a handler is given. */
export type Context<P extends Params = Params, S extends SubjectName | undefined = undefined> = {
  readonly world: World
  readonly caller: Caller
  readonly params: ParamsOf<P>
  readonly now: Instant
  readonly view: View
  /** The request as it came, for what no parameter carries: where it came from, its own headers. */
  readonly request: PlainRequest
  /** The body, where the operation takes it as content; empty otherwise. */
  readonly content: Uint8Array
  /** The one of the declared endings that the path had. */
  readonly ending: string | undefined
  /** True for parameters that the request sent at all. */
  given(param: keyof P & string): boolean
  /** Text drawn from the world's seed; never the same twice. */
  drawText(alphabet: string, length: number): string
  /** Adds a header to the reply. */
  header(name: string, value: string): void
  /** Calls another host, where the definition says `callsOut`. */
  readonly callOut: CallOut
  /** Counts the request, where the definition says that its limit is a late one. */
  countRequest(): void
  /** The record that is about to be deleted, unless it has changed since the request's `If-Unmodified-Since`: 412. */
  unmodified<Row extends Dated>(record: Row): Row
  /** The number under which the reply is known. */
  requestId(): string
} & (S extends SubjectName ? Chain<S> : unknown)

export interface Operation {
  readonly definition: Definition
  // biome-ignore lint/suspicious/noExplicitAny: each handler is checked against its own definition where it is declared.
  readonly serve: (context: any) => unknown
}

/**
 * Declares an operation: what is true of it, and beside it the function that serves it; step by step where a request may
 * ask for so much that others would wait.
 */
export function operation<
  const P extends Params,
  const S extends SubjectName | undefined,
  const A extends AnyAnswers | Differs<AnyAnswers>,
>(definition: Definition<P, S, A>, serve: (context: Context<P, S>) => Stepwise<Served<A>>): Operation {
  return { definition: definition as unknown as Definition, serve }
}
