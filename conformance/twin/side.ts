import { nameIn } from '../arrange/existing-records.ts'
import type { Call, Reply } from '../kit/client.ts'
import { Skipped } from '../kit/finding.ts'
import { isRow, type Row } from '../kit/json.ts'
import type { Params, Value } from '../kit/query.ts'
import type { Stage, StageUser } from '../run/stage.ts'
import { type Role, roles } from '../targets/target.ts'
import { createNames } from './names.ts'
import { type Asked, createNormaliser, type Normal } from './normalise.ts'
import { ownTexts } from './own-texts.ts'
import { singular } from './reference.ts'
import { places, type Step } from './step.ts'

/** What a call names where a side has nothing of the kind. */
export const NOTHING = 999_999

/** Things of one place, by names that mean the same on the other side. */
export type Choices = ReadonlyMap<string, Value>

/** What a call is about to name: a parameter, the place of what it names, and the parameters before it. */
export interface Question {
  readonly operation: string
  readonly param: string
  readonly place: string
  readonly before: Params
}

/** One of the two services, with what was seen of one project and its group. */
export interface Side {
  choices(question: Question): Promise<Choices>
  /** Undefined where there is no credential for the caller, so that neither side is asked. */
  play(step: Step, values: Params): Promise<Normal | undefined>
  /** The calls that were played, as `curl`. */
  calls(): readonly string[]
}

/** A side that is written to: things are called by what made them. */
export function writtenSide(stage: Stage, origin: string): Side {
  const seen = new Map<string, Row[]>()
  const names = createNames()
  for (const [role, { id }] of callersOn(stage)) names.learn({ kind: 'user', id }, `the ${role}`)
  names.learn({ kind: 'project', id: stage.project.id }, 'the project')
  names.learn({ kind: 'namespace', id: stage.group.id }, 'the group')
  const callers = callersOn(stage)
  const own = ownTexts({ origin: 'http://host', prefix: stage.prefix, group: stage.group.path, callers })
  const normalise = createNormaliser({ origin, names, own, ownCommits: true })
  const { send, asked, calls } = playing(stage)
  return {
    calls,
    choices: async ({ param, place }) => {
      const fixed = fixedChoices(stage, place, (role) => role)
      if (fixed !== undefined) return fixed
      const made = (seen.get(place) ?? []).flatMap((row, n) => {
        const value = nameIn(row, param)
        return value === undefined ? [] : [[`${place} ${n + 1}`, value] as const]
      })
      return new Map(made)
    },
    play: async (step, values) => {
      const reply = await send(step, values)
      if (reply === undefined) return undefined
      remember(seen, reply)
      return await normalise(reply, asked(step, values))
    },
  }
}

/** Users, the project and the group are there on both sides; undefined for what is in a list. */
export function fixedChoices(
  stage: Stage,
  place: string,
  callerNamed: (role: Role, user: StageUser) => string,
): Choices | undefined {
  if (place === places.project) return new Map([['the project', stage.project.id]])
  if (place === places.group) return new Map(stage.inGroup ? [['the group', stage.group.id]] : [])
  if (place !== places.callers) return undefined
  return new Map(callersOn(stage).map(([role, user]) => [callerNamed(role, user), user.id]))
}

/** The callers who are users, each once by his first role. */
export function callersOn(stage: Stage): readonly (readonly [Role, StageUser])[] {
  return roles.flatMap((role) => (stage.knows(role) ? [[role, stage.user(role)] as const] : []))
}

/** Sends steps, and keeps the calls of those that were sent. */
export function playing(stage: Stage) {
  const sent: Call[] = []
  return {
    calls: () => sent.map(stage.curl),
    asked: (step: Step, values: Params) => askedBy(step, placeOf(stage, step), values),
    send: async (step: Step, values: Params): Promise<Reply | undefined> => {
      const id = placeOf(stage, step)
      try {
        const params = { ...step.params, id, ...values }
        const reply = await stage.call(step.operation, params, { as: step.as, mayFault: true })
        const call = stage.calls.at(-1)
        if (call !== undefined) sent.push(call)
        return reply
      } catch (problem) {
        if (problem instanceof Skipped) return undefined
        throw problem
      }
    },
  }
}

function placeOf(stage: Stage, { operation }: Step): number {
  return operation.includes(' /groups/:id') ? stage.group.id : stage.project.id
}

/** What a step asks for: rows of the kind that ends its path (`milestone`), unless they bear the mark of another. */
function askedBy({ operation, names }: Step, id: number, values: Params): Asked {
  const parts = operation.split('/')
  const words = parts.filter((word) => !/^[:*]/.test(word))
  const named = Object.entries(names).map(([param, { key }]) => {
    const word = parts[parts.indexOf(`:${param}`) - 1] ?? ''
    return {
      word,
      param,
      value: encodeURIComponent(String(values[param])),
      key: encodeURIComponent(String(key)),
    }
  })
  named.push({ word: '', param: 'id', value: String(id), key: 'the-place' })
  return { kind: singular(words.at(-1) ?? ''), named }
}

// What a POST makes is in the list of the same path, and is called by what its list calls its rows.
function remember(seen: Map<string, Row[]>, { operation, status, json }: Reply): void {
  if (!operation.startsWith('POST ') || status >= 300 || !isRow(json)) return
  const words = operation.split('/').filter((word) => !word.startsWith(':'))
  const place = words.slice(-2).join('.')
  seen.set(place, [...(seen.get(place) ?? []), json])
}
