import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { equals } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { passes, type RunnerFilter, runnerStatuses, runnerTypes } from '../../oracle/runners.ts'
import type { Stage } from '../../run/stage.ts'
import { idsIn, listRunners, ofAll, ofGroup, ofProject, own, sampleRunners } from './sample-runners.ts'

async function tagsOf(stage: Stage, rows: readonly Row[]): Promise<ReadonlyMap<unknown, readonly string[]>> {
  const known = new Map<unknown, readonly string[]>()
  for (const { id } of rows) {
    const by = { as: stage.has('admin') ? 'admin' : 'owner' } as const
    const { tag_list } = (await stage.call('GET /runners/:id', { id: Number(id) }, by)).row()
    known.set(id, Array.isArray(tag_list) ? tag_list.map(String) : [])
  }
  return known
}

interface Arranged {
  readonly rows: { readonly [operation: string]: readonly Row[] }
  readonly tags: ReadonlyMap<unknown, readonly string[]>
}

/** The lists, and the tags of whatever is in them. */
async function arrangedLists(stage: Stage): Promise<Arranged> {
  await sampleRunners(stage)
  const lists = []
  const operations = [
    own,
    ofProject,
    ...(stage.inGroup ? [ofGroup] : []),
    ...(stage.has('admin') ? [ofAll] : []),
  ]
  for (const operation of operations)
    lists.push([operation, (await listRunners(stage, operation, {}, lister(operation))).rows()] as const)
  const distinct = new Map(lists.flatMap(([, rows]) => rows).map((row) => [row.id, row]))
  return { rows: Object.fromEntries(lists), tags: await tagsOf(stage, [...distinct.values()]) }
}

function lister(operation: string): 'admin' | 'owner' {
  return operation === ofAll ? 'admin' : 'owner'
}

async function holdsFor(
  stage: Stage,
  operation: string,
  { tag_list, ...plain }: RunnerFilter,
  { rows, tags }: Arranged,
): Promise<void> {
  const list = rows[operation]
  if (list === undefined) return
  const joined = tag_list === undefined ? {} : { tag_list: tag_list.join(',') }
  const reply = await listRunners(stage, operation, { ...plain, ...joined }, lister(operation))
  const filter = { ...plain, ...(tag_list === undefined ? {} : { tag_list }) }
  const expected = list.filter((row) => passes(row, tags.get(row.id) ?? [], filter))
  equals('the filtered list', idsIn(reply.rows()), idsIn(expected), reply)
}

const single: readonly RunnerFilter[] = [
  ...runnerTypes.map((type) => ({ type })),
  ...runnerStatuses.map((status) => ({ status })),
  ...[true, false].map((paused) => ({ paused })),
  ...[['a'], ['b'], ['A'], ['a', 'b'], ['b', 'c', 'a'], ['a', 'A'], ['none']].map((tag_list) => ({
    tag_list,
  })),
]

const scopes: { readonly [operation: string]: readonly string[] } = {
  [own]: ['active', 'paused', 'online', 'offline'],
  [ofProject]: ['specific', 'shared', 'active', 'paused', 'online', 'offline'],
  [ofGroup]: [],
  [ofAll]: ['specific', 'shared', 'active', 'paused', 'online', 'offline'],
}

export const eachFilter = check<readonly [operation: string, filter: RunnerFilter], Arranged>({
  id: 'runners/each-filter',
  says: 'Each value of `scope`, `type`, `status`, `paused` and `tag_list` selects exactly the runners that it describes',
  source:
    'runners#scope, runners#status-filter, runners#paused-filter, runners#tag-filter, runners#runner-type',
  level: 'must',
  covers: [own, ofProject, ofGroup, ofAll],
  needs: { alone: true },
  readOnly: true,
  arrange: arrangedLists,
  each: () =>
    Object.entries(scopes).flatMap(([operation, words]) =>
      [...single, ...words.map((scope) => ({ scope }))].map((filter) => [operation, filter] as const),
    ),
  holds: (stage, [operation, filter], arranged) => holdsFor(stage, operation, filter, arranged),
})

export const combinedFilters = check<
  readonly [operation: string, filters: readonly RunnerFilter[]],
  Arranged
>({
  id: 'runners/combined-filters',
  says: 'Several filters together select the runners that pass each of them, in the same order',
  source: 'runners#filters, runners#list-order',
  level: 'must',
  covers: [own, ofProject, ofGroup, ofAll],
  needs: { alone: true },
  readOnly: true,
  arrange: arrangedLists,
  over: () =>
    fc.constantFrom(...Object.keys(scopes)).chain((operation) =>
      fc.tuple(
        fc.constant(operation),
        fc.subarray([...single, ...(scopes[operation] ?? []).map((scope) => ({ scope }))], {
          maxLength: 3,
        }),
      ),
    ),
  examples: [
    [own, [{ scope: 'active' }, { status: 'paused' }]],
    [ofProject, [{ scope: 'paused' }, { status: 'active' }]],
    [ofAll, [{ scope: 'specific' }, { type: 'instance_type' }]],
    [ofAll, [{ scope: 'active' }, { paused: true }]],
  ],
  holds: (stage, [operation, filters], arranged) =>
    holdsFor(stage, operation, Object.assign({}, ...filters), arranged),
})
