import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

describe('broadcast messages', () => {
  const MESSAGES = '/broadcast_messages'
  const tell = (body: object) => as('root').post(MESSAGES, { message: 'Hello', ...body })

  test('are shown for an hour by default', () => {
    const { status, json } = tell({})
    expect(status).toBe(201)
    expect(json).toMatchObject({
      message: 'Hello',
      color: '#E75E40',
      font: '#FFFFFF',
      target_access_levels: [],
      target_path: null,
      broadcast_type: 'banner',
      dismissable: false,
      active: true,
    })
    expect(Date.parse(json.ends_at) - Date.parse(json.starts_at)).toBe(3_600_000)
    expect(as().get(`${MESSAGES}/${json.id}`).json).toEqual(json)
    here.sim.clock.advance('61m')
    expect(as().get(`${MESSAGES}/${json.id}`).json.active).toBe(false)
  })

  test('are updated, listed and deleted', () => {
    const [one, two] = [
      tell({}).json,
      tell({ broadcast_type: 'notification', target_access_levels: [30, 40] }).json,
    ]
    expect(
      as()
        .get(MESSAGES)
        .json.map(({ id }: { id: number }) => id),
    ).toEqual([two.id, one.id])
    const changed = as('root').put(`${MESSAGES}/${one.id}`, { message: 'Bye', color: '#123456' })
    expect(changed.json).toMatchObject({ message: 'Bye', color: '#123456', starts_at: one.starts_at })
    expect(as('root').delete(`${MESSAGES}/${one.id}`).status).toBe(204)
    expect(as('root').delete(`${MESSAGES}/${one.id}`).status).toBe(404)
  })

  test.each([
    [{ message: ' ' }, { message: { message: ["can't be blank"] } }],
    [{ color: 'red' }, { message: { color: ['must be a valid color code'] } }],
    [{ target_access_levels: [7] }, { error: 'target_access_levels does not have a valid value' }],
    [{ broadcast_type: 'shout' }, { error: 'broadcast_type does not have a valid value' }],
  ])('are not %j', (body, json) => {
    expect(tell(body)).toMatchObject({ status: 400, json })
    expect(as().get(MESSAGES).json).toEqual([])
  })

  test('are managed by administrators', () => {
    expect([as('alice'), as()].map((it) => it.post(MESSAGES, { message: 'x' }).status)).toEqual([403, 401])
  })
})
