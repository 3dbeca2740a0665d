import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ConformOptions, runConform } from './cli.ts'

async function ran(options: ConformOptions) {
  let out = ''
  let complaints = ''
  const status = await runConform({
    write: (text) => {
      out += text
    },
    complain: (text) => {
      complaints += text
    },
    ...options,
  })
  return { status, out, complaints }
}

test('a run in process passes and says so', async () => {
  const { status, out, complaints } = await ran({ ids: ['milestones/title-trimmed', 'milestones/order'] })
  expect(complaints).toBe('')
  expect(out.replace(/in [\d.]+ s/, 'in TIME')).toMatchSnapshot()
  expect(status).toBe(0)
})

test('a planted fault is reported with all that is needed to see it again', async () => {
  const { status, out } = await ran({
    ids: ['milestones/order'],
    mutant: 'milestones-by-due-date',
    seed: 3,
  })
  expect(status).toBe(1)
  expect(out).toContain('FAIL milestones/order (must)')
  expect(out).toContain(
    'replay: forgery conform --replay milestones/order --seed 3 --mutant milestones-by-due-date',
  )
  expect(out).toContain('"private-token: $ALICE_TOKEN"')
  expect(out).not.toContain('alice-token')
})

test('--list shows checks and runs none', async () => {
  const { status, out } = await ran({ ids: ['milestones/order', 'laws/paging/get-projects'], list: true })
  expect(status).toBe(0)
  expect(out.split('\n')).toEqual([
    'laws/paging/get-projects  GET /projects: the pages of a list make up the whole list, and the headers of each page state its number, size, neighbours and totals',
    'milestones/order  Milestones are sorted by id, the newest first, and from 15.10 on by their due dates before that',
    '',
  ])
})

test('--operation selects what looks at an operation, and names the nearest for one that there is not', async () => {
  const { status, out } = await ran({
    operations: ['GET /projects/:id/milestones'],
    ids: ['milestones'],
    list: true,
  })
  expect(status).toBe(0)
  expect(out).toContain('milestones/order  ')
  expect(out).toContain('laws/paging/get-projects-id-milestones  ')
  expect(out).not.toContain('milestones/title-required')
  const wrong = await ran({ operations: ['GET /projects/:id/milestone'], list: true })
  expect(wrong).toEqual({
    status: 2,
    out: '',
    complaints: expect.stringMatching(
      /^forgery conform: no operation matches "GET \/projects\/:id\/milestone"; the nearest are GET \/projects\/:id\/milestones, .*\n$/,
    ),
  })
})

test('a report goes into a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forgery-'))
  const output = join(folder, 'report.json')
  try {
    const { status, out } = await ran({ ids: ['milestones/order'], report: 'json', output })
    expect(out).toBe('')
    expect(status).toBe(0)
    expect(JSON.parse(await readFile(output, 'utf8'))).toMatchObject({
      seed: 1,
      runs: 25,
      counts: { pass: 1, fail: 0 },
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.each([
  [
    'an unknown check',
    { ids: ['milestones/nothing'] },
    'there is no check or family "milestones/nothing"; the nearest are milestones/',
  ],
  [
    'an unknown mutant',
    { mutant: 'milestone-dates' },
    'there is no mutant "milestone-dates"; the nearest are milestones-by-due-date, milestone-date-as-sent, ',
  ],
  ['a report that is not there', { ids: ['merge', 'none/a.json'] }, 'there is no file none/a.json\n'],
  ['a recording that is not there', { cassette: 'none/a.json' }, 'there is no file none/a.json\n'],
  ['a report that is a folder', { ids: ['merge', '.'] }, 'cannot read .: it is a folder\n'],
  [
    'a baseline that is a folder',
    { ids: ['milestones/order'], baseline: '.' },
    'cannot read .: it is a folder\n',
  ],
  [
    'calls that nobody may write',
    { ids: ['milestones/order'], har: '.' },
    'cannot write .: it is a folder\n',
  ],
  [
    'a certificate that is not there',
    { url: 'http://127.0.0.1:1', ca: 'none.pem' },
    '--ca: cannot read none.pem: no such file',
  ],
  ['a URL that is none', { url: 'somewhere' }, 'somewhere is no URL'],
  [
    'a URL without a host',
    { url: 'http://' },
    'http:// is no URL of a service; give http or https and the host',
  ],
  [
    'a URL of another kind',
    { url: 'ftp://x' },
    'ftp://x is no URL of a service; give http or https and the host',
  ],
  ['a host in place of a URL', { url: 'gitlab:80' }, 'gitlab:80 is no URL of a service'],
  ['a URL where nothing answers', { url: 'http://127.0.0.1:1' }, 'nothing answers at http://127.0.0.1:1'],
])('%s is a matter of usage', async (_what, options, complaint) => {
  const { status, complaints } = await ran(options)
  expect(status).toBe(2)
  expect(complaints).toContain(`forgery conform: ${complaint}`)
})

test('the scope is the specification, unless it is all or something around is named', async () => {
  const listed = async (options: ConformOptions) => (await ran({ ...options, list: true })).out
  const [narrow, wide] = [await listed({}), await listed({ scope: 'all' })]
  const around = 'laws/shape/get-projects-id-badges '
  expect([narrow, wide].map((out) => out.includes(around))).toEqual([false, true])
  expect(narrow).toContain('milestones/order')
  expect(await listed({ ids: ['badges'] })).toContain(around)
  expect(await listed({ replay: around.trim() })).toContain(around)
  const refused = await ran({ ids: ['badges'], scope: 'specification' })
  expect(refused.status).toBe(2)
  expect(refused.complaints).toContain('"badges" is around the specification, and the scope is specification')
  const merging = await ran({ ids: ['merge', 'a.json'], scope: 'all' })
  expect(merging.complaints).toContain('--scope selects checks, and merge runs none')
})
