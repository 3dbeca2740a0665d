import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { type Author, type Planted, plant } from './testing/planted.ts'

const seeded = testSimulator()

/** Commits by these authors, oldest first, and what is told about them. */
function history(authors: readonly Author[]) {
  const simulator = seeded.fork()
  const at = plant(simulator)
  let last: string[] = []
  for (const author of authors) last = [at.commit('main', { a: 'x' }, last, author)]
  const get = (query = '') => callsOf(simulator).get(`${at.path}/contributors${query}`)
  return { at, last: last[0] ?? '', get, list: (query?: string) => get(query).json as readonly Person[] }
}
interface Person {
  readonly name: string
  readonly email: string
  readonly commits: number
}
const names = (people: readonly Person[]) => people.map(({ name }) => name)
const times = (count: number, author: Author) => Array.from({ length: count }, () => author)

describe('contributors', () => {
  test('have a name, an address and a number of commits; their lines are not counted', () => {
    expect(history([{ name: 'Ada' }]).list()).toEqual([
      { name: 'Ada', email: 'ada@example.com', commits: 1, additions: 0, deletions: 0 },
    ])
  })

  test('are told apart by their addresses, and called what they were called last', () => {
    const { list } = history([
      { name: 'Old', email: 'a@x' },
      { name: 'New', email: 'a@x' },
      { name: 'New', email: 'A@x' },
    ])
    expect(list()).toMatchObject([
      { name: 'New', email: 'A@x', commits: 1 },
      { name: 'New', email: 'a@x', commits: 2 },
    ])
  })

  test('come with the fewest commits first unless told', () => {
    const { list } = history([...times(3, { name: 'Many' }), { name: 'One' }, ...times(2, { name: 'Two' })])
    expect(names(list())).toEqual(['One', 'Two', 'Many'])
    expect(names(list('?sort=asc'))).toEqual(['One', 'Two', 'Many'])
    expect(names(list('?sort=desc'))).toEqual(['Many', 'Two', 'One'])
  })

  test('are ordered by name or address whatever the case', () => {
    const { list } = history([
      { name: 'bert', email: '1@x' },
      { name: 'Cora', email: 'B@x' },
      { name: 'Änne', email: 'a@x' },
      { name: 'Anna', email: 'c@x' },
    ])
    expect(names(list('?order_by=name'))).toEqual(['Anna', 'bert', 'Cora', 'Änne'])
    expect(names(list('?order_by=name&sort=desc'))).toEqual(['Änne', 'Cora', 'bert', 'Anna'])
    expect(list('?order_by=email').map(({ email }) => email)).toEqual(['1@x', 'a@x', 'B@x', 'c@x'])
  })

  test('who are equal come with the last one to commit first, in both directions', () => {
    const { list } = history([{ name: 'First' }, { name: 'Second' }, { name: 'Third' }])
    expect(names(list())).toEqual(['Third', 'Second', 'First'])
    expect(names(list('?sort=desc'))).toEqual(['Third', 'Second', 'First'])
  })

  test('are not credited with merges', () => {
    const { at, last, list } = history([{ name: 'Ada' }])
    const side = at.commit('side', { b: 'x' }, [last], { name: 'Ben' })
    at.commit('main', { a: 'x', b: 'x' }, [last, side], { name: 'Merger' })
    expect(list().map(({ name, commits }) => [name, commits])).toEqual([
      ['Ben', 1],
      ['Ada', 1],
    ])
  })

  test('are those of the default branch alone', () => {
    const { at, last, list } = history([{ name: 'Ada' }])
    at.commit('side', { b: 'x' }, [last], { name: 'Ben' })
    expect(names(list())).toEqual(['Ada'])
  })

  test('are those of the newest 2000 commits', () => {
    const { list } = history([{ name: 'Too old' }, ...times(2000, { name: 'Busy' })])
    expect(list()).toMatchObject([{ name: 'Busy', commits: 2000 }])
  })

  test('are none in an empty repository', () => {
    expect(callsOf(seeded.fork(), 'carol').get('/projects/6/repository/contributors')).toMatchObject({
      status: 200,
      json: [],
    })
  })

  test('come in pages, whose links repeat the order', () => {
    const { get } = history([{ name: 'A' }, { name: 'B' }, { name: 'C' }])
    const { json, headers } = get('?per_page=2')
    expect(json).toHaveLength(2)
    expect(headers).toMatchObject({ 'X-Total': '3', 'X-Total-Pages': '2', 'X-Next-Page': '2' })
    expect(headers.Link).toContain('order_by=commits&page=2&per_page=2&sort=asc>; rel="next"')
  })

  test.each([
    ['order_by=lines', 'order_by does not have a valid value'],
    ['sort=up', 'sort does not have a valid value'],
    ['order_by=x&sort=', 'order_by does not have a valid value, sort does not have a valid value'],
  ])('refuse %s', (query, error) => {
    expect(history([{}]).get(`?${query}`)).toMatchObject({ status: 400, json: { error } })
  })

  test('follow a push at once', () => {
    const { at, last, list } = history([{ name: 'Ada' }])
    expect(names(list())).toEqual(['Ada'])
    commitAs(at, last, 'Ben')
    expect(names(list())).toEqual(['Ben', 'Ada'])
  })
})

function commitAs(at: Planted, parent: string, name: string): void {
  at.commit('main', { b: name }, [parent], { name })
}
