import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { equals } from '../kit/expect.ts'
import { isRows } from '../kit/json.ts'
import type { Params, Value } from '../kit/query.ts'
import type { Veiled } from '../run/stage.ts'
import type { Role } from '../targets/target.ts'
import { namesNothing } from './hiding.ts'
import { placeable, reads, sampleParams } from './sample.ts'

/** A caller who is no member of what is closed, and what else is asked for. */
interface Look {
  readonly as: Role
  readonly params: Params
}

/** Of those who are no members of what is closed, maintainers elsewhere see most. */
const few: readonly Role[] = ['maintainer']
const all: readonly Role[] = ['anonymous', 'stranger', 'guest', 'developer', 'maintainer']

function looksOf(operation: ContractOperation): readonly Look[] {
  const { beyond, params, family } = operation
  const scope = params.find(({ name }) => name === 'scope')
  const scopes: readonly Value[] = family === 'search' ? (scope?.values ?? []) : []
  const wishes: readonly Params[] = scopes.length === 0 ? [{}] : scopes.map((each) => ({ scope: each }))
  return wishes.flatMap((wish) => (beyond ? few : all).map((as) => ({ as, params: wish })))
}

export const hiddenNames = law<Look>({
  name: 'hidden-names',
  says: 'no reply names a private group or project, or anything in it, to a caller who is no member, and lists count what they show',
  source: 'conventions#visibility, conventions#offset-headers',
  level: 'must',
  needs: { furnished: true, project: 'public', neighbour: true },
  readOnly: true,
  // Audit events keep the names that things had, whoever reads them (audit-events#details).
  appliesTo: (operation) =>
    placeable(operation) &&
    reads(operation) &&
    operation.answer !== 'nothing' &&
    operation.family !== 'audit-events',
  each: looksOf,
  holds: async (stage, operation, { as, params }) => {
    const { neighbour } = stage
    if (as !== 'anonymous' && !stage.has(as)) stage.unknown(`the target was given no ${as} credential`)
    const marker = neighbour?.marker ?? ''
    const searched = marker !== '' && operation.params.some(({ name }) => name === 'search')
    const sampled = sampleParams(stage, operation, { moving: true })
    const plain = { ...sampled, ...params }
    const reply = await stage.call(operation.id, plain, { as })
    const counted = countsWhatItShows(reply)
    if (marker === '') return counted ? undefined : stage.unknown('nothing is known there that is hidden')
    namesNothing(reply, marker)
    if (searched) namesNothing(await stage.call(operation.id, { ...plain, search: marker }, { as }), marker)
  },
})

/** Those to whom nothing confidential is shown; all but a Guest are no members. */
const outside: readonly Role[] = ['anonymous', 'stranger', 'guest']

export const hiddenRecords = law<Look>({
  name: 'hidden-records',
  says: 'no reply shows a confidential record, or what only members may use, to others, and no search finds it by its words or its number',
  source: 'conventions#visibility',
  level: 'must',
  needs: { furnished: true, project: 'public', neighbour: true },
  readOnly: true,
  appliesTo: (operation) =>
    placeable(operation) && reads(operation) && !['nothing', 'bytes'].includes(operation.answer),
  each: (operation) => looksOf(operation).filter(({ as }) => operation.beyond || outside.includes(as)),
  holds: async (stage, operation, { as: who, params }) => {
    const as = operation.beyond ? 'stranger' : who
    const { veiled } = stage.neighbour ?? {}
    if (as !== 'anonymous' && !stage.has(as)) stage.unknown(`the target was given no ${as} credential`)
    if (veiled === undefined) return stage.unknown('nothing is known there that is hidden')
    const markers = as === 'guest' ? [veiled.confidential] : [veiled.confidential, veiled.internal]
    const plain = { ...sampleParams(stage, operation, { moving: true }), ...params }
    const wishes: readonly Params[] = [{}, ...wanted(operation, veiled, params.scope)]
    for (const wish of wishes) {
      const reply = await stage.call(operation.id, { ...plain, ...wish }, { as })
      for (const marker of markers) namesNothing(reply, marker)
    }
  },
})

/** What is found by its number. */
const numbered: readonly (Value | undefined)[] = [undefined, 'issues', 'merge_requests']

/** What could find a record: its words, its number after the sign of its kind, and a list of numbers. */
function wanted(
  { params }: ContractOperation,
  { confidential, internal, numbers }: Veiled,
  scope: Value | undefined,
): readonly Params[] {
  const has = (name: string) => params.some((param) => param.name === name)
  const signed = numbered.includes(scope) ? numbers.flatMap((iid) => [`#${iid}`, `!${iid}`]) : []
  const words = [confidential, internal, ...signed]
  return [
    ...(has('search') ? words.map((search) => ({ search })) : []),
    ...(has('iids') ? [{ iids: [...numbers] }] : []),
  ]
}

/** Whether a first page has as many rows as its total says; false where nothing is counted. */
function countsWhatItShows(reply: Reply): boolean {
  const { status, headers, json } = reply
  const total = headers['x-total']
  if (status !== 200 || total === undefined || !isRows(json) || headers['x-page'] !== '1') return false
  const size = Number(headers['x-per-page'])
  equals('how many rows are on the first page', json.length, Math.min(Number(total), size), reply)
  return true
}
