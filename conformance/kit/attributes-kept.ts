import type { Stage } from '../run/stage.ts'
import { casesBy } from './cases.ts'
import { type AnyCheck, type Check, check, type Needs } from './check.ts'
import type { Reply } from './client.ts'
import { answers, has, numberIn } from './expect.ts'
import type { Row } from './json.ts'
import type { Params } from './query.ts'

/** A record that is created with all its attributes and then updated in all of them. */
export interface KeptAttributes {
  readonly create: string
  readonly update?: string
  /** The path parameter that names the record by its id. */
  readonly named?: string
  readonly values: Params
  readonly changes?: Params
  /** Attributes that are answered otherwise than they were sent, or not at all. */
  readonly except?: readonly string[]
  /** What is sent beside them, and what both answers show of it. */
  readonly beside?: (stage: Stage) => Params
  readonly shown?: (row: Row, stage: Stage, reply: Reply) => void
}

/** A check that what is sent at creation and update is what the answers show. Cases of the installation are tried where
 *  the target can go back. */
export function attributesKept(
  told: Pick<Check, 'id' | 'says' | 'source'> & { readonly tier?: Needs['tier'] },
  cases: readonly KeptAttributes[],
): AnyCheck {
  const { tier, ...named } = told
  const byOperation = casesBy(cases, ({ create }) => create)
  return check<string>({
    ...named,
    level: 'should',
    covers: cases.flatMap(({ create, update }) => (update === undefined ? [create] : [create, update])),
    needs: { in: 'group', ...(tier && { tier }) },
    each: () => byOperation.names,
    holds: (stage, operation) => keeps(stage, byOperation.named(operation)),
  })
}

async function keeps(stage: Stage, it: KeptAttributes): Promise<void> {
  const { create, update, named, values, changes = {}, except = [], beside, shown } = it
  const ofInstallation = create.includes('/admin/')
  if (ofInstallation && !(stage.goesBack && stage.has('admin')))
    return stage.skip('what the installation has cannot be put back')
  const place = ofInstallation ? {} : { id: create.includes('/groups/') ? stage.group.id : stage.project.id }
  const as = { as: ofInstallation ? 'admin' : 'owner' } as const
  const extra = beside?.(stage) ?? {}
  const kept = (params: Params) =>
    Object.fromEntries(Object.entries(params).filter(([name]) => !except.includes(name))) as Row
  const created = await stage.call(create, { ...place, ...values, ...extra }, as)
  answers(created, 201)
  has(created.row(), kept(values), created)
  shown?.(created.row(), stage, created)
  if (update === undefined) return
  const one = named === undefined ? place : { ...place, [named]: numberIn(created.row(), 'id') }
  const updated = await stage.call(update, { ...one, ...changes, ...extra }, as)
  answers(updated, 200)
  has(updated.row(), kept({ ...values, ...changes }), updated)
  shown?.(updated.row(), stage, updated)
}
