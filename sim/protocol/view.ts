import type { Question, View } from '../entities/entity.ts'
import type { Dialect } from '../lib/dialect.ts'
import type { User } from '../model/users/user.ts'
import { instanceOf, type World } from '../model/world.ts'
import {
  type AbilityName,
  type AbilitySubject,
  abilities,
  can,
  type Situation,
  type SubjectRows,
} from '../policy/abilities.ts'
import { type Decisions, decisionsFor } from '../policy/decisions.ts'
import { seesGroup, seesProject } from '../policy/visible.ts'
import { decisionOf, factOf, fleeting, hasCome, knownDecisions, type Memory } from '../store/memory.ts'
import { reads } from '../store/reads.ts'
import { dayOf, type Instant } from '../time/calendar.ts'

/** What the presentation of an answer follows from. */
export interface Presented {
  readonly situation: Situation
  readonly dialect: Dialect
  /** Parameters as they were understood. */
  readonly values: { readonly [name: string]: unknown }
  /** The rows that the path names. */
  readonly found: { readonly [subject: string]: unknown }
  readonly memory: Memory | undefined
}

/** The view of a request. It lets on what it is asked, so that what is written once can serve again. */
export function viewOf(presented: Presented): View {
  return new PresentedView(presented)
}

// Accessors of a class are made once, and those of a literal for each request. Entities take the functions out of the
// view, so these are bound.
class PresentedView implements View {
  readonly world: World
  readonly dialect: Dialect
  readonly memory: Memory | undefined
  readonly values: View['values']
  readonly found: View['found']
  readonly #answers: View['answers'] = new Map()
  #decisions: Decisions | undefined
  /** How often the world had been written to when they were given. */
  #asOf = 0
  readonly #situation: Situation
  readonly #url: string
  /** The row that was asked about last: mostly the next question is about it, too. */
  #asked: { readonly on: AbilitySubject; readonly id: number; readonly row: AskedRow } | undefined

  constructor({ situation, dialect, values, found, memory }: Presented) {
    this.world = situation.world
    this.dialect = dialect
    this.memory = memory
    this.values = values
    this.found = found
    this.#situation = situation
    this.#url = instanceOf(situation.world).url
  }

  get answers(): View['answers'] {
    this.#forgetOutdated()
    return this.#answers
  }

  get decisions(): View['decisions'] {
    this.#forgetOutdated()
    this.#decisions ??= decisionsFor(this.#situation)
    return this.#decisions
  }

  #forgetOutdated(): void {
    const { writes } = this.world.changes
    if (writes === this.#asOf) return
    this.#asOf = writes
    this.#answers.clear()
    this.#decisions = undefined
    this.#asked = undefined
  }

  get now(): Instant {
    fleeting()
    return this.#situation.now
  }

  get time(): Instant {
    return this.#situation.now
  }

  readonly hasCome = (moment: Instant): boolean => hasCome(this, moment)

  get today(): Instant {
    factOf<PresentedView, string>(this, 'day', (view) => dayOf(view.#situation.now))
    return this.#situation.now
  }

  get viewer(): User | undefined {
    return factOf<PresentedView, User | undefined>(this, 'viewer', (view) => view.#situation.caller.user)
  }

  get asker(): User | undefined {
    return this.#situation.caller.user
  }

  get admin(): boolean {
    return factOf<PresentedView, boolean>(this, 'admin', (view) => view.#situation.caller.admin)
  }

  get situation(): Situation {
    fleeting()
    return this.#situation
  }

  get address(): string {
    reads.by?.row('instance', 1)
    return this.#url
  }

  readonly url = (path: string): string => `${this.address}/${path}`

  // Dozens of fields of a row ask, and many the same: a question is put into words for those alone that note it.
  readonly can: View['can'] = (ability, { id }) => {
    const decisions = knownDecisions(this, abilities[ability])
    if (decisions === undefined)
      return decisionOf<PresentedView, boolean>(
        this,
        `may ${ability} ${id}`,
        PresentedView.#bySituation(abilityOn(ability, id)),
      )
    const known = decisions.get(id)
    if (known !== undefined) return known
    const row = this.#rowOf(abilities[ability].on, id)
    const decided = row !== undefined && can(this.#situation, ability, row as never)
    decisions.set(id, decided)
    return decided
  }

  #rowOf(on: AbilitySubject, id: number): AskedRow {
    if (this.#asked?.id !== id || this.#asked.on !== on)
      this.#asked = { on, id, row: rowOf[on](this.world, id) }
    return this.#asked.row
  }

  readonly holds: View['holds'] = (question, id) => {
    const decisions = knownDecisions(this, question)
    if (decisions === undefined) return this.decide(`${question.says} ${id}`, answerTo(question, id))
    const known = decisions.get(id)
    if (known !== undefined) return known
    const decided = question.decide(this.#situation, id)
    decisions.set(id, decided)
    return decided
  }

  readonly sees: View['sees'] = (what, id) => this.decide(`see ${what} ${id}`, sightOf(what, id))

  readonly decide: View['decide'] = (question, decide) =>
    decisionOf<PresentedView, ReturnType<typeof decide>>(
      this,
      `may ${question}`,
      PresentedView.#bySituation(decide),
    )

  readonly asked = (param: string): unknown =>
    factOf<PresentedView, unknown>(this, `asked ${param}`, valueAsked(param))

  readonly named = (subject: string): unknown =>
    factOf<PresentedView, unknown>(this, `named ${subject}`, rowNamed(subject))

  static #bySituation<T>(decide: (situation: Situation) => T): (view: PresentedView) => T {
    return (view) => decide(view.#situation)
  }
}

// Questions are remembered with the texts that follow from their answers. Made within a view, they would hold on to it,
// and with it to the whole world as it was.
const abilityOn = (ability: AbilityName, id: number) => (situation: Situation) => {
  const row = rowOf[abilities[ability].on](situation.world, id)
  return row !== undefined && can(situation, ability, row as never)
}

const answerTo = (question: Question, id: number) => (situation: Situation) => question.decide(situation, id)

const sightOf =
  (what: 'group' | 'project', id: number) =>
  ({ world, caller, now }: Situation) => {
    if (what === 'group') return seesGroup(world, caller, world.groups.require(id), now)
    return seesProject(world, caller, world.projects.require(id), now)
  }

const valueAsked =
  (param: string) =>
  ({ values }: PresentedView) =>
    values[param]

const rowNamed =
  (subject: string) =>
  ({ found }: PresentedView) =>
    found[subject]

type AskedRow = SubjectRows[AbilitySubject] | undefined

const rowOf: { readonly [on in AbilitySubject]: (world: World, id: number) => SubjectRows[on] | undefined } =
  {
    project: (world, id) => world.projects.get(id),
    group: (world, id) => world.groups.get(id),
    merge_request: (world, id) => world.mergeRequests.get(id),
    issue: (world, id) => world.issues.get(id),
  }
