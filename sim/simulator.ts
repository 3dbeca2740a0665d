import { contract } from './contract.ts'
import { type Changes, changesBetween } from './control/changes.ts'
import type { Controlled, Mark, ResetChoice, WorldBeginning } from './control/controlled.ts'
import type { Explanation } from './control/explanation.ts'
import { disturbed, Faults } from './control/faults.ts'
import { JOURNAL_SIZE, Journal, type Past } from './control/journal.ts'
import type { JournalFilter } from './control/journal-entry.ts'
import { controlReply } from './control/operations.ts'
import { isProbe, probeReply } from './control/probes.ts'
import { type SavedState, type Snapshot, savedState, writtenState } from './control/saved/saved-state.ts'
import { scriptOf } from './control/script/index.ts'
import type { ScriptKind } from './control/script/script-kind.ts'
import { isRegistry, prefixOf, Worlds } from './control/worlds.ts'
import { Background } from './jobs/background.ts'
import { type Dialect, dialectOf, versionOf } from './lib/dialect.ts'
import { AwaitingWork, type Worked } from './lib/long-work.ts'
import { type Answered, AwaitingAnswer, type OutboundPolicy } from './lib/outbound.ts'
import { after, atOnce, DONE, finished, Pace, type Steps, type Stepwise } from './lib/steps.ts'
import type { Tier } from './model/installation/instance.ts'
import type { World } from './model/world.ts'
import { isOauth } from './oauth/index.ts'
import { openApiDocument } from './openapi.ts'
import type { Caller } from './policy/caller.ts'
import { baseUrl } from './protocol/base-url.ts'
import type { PlainReply, PlainRequest } from './protocol/message.ts'
import { RateLimits } from './protocol/rate-limit.ts'
import { type Answer, finish, keptHead, type PlainAnswer, withTag } from './protocol/reply.ts'
import type { Router } from './protocol/route.ts'
import { BesideApi } from './simulator/beside-api.ts'
import { CallLine } from './simulator/call-line.ts'
import { CallsOut, Paused, type Pending, Working, workingApart, workingOn } from './simulator/calls-out.ts'
import { Causes } from './simulator/causes.ts'
import type { Doors, ListenOptions, Server } from './simulator/doors.ts'
import type { Asked } from './simulator/explain/attempt.ts'
import { Explainer, keptRequest } from './simulator/explain/explainer.ts'
import type { Least } from './simulator/explain/least.ts'
import { type Choice, changedChoice, initialSteps } from './simulator/initial-world.ts'
import { JournalLine, type Kept } from './simulator/journal-line.ts'
import { Marks } from './simulator/marks.ts'
import { refuseInvalidOptions, type SimulatorOptions } from './simulator/options.ts'
import { routerOf } from './simulator/router.ts'
import { lowerCased, PATIENCE, squeezedAnswer } from './simulator/squeeze/squeezed-reply.ts'
import { API_ROOT, apiTransaction, type Scene } from './simulator/transaction.ts'
import { Turns } from './simulator/turns.ts'
import { type GoBack, WayBack } from './simulator/way-back.ts'
import { bodyLimit } from './smart-http/body-limit.ts'
import { logBetween } from './store/changes.ts'
import { Memory } from './store/memory.ts'
import { type Instant, isoTime } from './time/calendar.ts'
import { Clock, type ClockMode, duration, instant, withinYears } from './time/clock.ts'
import { VERSION } from './version.ts'

const callsNobody: Doors['callOut'] = () => {}

/** Bytes whose handling takes a turn of its own. */
const LONG_STEP = 1024 * 1024

/** Jobs that one move of the clock runs: pipelines of schedules stay, and a process has only so much memory. */
const MOST_JOBS = 500_000

/** A request of the API, and what is to be done with its answer. */
interface Trial {
  readonly line: JournalLine
  readonly serve: (
    answers: readonly Answered[],
    worked: Worked,
  ) => Stepwise<Answer | AwaitingAnswer | AwaitingWork>
  readonly sent: (answer: Answer) => PlainReply
}

const NO_WORK: Worked = new Map()

/** The double: one world, its clock, and everything that answers requests about it. */
export class Simulator implements Controlled {
  readonly version = VERSION
  readonly dialect: Dialect
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
  readonly #calls: CallsOut
  readonly #causes: Causes
  readonly #turns: Turns
  readonly #beside: BesideApi
  readonly #explainer: Explainer
  readonly #marks = new Marks()
  readonly #memory = new Memory()
  /** The OpenAPI document that somebody asked for last: it takes a quarter of a second to write. */
  static #described: { readonly url: string; readonly dialect: Dialect; readonly text: string } | undefined

  #choice: Choice
  #initial: Snapshot
  #world: World
  #requests = 0
  /** Bytes that worlds before the present one had released when it took their place. */
  #released = 0
  #url: string

  /** Throws a RangeError for an option that makes no sense. `from` is the simulator of which this is a fork, or a world of that name. */
  constructor(options: SimulatorOptions, doors: Doors, from?: Simulator, name?: string) {
    refuseInvalidOptions(options)
    this.#options = options
    this.dialect = dialectOf(options.dialect, options.release)
    this.#doors = doors
    this.#choice =
      from === undefined ? { seed: options.seed ?? 1, world: options.world ?? 'demo' } : from.#choice
    this.#url = from === undefined ? baseUrl(options.url ?? 'http://127.0.0.1:8080') : from.#url
    this.#initial = from === undefined ? finished(this.#initialSteps(this.#choice)) : from.#initial
    this.#world = (from === undefined ? this.#initial.world : from.#world).fork()
    this.#clock = new Clock(from?.clock.mark() ?? this.#initial.clock, doors.wall)
    this.#requests = (from === undefined ? this.#initial : from.snapshot()).requests
    this.#limits = new RateLimits(options.rateLimits === true)
    this.#router = routerOf(this.dialect)
    this.#calls = new CallsOut({
      ownUrl: () => this.worlds.main.url,
      toSelf: (request) => this.worlds.main.#addressed(request, 'itself'),
      standIn: options.remoteHost,
      inSlices: doors.inSlices,
      leave: (call, answered) => doors.callOut(call, options.remoteHost ?? this.outbound, answered),
    })
    this.journal = new Journal(JOURNAL_SIZE, options.maxHistory)
    this.faults = from?.faults.fork() ?? new Faults(options.faults ?? [], options.latency ?? 0)
    this.#causes = new Causes({ calls: this.#calls, clock: this.#clock, journal: this.journal })
    this.#turns = new Turns({
      clock: this.#clock,
      wayBack: () => this.#wayBack(),
      isDue: (moment) => this.#background.isDue(moment),
      runDue: (moment) => this.#background.runUntil(moment),
    })
    this.#background = new Background({
      world: () => this.#world,
      ask: this.#causes.ask,
      broke: this.#broke,
      inTurn: (begin) => this.#calls.finish(this.#turns.add(begin), () => {}),
      lateness: options.squeeze === true ? PATIENCE : 0,
    })
    this.#beside = new BesideApi({
      world: () => this.#world,
      now: () => this.#clock.now(),
      seed: () => this.#choice.seed,
      wayBack: () => this.#wayBack(),
      scene: (line, now) => this.#scene(line, now),
      turns: this.#turns,
      journal: this.journal,
      faults: this.faults,
      squeezed: this.squeezed,
    })
    this.#explainer = new Explainer({
      journal: this.journal,
      asked: (request) => this.#asked(request),
      askedAt: (request, moment) => this.#then(moment).#asked(request),
    })
    this.worlds =
      name === undefined || from === undefined
        ? new Worlds<Simulator>(
            this,
            (...about) => this.#startWorld(...about),
            options.autoWorlds === true ? new Clock(this.#initial.clock, doors.wall) : undefined,
          )
        : from.worlds
    if (name !== undefined) this.#moved(`${this.worlds.main.url}${prefixOf(name)}`)
  }

  /**
   * Answers a request: synchronously, and as one transaction. Where the answer depends on a call to somebody else, that
   * call fails, unless it goes to the simulator itself or `remoteHost` answers it at once.
   */
  handle(request: PlainRequest): PlainReply {
    return this.#calls.finishNow(this.#addressed(request, 'outside'))
  }

  /** Answers a request as `handle` does, and waits where the answer depends on somebody else. */
  respond(request: PlainRequest): PlainReply | Promise<PlainReply> {
    const outcome = this.#addressed(request, 'outside')
    return outcome instanceof Paused || outcome instanceof Working
      ? this.#doors.promised((done) => this.#calls.finish(outcome, done))
      : outcome
  }

  // Most requests are for the world without a name, and pay for one look at their path and headers.
  #addressed(request: PlainRequest, from: 'outside' | 'itself'): Pending {
    const found = this.worlds.addressed(request)
    if (found === undefined) return this.#receive(request, from)
    return 'world' in found ? found.world.#receive(found.request, from) : found
  }

  // What the simulator asks itself is part of what it was asked, and takes no time of its own.
  #receive(request: PlainRequest, from: 'outside' | 'itself'): Pending {
    if (!API_ROOT.test(request.url) && !isOauth(request, this.dialect)) return this.#besideApi(request, from)
    if (from === 'itself') this.#turns.queue.finish()
    return this.#turns.take((past) => this.#apiReply(request, from, past), from === 'outside')
  }

  #apiReply(request: PlainRequest, from: 'outside' | 'itself', past: Past): Stepwise<Pending> {
    const now = this.#clock.now()
    const number = ++this.#requests
    const { seed } = this.#choice
    const line = new JournalLine(request, now, past, from === 'itself')
    const fault = this.faults.idle ? undefined : this.faults.match(request, { seed, number, now })
    const sent = (reply: PlainReply, kept?: Kept): PlainReply => {
      const { hints } = this.#options
      line.record(this.journal, reply, fault?.by, kept)
      const told = hints === true ? this.#explainer.hinted(request, reply, fault?.by) : reply
      return disturbed(this.squeezed ? lowerCased(told) : told, fault?.transport)
    }
    if (fault?.reply !== undefined) return sent(fault.reply)
    const { dialect } = this
    const router = this.#router
    const limits = this.#limits
    const memory = this.#memory
    const scene = this.#scene(line, now)
    // Whoever looks into an answer to alter it wants its text.
    const takesBytes = request.takesMore === true && fault === undefined && !this.squeezed
    return this.#tried({
      line,
      // Spreading what is the same costs more than a short request.
      serve: (answers, worked) =>
        apiTransaction(request, scene, {
          dialect,
          seed,
          number,
          router,
          limits,
          memory,
          answers,
          worked,
          takesBytes,
        }),
      sent: (answer) => {
        const form = this.squeezed ? squeezedAnswer(answer, { seed, now, dialect }) : answer
        const altered = fault?.alter === undefined ? form : fault.alter(form as PlainAnswer)
        const occasion = { seed, number, now, url: this.#url, dialect }
        const reply = finish(altered, request, occasion)
        return sent(reply, { head: keptHead(altered, reply, request, occasion), shown: altered.body })
      },
    })
  }

  // Runs again with each answer from outside, and with what was worked out, until nothing is missing.
  #tried(trial: Trial, answers: readonly Answered[] = [], worked: Worked = NO_WORK): Stepwise<Pending> {
    return after(trial.serve(answers, worked), (answer) => {
      if (answer instanceof AwaitingAnswer) {
        const { call } = answer
        const made = this.#causes.outgoing(call, trial.line)
        return new Paused(call, (reply) => {
          made?.answered(reply)
          return this.#turns.again(() => this.#tried(trial, [...answer.answers, { call, reply }], worked))
        })
      }
      if (answer instanceof AwaitingWork)
        return workingOn(answer, (more) => this.#turns.again(() => this.#tried(trial, answers, more)))
      return after(withTag(answer), trial.sent)
    })
  }

  // What is no call of the API begins with the control API and health checks.
  #besideApi(request: PlainRequest, from: 'outside' | 'itself'): Pending {
    const { queue } = this.#turns
    if (queue.isBusy && from === 'outside' && !isProbe(request))
      return queue.add(() => atOnce(() => this.#besideApi(request, from)))
    const { control = true, controlToken: token, allowedHosts: hosts = [], url } = this.#options
    const controlled = control ? controlReply(this, request, { token, names: { hosts, url } }) : undefined
    if (controlled !== undefined && 'next' in controlled)
      return isRegistry(request.url) ? workingApart(controlled) : queue.add(() => controlled)
    return controlled ?? probeReply(request) ?? this.#beside.reply(request)
  }

  #scene(line: JournalLine, now: Instant): Scene {
    const onIdentified = (caller: Caller) => line.identified(caller)
    const committed = (at: Instant) => this.#callHooks(at, line)
    return { world: this.#world, now, onIdentified, committed, broke: this.#broke }
  }

  // Hooks are called at once, not with the next request.
  #callHooks(now: Instant, line: JournalLine): Steps<void> {
    return this.#world.hooks.size === 0 || !this.#background.isDue(now) ? DONE : this.#callDue(now, line)
  }

  *#callDue(now: Instant, line: JournalLine): Steps<void> {
    const deliveries = this.#background.runUntil(now)
    while (this.#causes.within(line, () => !deliveries.next().done)) yield
  }

  readonly #broke = (error: unknown): void => {
    this.#options.onServerError?.(error)
  }

  // A version of the world costs next to nothing to keep, so every request can be gone back to.
  #wayBack(): Past {
    const moment = { world: this.#world.kept(), clock: this.#clock.mark(), requests: this.#requests }
    const released = this.#released + this.#world.changes.released
    return new WayBack(moment, released, this.faults.idle ? undefined : this.faults.struck(), this.#goBack)
  }

  readonly #goBack: GoBack = (moment, struck) => {
    this.restore(moment)
    if (struck !== undefined) this.faults.unstrike(struck)
  }

  #runDue(until: Instant): void {
    if (this.#background.isDue(until)) finished(this.#background.runUntil(until))
  }

  /** Most bytes that the body of a request may have: 20 MiB, or what `maxPush` says of a push. */
  bodyLimit(request: Pick<PlainRequest, 'method' | 'url'>): number {
    return bodyLimit(request, this.#options.maxPush)
  }

  /** Answers a web-standard request in process. It may be handed to a client as it is, in place of its `fetch`. */
  readonly fetch = (request: Request | string, init?: RequestInit): Promise<Response> => {
    const web = typeof request === 'string' || init !== undefined ? new Request(request, init) : request
    return this.#doors.fetch(
      (plain) => this.respond(plain),
      web,
      (plain) => this.bodyLimit(plain),
    )
  }

  /** Serves over HTTP until the server is closed. Rejects with the system's error when the port cannot be had. */
  listen(options: ListenOptions = {}): Promise<Server> {
    return this.#doors.listen(this, options)
  }

  /**
   * Why a request was answered as it was, by its number in the journal, or why one would be, as things stand: it is
   * served on a copy of the world, and where it is refused the copy is changed until it passes. Nothing happens to the
   * world, and the journal does not hear of it. Throws a RangeError for a request that is not kept.
   *
   * @example
   * const { because } = sim.explain({ method: 'GET', url: '/api/v4/projects/1', headers: {} })
   */
  explain(request: number | PlainRequest): Explanation {
    return this.#explainer.explain(request)
  }

  /**
   * The least that a request takes to be answered as it was: a number of the journal, or a request that is not sent. Tells
   * the role of the token's user in each project and group, the scopes and the plan. Undefined for a request that is
   * refused, and for one with a job or deploy token or a session. Throws a RangeError for a request that is not kept.
   *
   * @example
   * sim.least({ method: 'POST', url: '/api/v4/projects/1/milestones', headers, body })?.roles[0]?.role // 'reporter'
   */
  least(request: number | PlainRequest): Least | undefined {
    return this.#explainer.least(request)
  }

  /**
   * What differs between a moment and now, or what a request of the journal changed: rows by table, without secrets. It
   * costs what differs, not the size of the world. Throws a RangeError for a request that is not kept.
   *
   * @example
   * const mark = sim.snapshot()
   * // …
   * expect(sim.changes(mark)).toMatchSnapshot()
   */
  changes(since: number | Snapshot): Changes {
    return typeof since === 'number'
      ? this.#explainer.changes(since)
      : changesBetween(since.world, this.#world)
  }

  /** Why a request of the journal was refused, in a few words; undefined for one that was not, or is not kept. */
  brief(id: number): string | undefined {
    return this.#explainer.brief(id)
  }

  #asked(request: PlainRequest): Asked {
    const { seed } = this.#choice
    return {
      request,
      world: this.#world,
      now: this.#clock.now(),
      number: this.#requests + 1,
      seed,
      dialect: this.dialect,
      router: this.#router,
    }
  }

  // A copy of this simulator as it was, that calls nobody.
  #then(moment: Snapshot): Simulator {
    const { onServerError: _, ...options } = this.#options
    const then = new Simulator(options, { ...this.#doors, callOut: callsNobody }, this)
    then.restore(moment)
    then.#clock.tick()
    then.#runDue(then.#clock.now())
    return then
  }

  /**
   * Makes a request or a call of the journal again, as things stand: the same bytes, and a new entry. Returns its number;
   * undefined where a request waits for somebody else. Throws a RangeError for one that is not kept.
   */
  repeat(id: number): number | undefined {
    const call = this.journal.call(id)
    if (call !== undefined) {
      const line = new CallLine(call, this.#clock.now())
      const repeated = line.record(this.journal, { repeats: id })
      this.#calls.ask(call, (reply) => line.answered(reply))
      return repeated
    }
    return this.send(keptRequest(this.journal, id))
  }

  /** Makes a request of this world, as one that came from outside. Returns its number as `repeat` does. */
  send(request: PlainRequest): number | undefined {
    const first = this.journal.next
    this.#calls.finish(this.#receive(request, 'outside'), () => {})
    for (let next = first; next < this.journal.next; next++)
      if (this.journal.exchange(next)?.request === request) return next
    return undefined
  }

  /**
   * The requests of the journal as a script that makes them again, for vitest, pytest, a shell with curl, or hurl. Ids that
   * a reply gave are variables, and no secret is told.
   *
   * @example
   * writeFileSync('session.test.ts', sim.script('vitest', { user: 'alice' }))
   */
  script(kind: ScriptKind, filter: JournalFilter = {}): string {
    return scriptOf(this, kind, filter)
  }

  /** Resolves when no job waits for somebody outside any longer. */
  settled(): Promise<void> {
    return this.#doors.promised((done) => this.#background.settled(done))
  }

  /** An isolated copy in O(1): what happens in one is never seen by the other. */
  fork(): Simulator {
    this.#turns.queue.finish()
    return new Simulator(this.#options, this.#doors, this)
  }

  snapshot(): Snapshot {
    this.#turns.queue.finish()
    return { world: this.#world.fork(), clock: this.#clock.mark(), requests: this.#requests }
  }

  /** Goes back to a snapshot, which can be used again. */
  restore({ world, clock, requests }: Snapshot): void {
    this.#turns.queue.finish()
    const differs = logBetween(this.#world, world)
    // Most of what is put back has only been read: then what was made to read it serves on.
    if (!differs.isEmpty) {
      this.#released += this.#world.changes.released + differs.released
      this.#memory.catchUp(this.#world.changes)
      this.#memory.catchUp(differs)
      this.#world = world.fork()
    }
    // Address and release are those of the simulator, whoever took the snapshot.
    const own = { url: this.#url, version: versionOf(this.dialect) }
    const { url, version } = this.#world.instance.require(1)
    if (url !== own.url || version !== own.version) this.#world.instance.update(1, own)
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
    this.#turns.queue.finish()
    finished(this.resetSteps(to))
  }

  *resetSteps(to: ResetChoice = {}): Steps<void> {
    const choice = changedChoice(this.#choice, to)
    if (choice !== this.#choice) {
      // Nothing has changed yet when a description turns out to make no sense.
      this.#initial = yield* this.#initialSteps(choice)
      this.#choice = choice
    }
    this.restore(this.#initial)
    this.journal.reset()
    this.faults.reset()
    this.#marks.clear()
  }

  #initialSteps(choice: Choice): Steps<Snapshot> {
    return initialSteps(choice, {
      options: this.#options,
      url: this.#url,
      prepared: this.#doors.prepared,
    })
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
    this.#turns.queue.finish()
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

  /** Whether it serves a legal but inconvenient world. */
  get squeezed(): boolean {
    return this.#options.squeeze === true
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
    this.#turns.queue.finish()
    this.setTime(this.#clock.now() + milliseconds)
  }

  setTime(at: Instant): void {
    this.#turns.queue.finish()
    finished(this.timeSteps(at))
  }

  *timeSteps(at: Instant): Steps<void> {
    withinYears(at)
    const stopped = yield* this.#background.runUntil(at, MOST_JOBS)
    this.#clock.set(stopped === undefined ? at : Math.max(stopped, this.#clock.now()))
    if (stopped !== undefined)
      throw new RangeError(
        `the clock stands at ${isoTime(this.#clock.now())}, where ${MOST_JOBS} jobs have run and more are due: go on from there`,
      )
  }

  pageFile(name: string): string | undefined {
    return this.#doors.pageFile(name)
  }

  get marks(): readonly Mark[] {
    return this.#marks.list
  }

  mark(name?: string, moment: Snapshot = this.snapshot()): Mark {
    return this.#marks.add(moment, name ?? null)
  }

  restoreMark(id: string): boolean {
    const snapshot = this.#marks.snapshot(id)
    if (snapshot !== undefined) this.restore(snapshot)
    return snapshot !== undefined
  }

  savedMark(id: string): Steps<string | Uint8Array> | undefined {
    const snapshot = this.#marks.snapshot(id)
    return snapshot && writtenState(snapshot)
  }

  deleteMark(id: string): boolean {
    return this.#marks.delete(id)
  }

  *openapi(): Steps<string> {
    const url = `${this.#url}/api/v4`
    const { dialect } = this
    const known = Simulator.#described
    if (known?.url === url && known.dialect === dialect) return known.text
    const pace = new Pace()
    const described = contract(dialect)
    if (pace.of(LONG_STEP)) yield
    const document = openApiDocument(described, { url, version: VERSION })
    if (pace.of(LONG_STEP)) yield
    const text = JSON.stringify(document)
    Simulator.#described = { url, dialect, text }
    return text
  }

  *#startWorld(name: string, from: Simulator, beginning: WorldBeginning): Steps<Simulator> {
    const started = new Simulator(this.#options, this.#doors, from, name)
    if (beginning.from === undefined) yield* started.resetSteps(beginning)
    return started
  }
}
