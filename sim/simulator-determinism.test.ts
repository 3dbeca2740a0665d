import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Built, built } from './testing/built.ts'
import { script } from './testing/script.ts'

// What runs in the other process: it plays the script that it reads and writes a line for each reply.
const player = `
const { createSimulator } = await import(process.argv[1])
let text = ''
for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
const { seed, requests } = JSON.parse(text)
const sim = createSimulator({ seed })
for (const request of requests) {
  const { status, headers, body } = sim.handle(request)
  const content = body instanceof Uint8Array ? Buffer.from(body).toString('base64') : body
  process.stdout.write(JSON.stringify([status, headers, content]) + '\\n')
}
`

const requests = script(1, 1000)

/** The replies of a simulator in a process of its own, under another clock, language and folder. */
function repliesOf(entry: string, seed: number, env: { readonly [name: string]: string }): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', player, entry], {
      cwd: tmpdir(),
      env,
    })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      err += chunk
    })
    child.on('error', reject)
    child.on('close', (status) => {
      if (status === 0) resolve(out.split('\n').filter((line) => line !== ''))
      else reject(new Error(err))
    })
    child.stdin.end(JSON.stringify({ seed, requests }))
  })
}

let dist: Built
let first: string[]
let second: string[]
let other: string[]
beforeAll(async () => {
  dist = built()
  const near = { TZ: 'UTC', LANG: 'C' }
  const far = { TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', NODE_OPTIONS: '--max-old-space-size=1000' }
  ;[first, second] = await Promise.all([repliesOf(dist.url, 1, near), repliesOf(dist.url, 1, far)])
  other = await repliesOf(dist.url, 2, near)
})
afterAll(() => dist.discard())

test('the same seed and the same requests have the same replies in every process, headers included', () => {
  expect(first).toHaveLength(requests.length)
  expect(second.find((line, i) => line !== first[i])).toBeUndefined()
  expect(second).toHaveLength(first.length)
})

test('the script reads and writes, in vain and with success, and meets no unexpected error', () => {
  const statuses = first.map((line) => JSON.parse(line)[0] as number)
  for (const status of [200, 201, 204, 400, 401, 403, 404]) expect(statuses).toContain(status)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})

test('another seed has other replies', () => {
  expect(other).toHaveLength(first.length)
  expect(other).not.toEqual(first)
})
