import { expect, test } from 'vitest'
import { run } from './run.ts'
import { captured } from './testing/captured.ts'

async function conformed(line: string, env: { readonly [name: string]: string } = {}) {
  const io = captured(env)
  const status = await run(['conform', ...line.split(' ')], io)
  return { status, out: io.printed(), err: io.complained() }
}

test('named checks are run against a simulator in process', async () => {
  const { status, out, err } = await conformed('milestones/title-trimmed --runs 2 --seed 5')
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(/seed 5, 2 inputs a property[\s\S]*\n1 pass, 0 fail/)
})

test('a planted fault is found: status 1', async () => {
  const { status, out } = await conformed('milestones/order --mutant milestones-by-due-date')
  expect(status).toBe(1)
  expect(out).toContain('replay: forgery conform --replay milestones/order')
})

test('checks are listed', async () => {
  const { status, out } = await conformed('milestones --list')
  expect(status).toBe(0)
  expect(out).toMatch(/^milestones\/\S+ {2}.+$/m)
})

test('the URL may come from the environment, as exec sets it', async () => {
  const { status, err } = await conformed('milestones', { FORGERY_URL: 'http://127.0.0.1:1' })
  expect(status).toBe(2)
  expect(err).toContain('forgery conform: nothing answers at http://127.0.0.1:1')
})
