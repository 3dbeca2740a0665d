import { type Ability, type AbilityName, abilities, can, type Situation } from '../policy/abilities.ts'
import { chainOf, type SubjectName, subjectNamed } from '../policy/subjects.ts'
import { licensed } from '../policy/tier.ts'
import type { Definition } from './operation.ts'
import { forbidden, notFound, Refusal, recordNotFound, unauthorized } from './refusal.ts'

/** Rows by the names under which handlers know them (`mergeRequest`). */
export type Found = { readonly [name: string]: unknown }

/** Finds what the path names, outermost first; each ability is checked as soon as its subject is known. */
export function findSubjects(
  definition: Definition,
  situation: Situation,
  tokens: { readonly [name: string]: string },
): Found {
  const found: { [name: string]: unknown } = {}
  const needs = definition.needs === undefined ? [] : ([definition.needs].flat() as AbilityName[])
  for (const name of definition.subject === undefined ? [] : chainOf(definition.subject)) {
    const subject = subjectNamed(name)
    const row = subject.find(situation, tokens[subject.param] ?? '', found)
    if (row === undefined) throw missing(subject.noun)
    found[camelCase(name)] = row
    check(definition, situation, needs, name, row)
  }
  if (definition.tier !== undefined && !licensed(situation.world, definition.tier))
    throw unlicensed(definition)
  return found
}

function unlicensed({ unlicensed }: Definition): Refusal {
  return unlicensed === undefined ? forbidden() : new Refusal(unlicensed.status, unlicensed.body)
}

function check(
  definition: Definition,
  situation: Situation,
  needs: readonly AbilityName[],
  name: SubjectName,
  row: unknown,
): void {
  const { sees } = definition
  if (sees !== undefined && on(sees, name) && !can(situation, sees, row as never)) throw recordNotFound()
  for (const ability of needs)
    if (on(ability, name) && !can(situation, ability, row as never)) throw forbidden()
}

function on(ability: AbilityName, subject: SubjectName): boolean {
  return (abilities[ability] as Ability).on === subject
}

function missing(noun: string | undefined) {
  return noun === undefined ? recordNotFound() : notFound(noun)
}

/** The name under which handlers know a subject. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function requireUser(situation: Situation, auth: 'none' | 'public' | 'user' | 'admin'): void {
  if ((auth === 'user' || auth === 'admin') && situation.caller.user === undefined) throw unauthorized()
  if (auth === 'admin' && !situation.caller.admin) throw forbidden()
}
