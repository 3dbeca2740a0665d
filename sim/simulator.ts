import {
  demoWorld,
  emptyWorldDescription,
  parseWorldDescription,
  type WorldDraft,
} from '../fixtures/index.ts'
import { families } from './api/index.ts'
import { uploadedReply } from './api/shared/uploaded-file.ts'
import { contract } from './contract.ts'
import type { Controlled, Mark, ResetChoice } from './control/controlled.ts'
import { disturbed, type FaultRule, Faults } from './control/faults.ts'
import { Journal } from './control/journal.ts'
import { controlReply } from './control/operations.ts'
import { probeReply } from './control/probes.ts'
import { isSavedState, readState, type SavedState, savedState } from './control/saved-state.ts'
import { prefixOf, type WorldBeginning, Worlds } from './control/worlds.ts'
import { Background } from './jobs/background.ts'
import { followJobs } from './jobs/follow-jobs.ts'
import { announce } from './jobs/hooks/announce.ts'
import { followPushes } from './jobs/pushed-pipelines.ts'
import { recordResourceEvents } from './jobs/resource-events.ts'
import { utf8 } from './lib/bytes.ts'
import { type Dialect, dialects } from './lib/dialect.ts'
import {
  type Answered,
  Awaiting,
  type FarReply,
  type OutboundCall,
  type OutboundPolicy,
  outboundPolicies,
  replaying,
} from './lib/outbound.ts'
import { latestAudit, signAudits } from './model/audit-events/audit-log.ts'
import { type Tier, tiers } from './model/installation/instance.ts'
import { loadWorld } from './model/load.ts'
import { presetSettings } from './model/settings/in-force.ts'
import type { User } from './model/users/user.ts'
import type { World } from './model/world.ts'
import { isOauth, oauthAnswer } from './oauth/index.ts'
import { openApiDocument } from './openapi.ts'
import type { Caller } from './policy/caller.ts'
import { bindLater } from './protocol/bind.ts'
import { handle, type Service } from './protocol/handle.ts'
import type { PlainReply, PlainRequest } from './protocol/message.ts'
import { outsideReply } from './protocol/outside.ts'
import { RateLimits } from './protocol/rate-limit.ts'
import { Refusal, serverError } from './protocol/refusal.ts'
import { type Answer, finish, refusalAnswer, requestId } from './protocol/reply.ts'
import { Router } from './protocol/route.ts'
import { type GitHttp, isGitRequest, smartHttpReply } from './smart-http/index.ts'
import type { Instant } from './time/calendar.ts'
import { Clock, type ClockMark, type ClockMode, duration, instant, parseClockMode } from './time/clock.ts'
import { VERSION } from './version.ts'

/** A seeded world by name, a description of one's own, or what `save` wrote of a simulator. */
export type WorldChoice = 'demo' | 'empty' | WorldDraft | SavedState

export interface SimulatorOptions {
  /** Whole number that everything generated and drawn depends on. Default 1. */
  readonly seed?: number
  /** Default `demo`. */
  readonly world?: WorldChoice
  /** Multiplies the generated part of the demo world. Default 1. */
  readonly scale?: number
  /** Plan of the installation. Default `ultimate`. */
  readonly tier?: Tier
  /** Which authority is followed where specification and real service contradict each other. Default `specification`. */
  readonly dialect?: Dialect
  /** `tick` (default), `tick:DURATION`, `real`, `xN` or `frozen`. */
  readonly clock?: string
  /** Virtual time at the start, ISO 8601. Default 2024-01-01T00:00:00Z. */
  readonly start?: string
  /** Scheme, host and port that links carry. Default `http://127.0.0.1:8080`; `listen` puts its own address here. */
  readonly url?: string
  /**
   * Counts requests against all limits that the settings of the installation hold. Default false: then only those for
   * all requests count, once somebody has switched them on.
   */
  readonly rateLimits?: boolean
  /** How long other operations act on what the settings were, a duration or milliseconds. Default 60s; 0 for no time. */
  readonly settingsCache?: string | number
  /** Serves the control API at `/_forgery`. Default true. */
  readonly control?: boolean
  /** Secret that the control API then asks for. */
  readonly controlToken?: string
  /** Rules of `/_forgery/faults` in force from the start. */
  readonly faults?: readonly FaultRule[]
  /**
   * Delay of every reply in wall time: a duration or milliseconds, two durations between which each is drawn
   * (`50ms..200ms`), or a profile: `lan`, `wan`, `mobile`, `slow`. Default 0.
   */
  readonly latency?: string | number
  /** Which hosts calls of the simulator itself may reach: this machine's own (default), none, or any. */
  readonly outbound?: OutboundPolicy
  /** Answers those calls instead of the network, whatever the policy; `handle` needs an answer that is no promise. */
  readonly farSide?: (call: OutboundCall) => FarReply | Promise<FarReply>
  /** Store of objects that answers imports from S3 instead of the cloud, for example `http://127.0.0.1:9000`. */
  readonly s3Endpoint?: string
  /** Told of each unexpected error; the client gets 500 and the world stays as it was. */
  readonly onServerError?: (error: unknown) => void
}

/** What only an adapter can do; `index.ts` hands it in. */
export interface Doors {
  /** Wall time in milliseconds, for clocks that follow it. */
  readonly wall: () => Instant
  /** The demo world of an installation that was told nothing, where somebody wrote it down. */
  readonly prepared: () => SavedState | undefined
  readonly fetch: (
    handle: (request: PlainRequest) => PlainReply | Promise<PlainReply>,
    request: Request,
  ) => Promise<Response>
  /** Makes a call under the policy, or hears what stands in for the far side. */
  readonly callOut: (
    call: OutboundCall,
    far: OutboundPolicy | ((call: OutboundCall) => FarReply | Promise<FarReply>),
    answered: (reply: FarReply) => void,
  ) => void
  readonly promised: <T>(begin: (done: (value: T) => void) => void) => Promise<T>
  readonly listen: (simulator: Simulator, options: ListenOptions) => Promise<Server>
}

export interface ListenOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number
  /** Default `127.0.0.1`. */
  readonly host?: string
}

export interface Server {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** A moment of a simulator, to which `restore` goes back. Taken in O(1). */
export interface Snapshot {
  readonly world: World
  readonly clock: ClockMark
  readonly requests: number
}

interface Choice {
  readonly seed: number
  readonly world: WorldChoice
}

interface NamedMark extends Mark {
  readonly snapshot: Snapshot
}

/** The limits on requests that the service itself has switched off at first. */
const limited = { throttle_authenticated_api_enabled: true, throttle_unauthenticated_api_enabled: true }

const API = /^\/api\/v4(?=[/?#]|$)/
const ROUTERS = new Map<Dialect, Router>()

/** The double: one world, its clock, and everything that answers requests about it. */
export class Simulator implements Controlled {
  readonly version = VERSION
  readonly journal: Journal
  readonly faults: Faults
  /** The named worlds of this process, each served below `/w/NAME`. */
  readonly worlds: Worlds<Simulator>
  readonly #options: SimulatorOptions
  readonly #doors: Doors
  readonly #clock: Clock
  readonly #limits: RateLimits
  readonly #router: Router
  readonly #background: Background
  #choice: Choice
  #initial: Snapshot
  #world: World
  #requests = 0
  #marks: NamedMark[] = []
  #lastMark = 0
  #url: string

  /** Throws a RangeError for an option that makes no sense. `from` is the simulator of which this is a fork, or a world of that name. */
  constructor(options: SimulatorOptions, doors: Doors, from?: Simulator, name?: string) {
    checkOptions(options)
    this.#options = options
    this.#doors = doors
    this.#choice =
      from === undefined ? { seed: options.seed ?? 1, world: options.world ?? 'demo' } : from.#choice
    this.#url = from === undefined ? (options.url ?? 'http://127.0.0.1:8080').replace(/\/+$/, '') : from.#url
    this.#initial = from === undefined ? this.#build(this.#choice) : from.#initial
    this.#world = (from === undefined ? this.#initial.world : from.#world).fork()
    this.#clock = new Clock(from?.clock.mark() ?? this.#initial.clock, doors.wall)
    this.#requests = (from === undefined ? this.#initial : from.snapshot()).requests
    this.#limits = new RateLimits(options.rateLimits === true)
    this.#router = routerOf(this.dialect)
    this.#background = new Background({
      world: () => this.#world,
      ask: (call, answered) => this.#ask(call, answered),
      broke: (error) => this.#options.onServerError?.(error),
    })
    this.journal = new Journal()
    this.faults = from?.faults.fork() ?? new Faults(options.faults ?? [], options.latency ?? 0)
    this.worlds =
      name === undefined || from === undefined
        ? new Worlds<Simulator>(this, (...about) => this.#begun(...about))
        : from.worlds
    if (name !== undefined) this.#moved(`${this.worlds.main.url}${prefixOf(name)}`)
  }

  /**
   * Answers a request: synchronously, and as one transaction. Where the answer depends on a call to somebody else, that
   * call fails, unless it goes to the simulator itself or `farSide` answers it at once.
   */
  handle(request: PlainRequest): PlainReply {
    return this.#answered(this.#addressed(request, 'outside'))
  }

  #answered(begun: PlainReply | Paused): PlainReply {
    let outcome = begun
    while (outcome instanceof Paused) outcome = outcome.goOn(this.#atHand(outcome.call))
    return outcome
  }

  /** Answers a request as `handle` does, and waits where the answer depends on somebody else. */
  respond(request: PlainRequest): PlainReply | Promise<PlainReply> {
    const outcome = this.#addressed(request, 'outside')
    return outcome instanceof Paused ? this.#doors.promised((done) => this.#finish(outcome, done)) : outcome
  }

  /** Resolves when no job waits for somebody outside any longer. */
  settled(): Promise<void> {
    return this.#doors.promised((done) => this.#background.settled(done))
  }

  #finish(outcome: PlainReply | Paused, done: (reply: PlainReply) => void): void {
    if (outcome instanceof Paused) this.#ask(outcome.call, (reply) => this.#finish(outcome.goOn(reply), done))
    else done(outcome)
  }

  // Most requests are for the world without a name, and pay for one look at their path and headers.
  #addressed(request: PlainRequest, from: 'outside' | 'itself'): PlainReply | Paused {
    const found = this.worlds.addressed(request)
    if (found === undefined) return this.#receive(request, from)
    return 'world' in found ? found.world.#receive(found.request, from) : found
  }

  // What the simulator asks itself is part of what it was asked, and takes no time of its own.
  #receive(request: PlainRequest, from: 'outside' | 'itself'): PlainReply | Paused {
    const outside = isOauth(request) ? undefined : this.#beside(request)
    if (outside !== undefined) return outside
    const back = this.#wayBack()
    if (from === 'outside') this.#clock.tick()
    this.#runDue(this.#clock.now())
    const now = this.#clock.now()
    const number = ++this.#requests
    const { seed } = this.#choice
    const fault = this.faults.idle ? undefined : this.faults.match(request, { seed, number, now })
    let user: string | null = null
    const onIdentified = (caller: Caller) => {
      user = caller.user?.username ?? null
    }
    const { method, url } = request
    const sent = (reply: PlainReply): PlainReply => {
      this.journal.record({ at: now, method, url, status: reply.status, user }, back)
      return disturbed(reply, fault?.transport)
    }
    if (fault?.reply !== undefined) return sent(fault.reply)
    const attempt = (answers: readonly Answered[]): PlainReply | Paused => {
      const answer = this.#transaction(request, { number, now, onIdentified, answers })
      if (answer instanceof Awaiting)
        return new Paused(answer.call, (reply) => attempt([...answer.answers, { call: answer.call, reply }]))
      return sent(finish(answer, request, { seed, number, now, url: this.#url }))
    }
    return attempt([])
  }

  /** Answers a web-standard request in process. */
  fetch(request: Request | string, init?: RequestInit): Promise<Response> {
    const web = typeof request === 'string' || init !== undefined ? new Request(request, init) : request
    return this.#doors.fetch((plain) => this.respond(plain), web)
  }

  /** Serves over HTTP until the server is closed. Rejects with the system's error when the port cannot be had. */
  listen(options: ListenOptions = {}): Promise<Server> {
    return this.#doors.listen(this, options)
  }

  /** An isolated copy in O(1): what happens in one is never seen by the other. */
  fork(): Simulator {
    return new Simulator(this.#options, this.#doors, this)
  }

  snapshot(): Snapshot {
    return { world: this.#world.fork(), clock: this.#clock.mark(), requests: this.#requests }
  }

  /** Goes back to a snapshot, which can be used again. */
  restore({ world, clock, requests }: Snapshot): void {
    this.#world = world.fork()
    if (this.#world.instance.require(1).url !== this.#url) this.#world.instance.update(1, { url: this.#url })
    this.#clock.resume(clock)
    this.#requests = requests
    this.#limits.clear()
  }

  /** A moment as plain JSON, for a file: the present one unless told. `createSimulator({ world })` begins with it again. */
  save(moment: Snapshot = this.snapshot()): SavedState {
    return savedState(moment)
  }

  /** Back to the seeded world, or to another one. Throws a RangeError for a world that is unknown. */
  reset(to: ResetChoice = {}): void {
    const world = to.world === undefined ? this.#choice.world : chosenWorld(to.world)
    const seed = to.seed ?? this.#choice.seed
    checkOptions({ seed })
    if (seed !== this.#choice.seed || world !== this.#choice.world) {
      // Nothing has changed yet when a description turns out to make no sense.
      this.#initial = this.#build({ seed, world })
      this.#choice = { seed, world }
    }
    this.restore(this.#initial)
    this.journal.reset()
    this.faults.reset()
    this.#marks = []
  }

  /** The clock of the world. `advance` and `set` run the jobs that become due, in order. */
  get clock() {
    const clock = this.#clock
    return {
      now: () => clock.now(),
      mark: () => clock.mark(),
      /** Takes a duration (`90s`, `1h`) or milliseconds. */
      advance: (by: string | number) => this.advance(duration(by)),
      /** Takes ISO 8601 or milliseconds since 1970. */
      set: (to: string | Instant) => this.setTime(typeof to === 'string' ? instant(to) : to),
      toString: () => clock.toString(),
    }
  }

  /** The rows themselves, for direct arrangement. */
  get world(): World {
    return this.#world
  }

  get seed(): number {
    return this.#choice.seed
  }

  get worldName(): string {
    return typeof this.#choice.world === 'string' ? this.#choice.world : 'custom'
  }

  get tier(): Tier {
    return this.#world.instance.require(1).tier
  }

  get dialect(): Dialect {
    return this.#options.dialect ?? 'specification'
  }

  get outbound(): OutboundPolicy {
    return this.#options.outbound ?? 'loopback'
  }

  /** Scheme, host and port that links carry. */
  get url(): string {
    return this.#url
  }

  /** Lets links carry another scheme, host and port, unless the options fixed them. */
  moveTo(url: string): void {
    if (this.#options.url !== undefined) return
    this.#moved(url)
    for (const [name, world] of this.worlds.entries())
      if (world !== this) world.#moved(`${url}${prefixOf(name)}`)
  }

  #moved(url: string): void {
    this.#url = url
    // The seeded world may be shared with forks, which have addresses of their own.
    this.#initial = { ...this.#initial, world: this.#initial.world.fork() }
    for (const world of [this.#initial.world, this.#world]) world.instance.update(1, { url })
  }

  now(): Instant {
    return this.#clock.now()
  }

  get clockMode(): ClockMode {
    return this.#clock.mode
  }

  setClockMode(mode: ClockMode): void {
    this.#clock.mode = mode
  }

  advance(milliseconds: number): void {
    this.setTime(this.#clock.now() + milliseconds)
  }

  setTime(at: Instant): void {
    this.#runDue(at)
    this.#clock.set(at)
  }

  get marks(): readonly Mark[] {
    return this.#marks
  }

  mark(name?: string, saved?: unknown): Mark {
    const snapshot = saved === undefined ? this.snapshot() : readState(saved)
    const mark = { id: String(++this.#lastMark), name: name ?? null, at: snapshot.clock.now, snapshot }
    this.#marks.push(mark)
    return mark
  }

  restoreMark(id: string): boolean {
    const mark = this.#marks.find((candidate) => candidate.id === id)
    if (mark !== undefined) this.restore(mark.snapshot)
    return mark !== undefined
  }

  savedMark(id: string): SavedState | undefined {
    const mark = this.#marks.find((candidate) => candidate.id === id)
    return mark && savedState(mark.snapshot)
  }

  deleteMark(id: string): boolean {
    const left = this.#marks.filter((mark) => mark.id !== id)
    const found = left.length < this.#marks.length
    this.#marks = left
    return found
  }

  openapi(): string {
    return JSON.stringify(
      openApiDocument(contract(this.dialect), { url: `${this.#url}/api/v4`, version: VERSION }),
    )
  }

  // What is no call of the API: health checks, the control API, uploaded files, and the pages that this double does not
  // have.
  #beside(request: PlainRequest): PlainReply | undefined {
    if (API.test(request.url)) return undefined
    const { control = true, controlToken } = this.#options
    const controlled = control
      ? controlReply(this, request, controlToken === undefined ? {} : { token: controlToken })
      : undefined
    const given = controlled ?? probeReply(request) ?? this.#git(request)
    return given ?? uploadedReply(this.#world, request) ?? outsideReply(request)
  }

  // How many requests a fetch or push takes is the client's affair: they neither move the clock nor count for what is
  // drawn, so that a test sees the same world whichever git it runs.
  #git(request: PlainRequest): PlainReply | undefined {
    if (!isGitRequest(request)) return undefined
    const back = this.#wayBack()
    const now = this.#clock.now()
    this.#runDue(now)
    const { method, url } = request
    let user: string | null = null
    const onIdentified = (caller: Caller) => {
      user = caller.user?.username ?? null
    }
    const reply = this.#gitTransaction(request, { now, onIdentified })
    if (reply !== undefined) this.journal.record({ at: now, method, url, status: reply.status, user }, back)
    return reply
  }

  #gitTransaction(
    request: PlainRequest,
    about: Omit<GitHttp, 'world' | 'onPushOptions'>,
  ): PlainReply | undefined {
    const fork = this.#world.fork()
    try {
      let user: User | undefined
      const onIdentified = (caller: Caller) => {
        user = caller.user
        about.onIdentified(caller)
      }
      let pushOptions: readonly string[] = []
      const onPushOptions = (options: readonly string[]) => {
        pushOptions = options
      }
      const reply = smartHttpReply({ world: fork, ...about, onIdentified, onPushOptions }, request)
      followPushes({ before: this.#world, after: fork, user, now: about.now, pushOptions })
      followJobs(this.#world, fork, about.now)
      this.#tellHooks(request, fork, user, about.now)
      this.#world.become(fork)
      this.#runHooks(about.now)
      return reply
    } catch (error) {
      return this.#refusal(error)
    }
  }

  #transaction(request: PlainRequest, { number, now, onIdentified, answers }: Attempt): Answer | Awaiting {
    const fork = this.#world.fork()
    let impersonator: User | undefined
    let user: User | undefined
    const service: Service = {
      world: fork,
      dialect: this.dialect,
      seed: this.#choice.seed,
      now,
      // A request counts once, however often it is run.
      limits: answers.length === 0 ? this.#limits : undefined,
      onIdentified: (caller) => {
        impersonator = caller.sudoBy
        user = caller.user
        onIdentified(caller)
      },
      callOut: replaying(answers),
      requestId: () => requestId({ seed: this.#choice.seed, number, now }),
    }
    const audited = latestAudit(fork)
    try {
      const path = request.url.replace(API, '').split(/[?#]/, 1)[0] ?? ''
      const answer = isOauth(request)
        ? oauthAnswer(service, request)
        : handle(this.#router, request, path, service)
      signAudits(fork, audited, { address: request.address, impersonator })
      followPushes({ before: this.#world, after: fork, user, now })
      followJobs(this.#world, fork, now)
      recordResourceEvents(this.#world, fork, user, now)
      this.#tellHooks(request, fork, user, now)
      this.#world.become(fork)
      this.#runHooks(now)
      return answer
    } catch (error) {
      if (error instanceof Awaiting) return error
      if (error instanceof Refusal && error.extras.keep) this.#world.become(fork)
      return this.#refusal(error)
    }
  }

  // What a hook itself asks for tells no hooks, or two of them would never stop.
  #tellHooks({ headers }: PlainRequest, after: World, user: User | undefined, now: Instant): void {
    if (headers['x-gitlab-event-uuid'] === undefined) announce({ before: this.#world, after, user, now })
  }

  // Hooks are told at once, not with the next request.
  #runHooks(now: Instant): void {
    if (this.#world.hooks.size > 0) this.#runDue(now)
  }

  #refusal(error: unknown): Answer {
    if (error instanceof Refusal) return refusalAnswer(error)
    this.#options.onServerError?.(error)
    return refusalAnswer(serverError())
  }

  // A version of the world costs nothing to keep, so every request can be gone back to.
  #wayBack(): () => void {
    const moment = this.snapshot()
    const struck = this.faults.idle ? undefined : this.faults.struck()
    return () => {
      this.restore(moment)
      if (struck !== undefined) this.faults.unstrike(struck)
    }
  }

  #runDue(until: Instant): void {
    this.#background.runUntil(until)
  }

  // What goes to the simulator itself never leaves the process.
  #ask(call: OutboundCall, answered: (reply: FarReply) => void): void {
    if (this.#isOwn(call)) this.#finish(this.#toSelf(call), (reply) => answered(farAnswer(reply)))
    else this.#doors.callOut(call, this.#options.farSide ?? this.outbound, answered)
  }

  // The answer that needs no waiting for.
  #atHand(call: OutboundCall): FarReply {
    if (this.#isOwn(call)) return farAnswer(this.#answered(this.#toSelf(call)))
    const answer = this.#options.farSide?.(call)
    return answer === undefined || 'then' in answer ? noTime : answer
  }

  #isOwn({ url }: OutboundCall): boolean {
    return url.startsWith(`${this.worlds.main.url}/`)
  }

  // Also from one of the named worlds to another.
  #toSelf({ method, url, headers = {}, body }: OutboundCall): PlainReply | Paused {
    const { main } = this.worlds
    const request = { method, url: url.slice(main.url.length), headers: lowerNames(headers), body }
    return main.#addressed(request, 'itself')
  }

  #begun(name: string, from: Simulator, beginning: WorldBeginning): Simulator {
    const begun = new Simulator(this.#options, this.#doors, from, name)
    if (beginning.from === undefined) begun.reset(beginning)
    return begun
  }

  #build({ seed, world }: Choice): Snapshot {
    if (isSavedState(world)) return this.#resumed(readState(structuredClone(world)))
    const prepared = isUsual(this.#options, seed, world) ? this.#doors.prepared() : undefined
    if (prepared !== undefined) return this.#resumed(readState(prepared))
    const { scale = 1 } = this.#options
    const { rateLimits, s3Endpoint, settingsCache } = this.#options
    const tier = this.#options.tier ?? 'ultimate'
    const options = { seed, tier, url: this.#url, start: startOf(this.#options), s3Endpoint }
    const built =
      typeof world === 'string'
        ? loadWorld(world === 'demo' ? demoWorld({ seed, scale }) : emptyWorldDescription(), options)
        : loadedFrom(world, options)
    if (rateLimits) presetSettings(built, limited)
    if (settingsCache !== undefined) built.instance.update(1, { settingsCache: duration(settingsCache) })
    const mode = parseClockMode(this.#options.clock ?? 'tick')
    return { world: built, clock: { mode, now: startOf(this.#options) }, requests: 0 }
  }

  // A moment that was written down, with what this simulator is told otherwise.
  #resumed({ world, clock, requests }: Snapshot): Snapshot {
    const { clock: mode, start } = this.#options
    const told: ClockMark = {
      mode: mode === undefined ? clock.mode : parseClockMode(mode),
      now: start === undefined ? clock.now : instant(start),
    }
    world.instance.update(1, { url: this.#url })
    return { world, clock: told, requests }
  }
}

/** A request with what is known for it so far. */
interface Attempt extends Pick<Service, 'now' | 'onIdentified'> {
  /** Its place among the requests. */
  readonly number: number
  readonly answers: readonly Answered[]
}

/** A request that goes on once somebody outside has answered. */
class Paused {
  readonly call: OutboundCall
  readonly goOn: (reply: FarReply) => PlainReply | Paused
  constructor(call: OutboundCall, goOn: (reply: FarReply) => PlainReply | Paused) {
    this.call = call
    this.goOn = goOn
  }
}

const noTime: FarReply = {
  reached: false,
  why: 'unreachable',
  message: '`handle` cannot wait for an answer: use `fetch`, or give the option `farSide`',
}

function farAnswer({ status, headers, body }: PlainReply): FarReply {
  const bytes = typeof body === 'string' ? utf8(body) : (body ?? new Uint8Array())
  return { reached: true, status, headers: lowerNames(headers), body: bytes }
}

function lowerNames(headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function routerOf(dialect: Dialect): Router {
  let router = ROUTERS.get(dialect)
  if (router === undefined) {
    const operations = Object.values(families).flatMap((family) => Object.values(family))
    router = new Router(operations.map((operation) => bindLater(operation, dialect)))
    ROUTERS.set(dialect, router)
  }
  return router
}

function startOf({ start }: SimulatorOptions): Instant {
  return instant(start ?? '2024-01-01T00:00:00Z')
}

// A description may be well formed and still name what it does not describe.
function loadedFrom(draft: WorldDraft, options: Parameters<typeof loadWorld>[1]): World {
  try {
    return loadWorld(parseWorldDescription(draft), options)
  } catch (error) {
    throw new RangeError(`world: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** True where nothing is asked for that shapes the world, so that it begins as everybody's does. */
function isUsual(
  { scale = 1, tier = 'ultimate', start, rateLimits, s3Endpoint, settingsCache }: SimulatorOptions,
  seed: number,
  world: WorldChoice,
): boolean {
  const shaped = [start, rateLimits || undefined, s3Endpoint, settingsCache]
  return (
    world === 'demo' &&
    seed === 1 &&
    scale === 1 &&
    tier === 'ultimate' &&
    shaped.every((value) => value === undefined)
  )
}

function chosenWorld(world: NonNullable<ResetChoice['world']>): WorldChoice {
  // What it holds is looked at when it is built.
  return typeof world === 'string' ? worldNamed(world) : (world as WorldDraft | SavedState)
}

function worldNamed(name: string): 'demo' | 'empty' {
  if (name === 'demo' || name === 'empty') return name
  throw new RangeError(`world '${name}' is unknown: use demo or empty`)
}

function checkOptions(options: SimulatorOptions): void {
  const { seed, scale, tier, dialect, world, url, outbound, s3Endpoint, settingsCache } = options
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new RangeError(`seed ${seed} is invalid: use a whole number`)
  if (scale !== undefined && !(Number.isSafeInteger(scale) && scale >= 0))
    throw new RangeError(`scale ${scale} is invalid: use a whole number from 0`)
  if (tier !== undefined && !tiers.includes(tier))
    throw new RangeError(`tier '${tier}' is unknown: use ${tiers.join(', ')}`)
  if (dialect !== undefined && !dialects.includes(dialect))
    throw new RangeError(`dialect '${dialect}' is unknown: use ${dialects.join(' or ')}`)
  if (typeof world === 'string') worldNamed(world)
  if (settingsCache !== undefined) duration(settingsCache)
  if (outbound !== undefined && !outboundPolicies.includes(outbound))
    throw new RangeError(`outbound '${outbound}' is unknown: use ${outboundPolicies.join(', ')}`)
  if (s3Endpoint !== undefined && !/^https?:\/\/[^/?#]+/.test(s3Endpoint))
    throw new RangeError(
      `s3Endpoint '${s3Endpoint}' is invalid: use scheme, host and port, for example http://127.0.0.1:9000`,
    )
  if (url !== undefined && !/^https?:\/\/[^/?#]+/.test(url))
    throw new RangeError(
      `url '${url}' is invalid: use scheme, host and port, for example http://127.0.0.1:8080`,
    )
}
