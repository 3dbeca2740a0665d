import { expect, test } from 'vitest'
import { perTest } from '../testing/per-test.ts'
import type { LazyOperation } from './bind.ts'
import { Router } from './route.ts'

const here = perTest()

const paths = [
  'GET /npm/*name',
  'PUT /npm/*name',
  'GET /npm/*name/-/*file',
  'GET /npm/-/package/*name/tags',
  'PUT /npm/-/package/*name/tags/:tag',
  'GET /:kind/:id',
]
const router = new Router(
  paths.map((it): LazyOperation => {
    const [method, path] = it.split(' ')
    const definition = { method, path, dotted: ['tag'] } as never
    return { definition, bound: () => ({ definition }) as never }
  }),
)

function routed(method: string, path: string) {
  const found = router.route(method, path)
  if (found.found !== 'operation') return found.found
  return [found.route.operation.definition.path, found.route.tokens]
}

test.each([
  ['/npm/money', '/npm/*name', { name: 'money' }],
  ['/npm/@acme/money', '/npm/*name', { name: '@acme/money' }],
  ['/npm/@acme%2fmoney', '/npm/*name', { name: '@acme/money' }],
  ['/npm/left.pad.json', '/npm/*name', { name: 'left.pad.json' }],
  ['/npm/-/nothing', '/npm/*name', { name: '-/nothing' }],
  ['/npm/@a/b/-/@a/b-1.0.tgz', '/npm/*name/-/*file', { name: '@a/b', file: '@a/b-1.0.tgz' }],
  ['/npm/b/-/b-1.0.tgz', '/npm/*name/-/*file', { name: 'b', file: 'b-1.0.tgz' }],
  ['/npm/-/package/@a/b/tags', '/npm/-/package/*name/tags', { name: '@a/b' }],
  ['/other/1', '/:kind/:id', { kind: 'other', id: '1' }],
])('%s is found by values of several segments', (path, pattern, tokens) => {
  expect(routed('GET', path)).toEqual([pattern, tokens])
})

test('a literal comes before a parameter, and that before a value of several segments', () => {
  expect(routed('PUT', '/npm/-/package/a/tags/v1.0')).toEqual([
    '/npm/-/package/*name/tags/:tag',
    { name: 'a', tag: 'v1.0' },
  ])
  expect(routed('GET', '/npm')).toBe('nothing')
  expect(routed('DELETE', '/npm/a')).toBe('path')
})

test('a value takes no more segments than names have, so that long paths cost nothing', () => {
  expect(routed('GET', `/npm/${'-/'.repeat(15_000)}x`)).toBe('nothing')
})

test('hostile names stay names', () => {
  for (const name of ['..%2f..%2fetc', '%2e%2e', '__proto__', 'constructor', '%00'])
    expect(
      here.as('alice').get(`/projects/1/packages/npm/-/package/${name}/dist-tags`).status,
    ).toBeGreaterThanOrEqual(400)
})

test('the parameters of an operation are left until they are asked for, unless its path names one', () => {
  const definition = {
    method: 'PUT',
    path: '/settings',
    get params(): never {
      throw new Error('they were built')
    },
  } as never
  const settings = new Router([{ definition, bound: () => ({ definition }) as never }])
  expect(settings.route('PUT', '/settings').found).toBe('operation')
})
