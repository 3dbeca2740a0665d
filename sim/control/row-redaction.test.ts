import { expect, test } from 'vitest'
import { createSimulator, type JournalEntry } from '../index.ts'

const CANARY = 'c4n4ryC4n4ryC4n4ry'

/** Calls that store a credential, each in another kind of row. */
const stored: readonly (readonly [method: string, path: string, body: object])[] = [
  ['POST', '/projects/1/variables', { key: 'DEPLOY', value: CANARY }],
  ['POST', '/groups/1/variables', { key: 'DEPLOY', value: CANARY }],
  ['POST', '/admin/ci/variables', { key: 'DEPLOY', value: CANARY }],
  ['POST', '/projects/1/hooks', { url: `https://u:${CANARY}@host.test/hook`, token: CANARY }],
  [
    'POST',
    '/projects/1/hooks',
    { url: 'https://host.test/{team}', url_variables: [{ key: 'team', value: CANARY }] },
  ],
  ['PUT', '/projects/1/hooks/LAST/url_variables/spare', { value: CANARY }],
  ['POST', '/projects/1/issues', { title: 'Tells the webhook' }],
  ['POST', '/projects/1/remote_mirrors', { url: `https://u:${CANARY}@host.test/x.git`, enabled: true }],
  ['PUT', '/projects/1/integrations/slack', { webhook: `https://host.test/${CANARY}` }],
  [
    'PUT',
    '/projects/1/integrations/jenkins',
    {
      jenkins_url: 'https://host.test',
      project_name: 'p',
      username: 'u',
      password: CANARY,
    },
  ],
  ['POST', '/projects/1/pipeline_schedules', { description: 'd', ref: 'main', cron: '0 1 * * *' }],
  ['POST', '/projects/1/pipeline_schedules/LAST/variables', { key: 'DEPLOY', value: CANARY }],
  ['POST', '/projects/1/pipeline', { ref: 'main', variables: [{ key: 'DEPLOY', value: CANARY }] }],
  ['POST', '/users', { username: 'canary', name: 'C', email: 'canary@host.test', password: CANARY }],
  ['PUT', '/application/settings', { slack_app_secret: CANARY, akismet_api_key: CANARY }],
]

test('journal, log, rows, faults and metrics show no credential that a request brought', () => {
  const sim = createSimulator({ outbound: 'off' })
  const logged: JournalEntry[] = []
  sim.journal.onRecord = (entry) => logged.push(entry)
  const call = (method: string, url: string, body?: object) =>
    sim.handle({
      method,
      url,
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  let last = 0
  for (const [method, path, body] of stored) {
    const reply = call(method, `/api/v4${path.replace('LAST', String(last))}`, body)
    expect([path, reply.status, reply.status < 300 ? '' : reply.body]).toEqual([path, expect.any(Number), ''])
    last = JSON.parse(String(reply.body))?.id ?? last
  }
  for (const query of [`private_token[]=${CANARY}`, `private-token=${CANARY}`, `job_token=${CANARY}`])
    call('GET', `/api/v4/projects/1?${query}`)
  call('GET', `/api/v4/projects/1/variables/X?value=${CANARY}`)
  call('POST', '/_forgery/faults', { path: `/x?private_token=${CANARY}`, status: 503 })
  const shown = ['requests', 'faults', 'metrics', 'health', 'db', 'snapshots', 'worlds'].map((page) =>
    call('GET', `/_forgery/${page}`),
  )
  const rows = sim.world.tableNames.map((table) => call('GET', `/_forgery/db/${table}`))
  for (const { status, body } of [...shown, ...rows]) {
    expect(status).toBe(200)
    expect(hits(String(body))).toEqual([])
  }
  expect(hits(JSON.stringify(logged))).toEqual([])
  expect(() => sim.journal.expect('GET /nothing')).toThrow(/private_token/)
  expect(() => sim.journal.expect('GET /nothing')).not.toThrow(new RegExp(CANARY))
})

/** What stands around each hit. */
function hits(text: string): readonly string[] {
  return text
    .split(CANARY)
    .slice(0, -1)
    .map((before) => before.slice(-120))
}
