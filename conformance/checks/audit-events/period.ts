import { check } from '../../kit/check.ts'
import { answers, equals, holds, refuses } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const lists = ['GET /projects/:id/audit_events', 'GET /groups/:id/audit_events', 'GET /audit_events'] as const

type List = (typeof lists)[number]

const needs = { tier: 'premium', in: 'group' } as const

/** The events of a list, asked for by somebody who sees all of them. */
async function events(stage: Stage, list: List, params: Params = {}) {
  const { project, group } = stage
  const id = { [lists[0]]: { id: project.id }, [lists[1]]: { id: group.id }, [lists[2]]: {} }[list]
  const as = list === 'GET /audit_events' ? 'admin' : 'owner'
  return await stage.call(list, { ...id, per_page: 100, ...params }, { as })
}

async function happened(stage: Stage): Promise<void> {
  const { call, project, group } = stage
  for (const name of ['one', 'two', 'three']) {
    expectArranged(await call('PUT /projects/:id', { id: project.id, description: name }))
    expectArranged(await call('PUT /groups/:id', { id: group.id, name: `${stage.prefix} ${name}` }))
  }
}

export const period = check<List>({
  id: 'audit-events/period',
  says: '`created_after` and `created_before` bound every list and include the times that they name',
  source: 'audit-events#period',
  level: 'must',
  covers: [...lists],
  needs,
  each: () => lists,
  holds: async (stage, list) => {
    await happened(stage)
    const whole = (await events(stage, list)).rows()
    holds(whole.length > 2, 'something happened', whole.length)
    const times = whole.slice(0, 6).map((row) => String(row.created_at))
    const [until = '', from = ''] = [times[1], times.at(-2)]
    const within = (row: Row) => String(row.created_at) >= from && String(row.created_at) <= until
    const found = await events(stage, list, { created_after: from, created_before: until })
    // More than a page of them cannot be foretold from a page.
    if (whole.length < 100) equals('the events between', found.json, whole.filter(within), found)
    equals(
      'events outside',
      found.rows().filter((row) => !within(row)),
      [],
      found,
    )
    holds(
      found.rows().some((row) => row.created_at === until),
      'the last time counts itself',
      until,
      found,
    )
    holds(
      found.rows().some((row) => row.created_at === from),
      'the first time counts itself',
      from,
      found,
    )
    answers(await events(stage, list, { created_before: '2001-01-01' }), 200, [])
    answers(await events(stage, list, { created_after: '2999-01-01T00:00:00Z' }), 200, [])
  },
})

export const invalidPeriod = check<readonly [list: List, name: string, value: string]>({
  id: 'audit-events/invalid-period',
  says: 'A `created_after` or `created_before` that is not a time answers 400',
  source: 'audit-events#period',
  level: 'must',
  covers: [...lists],
  needs,
  readOnly: true,
  each: () =>
    lists.flatMap((list) =>
      ['created_after', 'created_before'].flatMap((name) =>
        ['yesterday', '1672531200'].map((value) => [list, name, value] as const),
      ),
    ),
  holds: async (stage, [list, name, value]) =>
    refuses(await events(stage, list, { [name]: value }), `${name} is invalid`),
})

export const order = check<List>({
  id: 'audit-events/order',
  says: 'Every list of events is ordered by descending `id`, whatever order is sent',
  source: 'audit-events#order',
  level: 'must',
  covers: [...lists],
  needs,
  each: () => lists,
  holds: async (stage, list) => {
    await happened(stage)
    for (const params of [{}, { sort: 'asc' }, { order_by: 'created_at', sort: 'asc' }]) {
      const reply = await events(stage, list, params)
      const ids = reply.rows().map((row) => Number(row.id))
      equals(
        'the ids',
        ids,
        [...ids].sort((a, b) => b - a),
        reply,
      )
    }
  },
})
