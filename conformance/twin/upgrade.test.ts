import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runTwin } from './cli.ts'

async function upgraded(left: string, right: string, operation?: string, file?: string) {
  let [out, err] = ['', '']
  const status = await runTwin({
    left,
    right,
    ...(operation === undefined ? {} : { operations: [operation] }),
    ...(file === undefined ? {} : { for: file }),
    write: (text) => {
      out += text
    },
    complain: (text) => {
      err += text
    },
  })
  return { status, out, err }
}

test('an upgrade is told by operation, with what changes after the one release and up to the other', async () => {
  const operation = 'GET /projects/:id/merge_requests'
  const { status, out } = await upgraded('15.8', '16.11', operation)
  expect(status).toBe(1)
  expect(out).toMatch(/^GET \/projects\/:id\/merge_requests\n {2}15\.9 /)
  expect(out).toContain('squash_on_merge')
  expect(out).not.toContain('reviews_for_me')
  const further = await upgraded('16.11', '18.9', operation)
  expect(further.out).not.toContain('squash_on_merge')
  expect(further.out).toContain('reviews_for_me')
})

test('of an upgrade only that is told which concerns the operations and parameters of a client', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
  const contractOf = (...parameters: string[]) => {
    const file = join(folder, 'contract.json')
    const operation = { operation: 'GET /projects/:id/merge_requests', statuses: [200], parameters }
    writeFileSync(file, JSON.stringify({ version: 1, operations: [operation] }))
    return file
  }
  try {
    const plain = await upgraded('15.8', '18.9', undefined, contractOf('state'))
    expect(plain.out.match(/^\S.*$/gm)).toEqual(['Whatever is called', 'GET /projects/:id/merge_requests'])
    expect(plain.out).toContain('squash_on_merge')
    expect(plain.out).not.toContain('merge_user_id')
    const whole = await upgraded('15.8', '18.9')
    for (const [told, both] of [
      ['Pages of other origins cannot read `ETag`', true],
      ['Without credentials an npm package', false],
    ] as const) {
      expect(whole.out).toContain(told)
      expect(plain.out.includes(told)).toBe(both)
    }
    const merged = await upgraded('15.8', '18.9', undefined, contractOf('merge_user_id'))
    expect(merged.out).toContain('merge_user_id')
    expect((await upgraded('http://127.0.0.1:1', 'http://127.0.0.1:2', undefined, 'x')).err).toContain(
      '--for',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('of the changes of what requests do beside calling, those are told which a client does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
  const file = join(folder, 'contract.json')
  const told = async (more: object) => {
    const operation = { operation: 'GET /projects/:id/merge_requests', statuses: [200], parameters: [] }
    writeFileSync(file, JSON.stringify({ version: 1, operations: [operation], ...more }))
    return (await upgraded('15.8', '18.9', undefined, file)).out
  }
  const done = ['Job tokens read no merge requests', 'A job token does not find', '`X-Next-Cursor`']
  const others = [
    'The path that a project had',
    'A body that is no JSON',
    '`RateLimit-*` headers',
    'segment `..`',
  ]
  try {
    const [plain, unknown] = [await told({ manners: [] }), await told({})]
    expect(plain).not.toContain('Whatever is called')
    const described = { operation: 'POST /projects/:id/merge_requests', parameters: ['description'] }
    expect(await told({ operations: [described], manners: [] })).toContain('Descriptions of issues')
    const out = await told({ manners: ['job-token', 'keyset-pagination'] })
    for (const text of [...done, ...others])
      expect([text, plain.includes(text), unknown.includes(text), out.includes(text)]).toEqual([
        text,
        false,
        true,
        done.includes(text),
      ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what an attribute changes is told once, under its entity, with the operations that answer with it', async () => {
  const { out } = await upgraded('15.8', '18.9', 'GET */projects')
  expect(out).toMatch(/^ListedProject.*, in answers of GET \/projects, /m)
  const told = out.split('\n').filter((line) => line.includes('`group_runners_enabled`'))
  expect(told).toHaveLength(1)
  const one = await upgraded('15.8', '18.9', 'GET /projects')
  expect(one.out).toMatch(/^GET \/projects\n/)
  expect(one.out).toContain('`group_runners_enabled`')
})

test('an upgrade to the same release changes nothing', async () => {
  expect(await upgraded('17.11', '17.11')).toEqual({
    status: 0,
    out: 'nothing is known to change\n',
    err: '',
  })
})

test.each([
  ['18.9', '15.8', '18.9 is newer than 15.8: an upgrade goes the other way'],
  ['15.8', 'http://127.0.0.1:1', 'a release is compared with a release: use 15.8, 16.11, 17.11, 18.9 for'],
])('%s and %s cannot be compared', async (left, right, why) => {
  const { status, err } = await upgraded(left, right)
  expect([status, err.startsWith(`forgery twin: ${why}`)]).toEqual([2, true])
})
