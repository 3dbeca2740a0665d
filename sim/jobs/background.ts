import { type Answered, AwaitingAnswer, type BeginCall, replayAnswers } from '../lib/outbound.ts'
import { finished, type Steps } from '../lib/steps.ts'
import type { World } from '../model/world.ts'
import { type Job, nextDue } from '../time/schedule.ts'
import { endFailedJob } from './failed-job.ts'
import { follow, followersOf } from './followers.ts'
import { scheduleHooks } from './hooks/schedule-hooks.ts'
import { type JobKind, type Work, work } from './index.ts'

/** What background jobs need of the owner of the world. */
export interface Host {
  world(): World
  readonly ask: BeginCall
  broke(error: unknown): void
  /** Does steps once nothing else is half done. */
  inTurn(begin: () => Steps<void>): void
  /** How much later than it is due a job is run that takes time, in milliseconds; 0 unless said. What it does has the time at which it was due. */
  readonly lateness?: number
}

/** What is never late: nobody works on it, a time is over. */
const PUNCTUAL: readonly JobKind[] = [
  'settings-cache',
  'export-expiry',
  'import-timeout',
  'bulk-import-timeout',
]

/** Runs jobs: each at the time at which it is due, and in a transaction of its own. */
export class Background {
  readonly #host: Host
  /** Jobs for which somebody outside is asked. */
  readonly #asking = new Set<number>()
  readonly #whenSettled: (() => void)[] = []
  /** A job is calling out: what the simulator asks itself on the way must not run the jobs that come after it. */
  #calling = false
  readonly #work: { readonly [kind: string]: Work }
  /** When the first of the jobs is due that there were at a moment: every request asks, and few write any. */
  #first: { readonly jobs: object | undefined; readonly due: number } = { jobs: undefined, due: 0 }

  /** `kinds` is what carries out the jobs of each kind. */
  constructor(host: Host, kinds: { readonly [kind: string]: Work } = work) {
    this.#host = host
    this.#work = kinds
  }

  /** Whether anything is to be run at a moment. */
  isDue(moment: number): boolean {
    if (this.#calling) return false
    return (
      this.#host.world().waitingJobs.size > 0 || (this.#mayBeDue(moment) && this.#next(moment) !== undefined)
    )
  }

  #mayBeDue(moment: number): boolean {
    const { jobs } = this.#host.world()
    const settled = jobs.moment
    if (settled === undefined) return true
    if (this.#first.jobs !== settled)
      this.#first = { jobs: settled, due: jobs.by('byDue').first()?.due ?? Number.POSITIVE_INFINITY }
    return this.#first.due <= moment
  }

  /**
   * Runs what is due until a moment, by due time and then by number, with steps within and after each job. Returns when the
   * last job was due if it stops because `most` jobs have run, and more are due.
   */
  *runUntil(moment: number, most: number = Number.POSITIVE_INFINITY): Steps<number | undefined> {
    if (this.#calling) return undefined
    let run = 0
    const { waitingJobs } = this.#host.world()
    // A fork or a restored world holds jobs for which nobody here has asked yet.
    if (waitingJobs.size > 0) for (const job of waitingJobs.all().list()) yield* this.#resume(job)
    for (let job = this.#next(moment); job !== undefined; job = this.#next(moment)) {
      const { jobs } = this.#host.world()
      jobs.delete(job.id)
      yield* this.#run(job, [])
      yield
      if (++run >= most && this.#next(moment) !== undefined) return job.due
    }
    return undefined
  }

  /** Tells when no job waits for somebody outside any longer. */
  settled(tell: () => void): void {
    if (this.#asking.size === 0) tell()
    else this.#whenSettled.push(tell)
  }

  #next(moment: number): Job | undefined {
    const { lateness = 0 } = this.#host
    const { jobs } = this.#host.world()
    if (lateness === 0) return nextDue(jobs, moment)
    const punctual = PUNCTUAL.map((kind) => jobs.by('byKind', kind).first())
    const due = [nextDue(jobs, moment - lateness), ...punctual].filter(
      (job) => job !== undefined && job.due <= moment,
    ) as Job[]
    return due.sort((a, b) => a.due - b.due || a.id - b.id)[0]
  }

  *#resume(job: Job): Steps<void> {
    if (this.#asking.has(job.id)) return
    this.#host.world().waitingJobs.delete(job.id)
    yield* this.#run(job, [])
  }

  *#run(job: Job, answers: readonly Answered[]): Steps<void> {
    try {
      const world = this.#host.world()
      const fork = world.fork()
      const carryOut = this.#work[job.kind]
      if (carryOut === undefined) throw new Error(`no job is called ${job.kind}`)
      const steps = carryOut(fork, job.args, job.due, replayAnswers(answers))
      if (steps !== undefined) yield* steps
      yield* this.#commit(job, world, fork)
    } catch (error) {
      if (error instanceof AwaitingAnswer) this.#ask(job, error)
      else yield* this.#end(job, error)
    }
  }

  // What cannot even be told of by webhooks ends all the same.
  *#end(job: Job, error: unknown): Steps<void> {
    try {
      const world = this.#host.world()
      const fork = world.fork()
      endFailedJob(fork, job)
      yield* this.#commit(job, world, fork)
    } catch {
      const fork = this.#host.world().fork()
      endFailedJob(fork, job)
      this.#host.world().become(fork)
    }
    this.#host.broke(error)
  }

  *#commit(job: Job, world: World, fork: World): Steps<void> {
    // Only these jobs move branches as people do: pipelines carry out merges that waited.
    const user = job.kind === 'rebase' ? fork.users.get(Number(job.args.userId)) : undefined
    const change = { before: world, after: fork, user, now: job.due }
    yield* follow(change, followersOf(job.kind))
    yield* scheduleHooks(change)
    world.become(fork)
  }

  #ask(job: Job, { call, answers }: AwaitingAnswer): void {
    this.#host.world().waitingJobs.put(job)
    // A call to the simulator itself runs what is due on its way, and must not begin this job again.
    this.#asking.add(job.id)
    const outer = this.#calling
    this.#calling = true
    let atOnce = true
    this.#host.ask(call, (reply) => {
      const goOn = () => this.#goOn(job, [...answers, { call, reply }])
      // What is answered at once is part of what is going on; a later answer waits until nothing else is.
      if (atOnce) finished(goOn())
      else this.#host.inTurn(goOn)
    })
    atOnce = false
    this.#calling = outer
  }

  *#goOn(job: Job, answers: readonly Answered[]): Steps<void> {
    this.#asking.delete(job.id)
    const { waitingJobs } = this.#host.world()
    // The world may have gone back to a time at which the job was not there.
    if (waitingJobs.get(job.id) === job) {
      waitingJobs.delete(job.id)
      yield* this.#run(job, answers)
    }
    if (this.#asking.size > 0) return
    for (const tell of this.#whenSettled.splice(0)) tell()
  }
}
