import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from '../testing/calls.ts'
import { type Served, serve } from './testing/served.ts'

let served: Served
beforeAll(async () => {
  served = await serve(2, 'one')
})
afterAll(() => served.close())

test('the address that a named world tells is cloned from and pushed to, and the other worlds see none of it', async () => {
  const { simulator } = served
  const { json } = callsOf(simulator, 'carol').get('/projects/1')
  expect(json.http_url_to_repo).toMatch(/\/w\/one\/acme\/webapp\.git$/)
  const address = String(json.http_url_to_repo).replace('://', '://any:carol-token@')
  await served.read('.', 'clone', '-q', address, 'work')
  writeFileSync(join(served.folder, 'work', 'new.txt'), 'new\n')
  await served.read('work', 'checkout', '-q', '-b', 'proposal')
  await served.read('work', 'add', '.')
  await served.read('work', 'commit', '-q', '-m', 'Propose')
  const { ok, said } = await served.git('work', 'push', 'origin', 'proposal')
  expect(ok).toBe(true)
  expect(said).toContain(`${simulator.url}/acme/webapp/-/merge_requests/new?`)
  const branch = '/projects/1/repository/branches/proposal'
  expect(callsOf(simulator, 'carol').get(branch).status).toBe(200)
  expect(callsOf(simulator.worlds.main, 'carol').get(branch).status).toBe(404)
})

test('an address without its ending leads to the one with it, in the same world', async () => {
  await served.read('.', 'clone', '-q', served.address('acme/handbook'), 'short')
  expect(await served.read('short', 'log', '-1', '--format=%an')).not.toBe('')
})
