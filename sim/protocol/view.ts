import type { View } from '../entities/entity.ts'
import type { Dialect } from '../lib/dialect.ts'
import { instanceOf, type World } from '../model/world.ts'
import { type AbilitySubject, abilities, can, type Situation, type SubjectRows } from '../policy/abilities.ts'
import { seesGroup, seesProject } from '../policy/visible.ts'
import { factOf, fleeting, type Memory } from '../store/memory.ts'
import { reads } from '../store/reads.ts'
import { dayOf } from '../time/calendar.ts'

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
export function viewOf({ situation, dialect, values, found, memory }: Presented): View {
  const { world } = situation
  const { url } = instanceOf(world)
  const view: View = {
    world,
    dialect,
    memory,
    values,
    found,
    answers: new Map(),
    get now() {
      fleeting()
      return situation.now
    },
    get today() {
      factOf(view, 'day', ({ situation }) => dayOf(situation.now))
      return situation.now
    },
    get viewer() {
      return factOf(view, 'viewer', ({ situation }) => situation.caller.user)
    },
    get admin() {
      return factOf(view, 'admin', ({ situation }) => situation.caller.admin)
    },
    get situation() {
      fleeting()
      return situation
    },
    url: (path) => {
      reads.by?.row('instance', 1)
      return `${url}/${path}`
    },
    can: (ability, { id }) =>
      view.decide(`${ability} ${id}`, (situation) => {
        const row = rowOf[abilities[ability].on](situation.world, id)
        return row !== undefined && can(situation, ability, row as never)
      }),
    sees: (what, id) =>
      view.decide(`see ${what} ${id}`, ({ world, caller, now }) => {
        if (what === 'group') return seesGroup(world, caller, world.groups.require(id), now)
        return seesProject(world, caller, world.projects.require(id), now)
      }),
    decide: (question, decide) => factOf(view, `may ${question}`, ({ situation }) => decide(situation)),
    asked: (param) => factOf(view, `asked ${param}`, ({ values }) => values[param]),
    named: (subject) => factOf(view, `named ${subject}`, ({ found }) => found[subject]),
  }
  return view
}

const rowOf: { readonly [on in AbilitySubject]: (world: World, id: number) => SubjectRows[on] | undefined } =
  {
    project: (world, id) => world.projects.get(id),
    group: (world, id) => world.groups.get(id),
    merge_request: (world, id) => world.mergeRequests.get(id),
    issue: (world, id) => world.issues.get(id),
  }
