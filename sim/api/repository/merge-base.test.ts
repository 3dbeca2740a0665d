import { beforeEach, describe, expect, test } from 'vitest'
import { type Calls, callsOf, testSimulator } from '../../testing/calls.ts'
import { type Planted, plant } from './testing/planted.ts'

const seeded = testSimulator()

/** root - fork - left; fork - right; root - early: three branches, two of which part later. */
let at: Planted
let anonymous: Calls
let root: string
let fork: string
beforeEach(() => {
  const simulator = seeded.fork()
  at = plant(simulator)
  anonymous = callsOf(simulator)
  root = at.commit('main', { a: '1' })
  at.commit('early', { a: '2' }, [root])
  fork = at.commit('main', { a: '3' }, [root])
  at.commit('left', { a: '4' }, [fork])
  at.commit('right', { a: '5' }, [fork])
})
const get = (query: string) => anonymous.get(`${at.path}/merge_base${query}`)

describe('the merge base', () => {
  test('is the whole commit that two branches have in common', () => {
    const { status, json } = get('?refs[]=left&refs[]=right')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: fork,
      short_id: fork.slice(0, 8),
      parent_ids: [root],
      title: 'change',
      message: 'change\n',
      trailers: {},
      web_url: `http://127.0.0.1:8080/alice/planted/-/commit/${fork}`,
    })
    expect(json.created_at).toBe(json.committed_date)
  })

  test.each([
    '?refs=left,right',
    '?refs[]=left,right',
    '?refs=left,%20right',
    '?refs[]=%20left%20&refs[]=right',
  ])('takes its refs as %s', (query) => {
    expect(get(query).json.id).toBe(fork)
  })

  test('takes tags, commits and short ids', () => {
    at.refs.set('refs/tags/v1', root)
    expect(get(`?refs=v1,${fork}`).json.id).toBe(root)
    expect(get(`?refs=left,${fork.slice(0, 8)}`).json.id).toBe(fork)
  })

  test('is the commit itself for one that the other has, and for twice the same', () => {
    expect(get('?refs=main,left').json.id).toBe(fork)
    expect(get('?refs=left,main').json.id).toBe(fork)
    expect(get('?refs=main,main').json.id).toBe(fork)
  })

  test('of more than two is the one that all have in common', () => {
    expect(get('?refs=left,right,early').json.id).toBe(root)
    expect(get('?refs=early,left,right').json.id).toBe(root)
    expect(get('?refs=left,right,main,left').json.id).toBe(fork)
  })

  test('of unrelated histories is none', () => {
    at.commit('island', { b: '1' })
    expect(get('?refs=main,island')).toMatchObject({
      status: 404,
      json: { message: '404 Merge Base Not Found' },
    })
    expect(get('?refs=main,left,island').status).toBe(404)
  })
})

describe('refs of a merge base', () => {
  test.each([
    ['', { error: 'refs is missing' }],
    ['?refs=', { message: 'Provide at least 2 refs' }],
    ['?refs=main', { message: 'Provide at least 2 refs' }],
    ['?refs[]=nope', { message: 'Provide at least 2 refs' }],
    ['?refs=main,missing', { message: 'Could not find ref: missing' }],
    ['?refs=a,b', { message: 'Could not find refs: a, b' }],
    ['?refs=b,main,a', { message: 'Could not find refs: b, a' }],
    ['?refs=x,x', { message: 'Could not find ref: x' }],
  ])('are refused: %s', (query, json) => {
    expect(get(query)).toMatchObject({ status: 400, json })
  })

  test('are not found in an empty repository, nor in that of somebody else', () => {
    const simulator = seeded.fork()
    const carol = callsOf(simulator, 'carol')
    expect(carol.get('/projects/6/repository/merge_base?refs=main,main').json).toEqual({
      message: 'Could not find ref: main',
    })
    const secret = callsOf(simulator, 'root').get('/projects/8/repository/branches').json[0].commit.id
    expect(carol.get(`/projects/1/repository/merge_base?refs=main,${secret}`).json).toEqual({
      message: `Could not find ref: ${secret}`,
    })
  })
})
