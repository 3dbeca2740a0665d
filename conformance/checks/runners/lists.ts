import fc from 'fast-check'
import { contact, type RegisteredRunner, runner, secondProject } from '../../arrange/runners.ts'
import { check } from '../../check.ts'
import type { Reply } from '../../client.ts'
import { answers, equals, holds, names, numberIn, refuses } from '../../expect.ts'
import type { Row } from '../../json.ts'
import { listFields, passes, type RunnerFilter, runnerStatuses, runnerTypes } from '../../oracle/runners.ts'
import type { Params } from '../../query.ts'
import { expectArranged, type Stage } from '../../stage.ts'
import type { Role } from '../../targets/target.ts'

const own = 'GET /runners'
const all = 'GET /runners/all'
const ofProject = 'GET /projects/:id/runners'
const ofGroup = 'GET /groups/:id/runners'
const source = 'specification 2, Runners; dossier 2, 4.2'

/** Runners of every kind that a check can make: with and without tags, paused, heard of. */
async function several(stage: Stage): Promise<readonly RegisteredRunner[]> {
  const made = [
    await runner(stage, { description: 'one', tag_list: 'a,b' }),
    await runner(stage, { description: 'two', tag_list: 'b', paused: true }),
    await runner(stage, { description: 'three', tag_list: 'A', run_untagged: false }),
    await runner(stage, { description: 'four' }),
    ...(stage.inGroup ? [await runner(stage, { description: 'five', tag_list: 'a,b,c' }, 'groups')] : []),
  ]
  for (const one of made.slice(0, 2)) await contact(stage, one)
  return made
}

async function tagsOf(stage: Stage, rows: readonly Row[]): Promise<ReadonlyMap<unknown, readonly string[]>> {
  const known = new Map<unknown, readonly string[]>()
  for (const { id } of rows) {
    const { tag_list } = (await stage.call('GET /runners/:id', { id: Number(id) }, { as: 'owner' })).row()
    known.set(id, Array.isArray(tag_list) ? tag_list.map(String) : [])
  }
  return known
}

/** A list that fits on one page; skips where there are more. */
async function whole(
  stage: Stage,
  operation: string,
  params: Params = {},
  as: Role = 'owner',
): Promise<Reply> {
  const id = operation === ofGroup ? stage.group.id : stage.project.id
  const placed = operation.includes(':id') ? { id } : {}
  const reply = await stage.call(operation, { ...placed, per_page: 100, ...params }, { as })
  if (reply.headers['x-next-page']) stage.skip('there are more than a hundred runners')
  return reply
}

interface Arranged {
  readonly rows: { readonly [operation: string]: readonly Row[] }
  readonly tags: ReadonlyMap<unknown, readonly string[]>
}

/** The lists, and the tags of whatever is in them. */
async function arrangedLists(stage: Stage): Promise<Arranged> {
  await several(stage)
  const lists = []
  for (const operation of [own, ofProject, ...(stage.inGroup ? [ofGroup] : [])])
    lists.push([operation, (await whole(stage, operation)).rows()] as const)
  const distinct = new Map(lists.flatMap(([, rows]) => rows).map((row) => [row.id, row]))
  return { rows: Object.fromEntries(lists), tags: await tagsOf(stage, [...distinct.values()]) }
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
  const reply = await whole(stage, operation, { ...plain, ...joined })
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
}

export const eachFilter = check<readonly [operation: string, filter: RunnerFilter], Arranged>({
  id: 'runners/each-filter',
  says: 'Each scope, type, status, pause and set of tags selects exactly the runners of which it is true',
  source,
  level: 'must',
  covers: [own, ofProject, ofGroup],
  readOnly: true,
  arrange: arrangedLists,
  each: () =>
    Object.entries(scopes).flatMap(([operation, words]) =>
      [...single, ...words.map((scope) => ({ scope }))].map((filter) => [operation, filter] as const),
    ),
  holds: (stage, [operation, filter], arranged) => holdsFor(stage, operation, filter, arranged),
})

export const filtered = check<readonly [operation: string, filters: readonly RunnerFilter[]], Arranged>({
  id: 'runners/filters',
  says: 'Runners that pass several filters pass each of them, and the order stays',
  source,
  level: 'must',
  covers: [own, ofProject, ofGroup],
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
  holds: (stage, [operation, filters], arranged) =>
    holdsFor(stage, operation, Object.assign({}, ...filters), arranged),
})

function idsIn(rows: readonly Row[]): readonly number[] {
  return rows.map((row) => numberIn(row, 'id'))
}

export const order = check({
  id: 'runners/order',
  says: 'Runners are listed by id, the lowest first, in the list form',
  source,
  level: 'must',
  covers: [own, ofProject],
  holds: async (stage) => {
    await several(stage)
    for (const operation of [own, ofProject]) {
      const reply = await whole(stage, operation)
      const ids = idsIn(reply.rows())
      equals(
        'the order',
        ids,
        [...ids].sort((a, b) => a - b),
        reply,
      )
      for (const row of reply.rows()) {
        names(row, listFields, reply)
        equals('active, the opposite of paused', row.active, row.paused !== true, reply)
        equals('is_shared', row.is_shared, row.runner_type === 'instance_type', reply)
        holds(!('token' in row), 'no token is shown', row, reply)
      }
    }
  },
})

export const words = check<readonly [operation: string, params: Params, text: string]>({
  id: 'runners/unknown-words',
  says: 'A scope, type or status that there is not answers 400',
  source,
  level: 'must',
  covers: [own, ofProject, ofGroup],
  readOnly: true,
  each: () => [
    [own, { scope: 'nonsense' }, 'scope'],
    [own, { type: 'shared' }, 'type'],
    [own, { status: 'gone' }, 'status'],
    [ofProject, { scope: 'nonsense' }, 'scope'],
    [ofProject, { type: 'nonsense' }, 'type'],
    [ofProject, { status: '' }, 'status'],
    [ofGroup, { type: 'nonsense' }, 'type'],
    [ofGroup, { status: 'nonsense' }, 'status'],
  ],
  holds: async (stage, [operation, params, name]) => {
    if (operation === ofGroup && !stage.inGroup) return
    refuses(await whole(stage, operation, params), `${name} does not have a valid value`)
  },
})

export const kindsOfOwn = check<string>({
  id: 'runners/own-scope',
  says: 'Scopes that name kinds of runners make no sense among one’s own: 400',
  source,
  level: 'should',
  covers: [own],
  readOnly: true,
  each: () => ['shared', 'specific'],
  holds: async ({ call }, scope) => answers(await call(own, { scope }), 400),
})

export const scopeOfGroup = check({
  id: 'runners/group-scope',
  says: 'A group knows no scope, and has no project runners',
  source,
  level: 'should',
  covers: [ofGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    await several(stage)
    const usual = await whole(stage, ofGroup)
    equals('the list', (await whole(stage, ofGroup, { scope: 'nonsense' })).json, usual.json)
    answers(await whole(stage, ofGroup, { type: 'project_type' }), 200, [])
  },
})

export const ownOnes = check({
  id: 'runners/own',
  says: 'One’s own runners are those of projects for maintainers and those of groups for owners, never those of the installation',
  source,
  level: 'must',
  covers: [own],
  needs: { in: 'group' },
  holds: async (stage) => {
    const [inProject, inGroup] = [await runner(stage), await runner(stage, {}, 'groups')]
    const sees = async (as: Role) => {
      const reply = await whole(stage, own, {}, as)
      equals(
        'runners of the installation',
        reply.rows().filter((row) => row.is_shared === true),
        [],
        reply,
      )
      const ids = idsIn(reply.rows())
      return [ids.includes(inProject.id), ids.includes(inGroup.id)]
    }
    equals('what the owner sees', await sees('owner'), [true, true])
    if (stage.has('maintainer')) equals('what a maintainer sees', await sees('maintainer'), [true, false])
    if (stage.has('developer')) equals('what a developer sees', await sees('developer'), [false, false])
    if (stage.has('stranger')) equals('what a stranger sees', await sees('stranger'), [false, false])
  },
})

export const everything = check({
  id: 'runners/all-for-administrators',
  says: 'All runners are listed to administrators, and to nobody else: 403',
  source,
  level: 'must',
  covers: [all],
  holds: async (stage) => {
    const tag = `${stage.prefix}-all`
    const { id } = await runner(stage, { tag_list: tag })
    answers(await stage.call(all, {}, { as: 'owner' }), 403, { message: '403 Forbidden' })
    answers(await stage.call(all, {}, { as: 'anonymous' }), 401)
    if (!stage.has('admin')) return
    const reply = await stage.call(all, { tag_list: tag }, { as: 'admin' })
    equals('runners with the tag', idsIn(reply.rows()), [id], reply)
    refuses(
      await stage.call(all, { scope: 'nonsense' }, { as: 'admin' }),
      'scope does not have a valid value',
    )
  },
})

export const available = check({
  id: 'runners/available',
  says: 'A project has its own runners and those of its groups as long as it allows these, and none of another project',
  source,
  level: 'must',
  covers: [ofProject],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { id } = stage.project
    const [mine, groups] = [await runner(stage), await runner(stage, {}, 'groups')]
    const other = await secondProject(stage)
    const sees = async (project: number) => {
      const reply = await stage.call(ofProject, { id: project, per_page: 100, scope: 'specific' })
      return idsIn(reply.rows()).filter((one) => [mine.id, groups.id].includes(one))
    }
    equals('runners of the project', await sees(id), [mine.id, groups.id])
    equals('runners of another one', await sees(other), [groups.id])
    expectArranged(await stage.call('PUT /projects/:id', { id, group_runners_enabled: false }))
    equals('runners without those of groups', await sees(id), [mine.id])
    expectArranged(await stage.call('PUT /projects/:id', { id, shared_runners_enabled: false }))
    answers(await stage.call(ofProject, { id, scope: 'shared' }), 200, [])
  },
})

export const groupRights = check<readonly [role: Role, status: number]>({
  id: 'runners/group-rights',
  says: 'The runners of a group are listed to its maintainers',
  source: 'specification 2, Runners; dossier 2, 4.2 and section 12',
  level: 'must',
  covers: [ofGroup],
  needs: { in: 'group' },
  readOnly: true,
  each: () => [
    ['owner', 200],
    ['maintainer', 200],
    ['developer', 403],
    ['guest', 403],
    ['stranger', 403],
    ['anonymous', 401],
  ],
  holds: async (stage, [role, status]) => {
    if (role !== 'anonymous' && !stage.has(role)) return
    const reply = await whole(stage, ofGroup, {}, role)
    if (status === 403) answers(reply, 403, { message: '403 Forbidden' })
    else answers(reply, status)
  },
})
