import { tracing } from '../lib/tracing.ts'
import type { Tier } from '../model/installation/instance.ts'
import { type Ability, type AbilityName, abilities, can, type Situation } from '../policy/abilities.ts'
import {
  chainOf,
  movedProject,
  refusedJob,
  type Subject,
  type SubjectName,
  subjectNamed,
} from '../policy/subjects.ts'
import { licensed } from '../policy/tier.ts'
import { challenged } from './challenge.ts'
import type { Definition, Unlicensed } from './operation.ts'
import { forbidden, notFound, Refusal, recordNotFound, unauthorized } from './refusal.ts'

/** Rows by the names under which handlers know them (`mergeRequest`). */
export type Found = { readonly [name: string]: unknown }

/** One subject of the path: how it is found, and the abilities on it that the operation needs. */
interface Step {
  readonly subject: Subject
  /** Under which handlers know it. */
  readonly key: string
  readonly sees: readonly AbilityName[]
  readonly needs: readonly AbilityName[]
}

type Tokens = { readonly [name: string]: string }

/** What is answered where a path leads to a project that has another one now, by its id. */
type Moved = (id: number) => Refusal

interface Asked {
  readonly situation: Situation
  readonly tokens: Tokens
  readonly moved: Moved | undefined
}

/** Finds what the path names, outermost first; each ability is checked as soon as its subject is known. */
export function findSubjects(
  definition: Definition,
  situation: Situation,
  tokens: Tokens,
  { place, moved }: { readonly place?: Found | undefined; readonly moved?: Moved | undefined } = {},
): Found {
  const steps = stepsOf(definition)
  const asked = { situation, tokens, moved }
  if (place === undefined) return licensedFor(definition, situation, walked(definition, steps, asked, {}))
  return walked(definition, steps.slice(Object.keys(place).length), asked, place)
}

/** The first of these steps: the project, group or user in which the rest of the path lies. */
export function findPlace(
  definition: Definition,
  situation: Situation,
  tokens: Tokens,
  moved?: Moved,
): Found {
  const [place] = stepsOf(definition)
  return licensedFor(
    definition,
    situation,
    walked(definition, place === undefined ? [] : [place], { situation, tokens, moved }, {}),
  )
}

function walked(
  definition: Definition,
  steps: readonly Step[],
  { situation, tokens, moved }: Asked,
  from: Found,
): Found {
  const found: { [name: string]: unknown } = {}
  for (const name in from) found[name] = from[name]
  const { lookup } = definition
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as Step
    const { subject, key, sees } = step
    const own = i === steps.length - 1 ? lookup : undefined
    const find = own?.unread === undefined ? subject.find : (subject.stored ?? subject.find)
    const row = find(situation, tokens[subject.param] ?? '', found)
    tracing.to?.({
      station: 'subject',
      subject: subject.noun ?? key,
      token: tokens[subject.param] ?? '',
      found: row !== undefined,
      id: row?.id,
    })
    const elsewhere = row === undefined && moved !== undefined && movedProject(situation, subject, tokens)
    if (elsewhere) throw moved(elsewhere.id)
    const outside =
      row === undefined && subject.noun === 'Project' && refusedJob(situation, tokens[subject.param] ?? '')
    if (outside) throw forbidden(outside)
    if (row === undefined)
      throw definition.challenges ? challenged(situation, notFound()) : missing(subject, own?.noun)
    found[key] = row
    if (typeof own?.unread === 'object' && subject.stored !== undefined)
      if (subject.find(situation, tokens[subject.param] ?? '', found) === undefined)
        throw notFound(own.unread.missing)
    for (const ability of own?.unread === 'found' ? [] : sees)
      if (!can(situation, ability, row as never))
        throw typeof own?.unread === 'object' ? notFound(own.unread.missing) : unseen(ability)
    if (!lookup?.first) refuseForbidden(step, situation, row)
  }
  if (lookup?.first) for (const step of steps) refuseForbidden(step, situation, found[step.key] as Row)
  return found
}

type Row = NonNullable<ReturnType<Subject['find']>>

function refuseForbidden({ needs }: Step, situation: Situation, row: Row): void {
  for (const ability of needs) if (!can(situation, ability, row as never)) throw forbidden()
}

const ways = new WeakMap<Definition, readonly Step[]>()

function stepsOf(definition: Definition): readonly Step[] {
  let steps = ways.get(definition)
  if (steps === undefined) {
    steps =
      definition.subject === undefined
        ? []
        : chainOf(definition.subject).map((name) => step(definition, name))
    ways.set(definition, steps)
  }
  return steps
}

function step({ sees, needs = [] }: Definition, name: SubjectName): Step {
  const those = [needs].flat() as AbilityName[]
  return {
    subject: subjectNamed(name),
    key: camelCase(name),
    sees: sees !== undefined && on(sees, name) ? [sees] : [],
    needs: those.filter((ability) => on(ability, name)),
  }
}

function licensedFor(definition: Definition, { world }: Situation, found: Found): Found {
  // Differences are decided when an operation is bound.
  const tier = definition.tier as Tier | undefined
  const unlicensed = definition.unlicensed as Unlicensed | undefined
  if (tier === undefined || unlicensed === 'served' || licensed(world, tier)) return found
  throw unlicensed === undefined ? forbidden() : new Refusal(unlicensed.status, unlicensed.body)
}

function on(ability: AbilityName, subject: SubjectName): boolean {
  return (abilities[ability] as Ability).on === subject
}

function missing({ noun, missing }: Subject, told = noun) {
  return told === undefined && missing === undefined ? recordNotFound() : notFound(told)
}

function unseen(ability: AbilityName) {
  const { missing } = abilities[ability] as Ability
  return missing === undefined ? recordNotFound() : notFound(missing)
}

/** The name under which handlers know a subject. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function requireUser(situation: Situation, auth: 'none' | 'public' | 'user' | 'admin'): void {
  const { user, token } = situation.caller
  // A deploy token has no user, and counts only where it is accepted.
  if ((auth === 'user' || auth === 'admin') && user === undefined && token?.kind !== 'deploy')
    throw unauthorized()
  if (auth === 'admin' && !situation.caller.admin) throw forbidden()
}
