import { expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import { createSimulator } from '../../sim/index.ts'
import { parseJson, type Row } from '../kit/json.ts'
import { type LastingRecord, valuesBack, writable } from './record.ts'

const record: LastingRecord = { path: '/application/settings', as: 'admin', which: {} }

test('every setting that is shown and taken is given back, under its own name or the one beside it', () => {
  const simulator = createSimulator({ world: 'demo', release: '18.9' })
  const { body } = simulator.handle({
    method: 'GET',
    url: '/api/v4/application/settings',
    headers: { 'private-token': 'root-token' },
  })
  const shown = parseJson(String(body)) as Row
  const agreed = contract('18.9')
  const lost = writable(record, agreed).filter(
    (name) => name in shown && !(name in valuesBack([name], record, shown, agreed)),
  )
  expect(lost.sort()).toEqual([
    'asset_proxy_whitelist',
    'ci_cd_catalog_projects_allowlist_raw',
    'domain_allowlist_raw',
    'domain_denylist_raw',
    'housekeeping_full_repack_period',
    'housekeeping_gc_period',
    'housekeeping_incremental_repack_period',
    'iframe_rendering_allowlist_raw',
    'outbound_local_requests_allowlist_raw',
  ])
})
