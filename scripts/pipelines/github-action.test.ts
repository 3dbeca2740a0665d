import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installed } from '../../sim/clients/testing/installed.ts'
import { clientsSimulator } from '../../sim/clients/testing/served.ts'
import { inRoot } from '../root.ts'
import { runAction } from './github-action.ts'

const command = `${process.execPath} ${inRoot('dist', 'sim', 'cli', 'main.js')}`
const text = (name: string) => readFileSync(inRoot('sim', 'guide', 'pipelines', 'github', name), 'utf8')
const action = text('action.yml')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-action-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the action serves for the steps that follow', async () => {
  const taken = await clientsSimulator({ world: 'empty' }).listen()
  await taken.close()
  const { url } = taken
  const { outcomes, output, env } = await runAction(action, folder, { command, port: new URL(url).port })
  try {
    expect(outcomes).toEqual([{ status: 0, err: '' }])
    expect(output).toBe(`url=${url}\n`)
    expect(env).toContain(`CI_API_V4_URL=${url}/api/v4\n`)
    expect((await fetch(`${url}/-/health`)).status).toBe(200)
  } finally {
    process.kill(Number(readFileSync(join(folder, 'forgery.pid'), 'utf8')))
  }
})

test('the action checks a deployment, and tells it in the summary and in files', async () => {
  const server = await clientsSimulator().listen()
  const inputs = { use: 'conformance', command, url: server.url, token: 'alice-token' }
  const { outcomes, summary } = await runAction(action, folder, { ...inputs, checks: 'milestones/order' })
  expect(outcomes).toMatchObject([{ status: 0 }])
  expect(summary).toContain('pass')
  expect(readFileSync(join(folder, 'conformance.xml'), 'utf8')).toContain('<testsuite')
  const wrong = await runAction(action, folder, { ...inputs, checks: 'no-such-family' })
  expect(wrong.outcomes[0]?.status).toBe(2)
  await server.close()
})

interface Validator {
  validateAction(text: string): { readonly errors: readonly unknown[] }
  validateWorkflow(text: string): { readonly errors: readonly unknown[] }
}

const validator = await installed('@action-validator/core@0.6.0')
describe.skipIf(validator.folder === undefined)(`the public schema (${validator.found})`, () => {
  const core = () =>
    createRequire(join(validator.folder as string, 'x.js'))('@action-validator/core') as Validator

  test('knows the action and the example', () => {
    expect(core().validateAction(action).errors).toEqual([])
    expect(core().validateWorkflow(text('example.yml')).errors).toEqual([])
    expect(core().validateAction(action.replace('using:', 'uses:')).errors).not.toEqual([])
  })
})
