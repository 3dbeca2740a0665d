import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runConform } from '../cli.ts'
import { readClientContract } from './client-contract.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Checks what a client uses, with checks of milestones alone. */
async function checked(
  operations: readonly object[],
  more: object = {},
  ids = ['milestones/deleted-is-gone'],
) {
  const file = join(folder, 'contract.json')
  writeFileSync(file, JSON.stringify({ version: 1, operations, ...more }))
  let told = ''
  const status = await runConform({
    for: file,
    ids,
    write: () => {},
    complain: (text) => {
      told += text.replaceAll(file, 'contract.json')
    },
  })
  return { status, told }
}

const read = { operation: 'GET /projects/:id/milestones/:milestone_id', statuses: [200], parameters: [] }

test('a deployment that shows what the client reads holds', async () => {
  const attributes = ['title', 'due_date']
  const operation = 'POST /projects/:id/milestones'
  const { status, told } = await checked([{ operation, statuses: [201], parameters: ['title'], attributes }])
  expect({ status, told }).toEqual({ status: 0, told: '' })
})

test('an attribute that no reply has is a failure', async () => {
  const operation = 'POST /projects/:id/milestones'
  const { status, told } = await checked([{ operation, attributes: ['title', 'colour', 'title.length'] }])
  expect(status).toBe(1)
  expect(told).toBe(
    `forgery conform: contract.json: ${operation}: replies have no attribute colour\n` +
      'forgery conform: contract.json: not covered by this run\n' +
      `  ${operation}: no reply had the record of the attributes title.length\n`,
  )
})

test('what the run did not look at is told', async () => {
  const operations = [
    { ...read, statuses: [200, 418], parameters: ['colour'], attributes: ['title'] },
    { operation: 'GET /projects/:id/wikis' },
    { operation: 'GET /projects/:id/moods' },
    { operation: 'DELETE /projects/:id/milestones/:milestone_id', statuses: [204] },
  ]
  const managers = { operation: 'GET /runners/:id/managers', since: '17.1' }
  const { status, told } = await checked(operations, { unknown: ['GET /usr'], otherReleases: [managers] })
  expect(status).toBe(0)
  expect(told.split('\n').slice(1, -1)).toEqual([
    expect.stringMatching(/^ {2}GET \/projects\/:id\/milestones\/:milestone_id: not answered with .*418$/),
    '  GET /projects/:id/milestones/:milestone_id: not tried with success with the parameters colour',
    '  GET /projects/:id/milestones/:milestone_id: no reply had the record of the attributes title',
    '  GET /projects/:id/wikis: not called',
    '  GET /projects/:id/moods: no check knows it',
    '  DELETE /projects/:id/milestones/:milestone_id: nobody saw which attributes the client reads',
    '  GET /usr: no operation of the API',
    '  GET /runners/:id/managers: there since release 17.1',
  ])
})

test('a file that is no contract, and one that names nothing that there is, are refused', async () => {
  expect(() => readClientContract('x.json', '[]')).toThrow('x.json is no contract of a client')
  expect(() => readClientContract('x.json', '{"version":1,"operations":[{}]}')).toThrow(
    'operations[0].operation',
  )
  const { status, told } = await checked([{ operation: 'GET /projects/:id/moods' }])
  expect([status, told]).toEqual([
    2,
    'forgery conform: contract.json has no operation that there are checks for\n',
  ])
})
