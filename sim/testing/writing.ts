import { packOfFiles, pushOf } from '../smart-http/testing/packs.ts'
import { uploading } from './multipart.ts'
import type { ScriptedRequest } from './script.ts'

/** A request with a body of any kind. */
export type WritingRequest = Omit<ScriptedRequest, 'body'> & { readonly body?: string | Uint8Array }

const file = { field: 'file', name: 'a.txt', bytes: new TextEncoder().encode('a') }
const picture = { field: 'avatar', name: 'a.png', bytes: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]) }

/**
 * Requests that succeed in the demo world, one after the other, and write to tables that drawn requests seldom reach: what
 * has to be named exactly, files, and pushes.
 */
export function writing(): readonly WritingRequest[] {
  return [
    ...pushes(),
    upload('POST', '/projects/1/uploads', file),
    upload('PUT', '/user/avatar', picture),
    upload('POST', '/projects/1/wikis/attachments', file),
    ...calls.map(([line, body]) => call(line, body)),
  ]
}

const calls: readonly (readonly [line: string, body?: object])[] = [
  [
    'POST /projects/1/releases',
    { tag_name: 'v1.0.0', assets: { links: [{ name: 'a', url: 'https://a.example' }] } },
  ],
  ['POST /projects/1/hooks', { url: 'http://127.0.0.1:9/a' }],
  ['POST /projects/1/boards', { name: 'a' }],
  ['POST /projects/1/badges', { link_url: 'https://a.example', image_url: 'https://a.example' }],
  ['POST /projects/1/variables', { key: 'A', value: 'a' }],
  ['POST /projects/1/triggers', { description: 'a' }],
  ['POST /projects/1/pipeline_schedules', { description: 'a', ref: 'main', cron: '0 1 * * *' }],
  ['POST /projects/1/freeze_periods', { freeze_start: '0 1 * * *', freeze_end: '0 2 * * *' }],
  ['POST /projects/1/statuses/main', { state: 'success' }],
  ['POST /projects/1/issues/1/links', { target_project_id: 1, target_issue_iid: 2 }],
  ['POST /projects/1/issues/1/todo'],
  ['POST /projects/1/merge_requests/1/draft_notes', { note: 'a' }],
  ['POST /projects/1/remote_mirrors', { url: 'https://a.example/a.git', enabled: true }],
  ['POST /projects/1/cluster_agents', { name: 'a' }],
  ['POST /projects/1/cluster_agents/1/tokens', { name: 'a' }],
  ['POST /projects/1/external_status_checks', { name: 'a', external_url: 'https://a.example' }],
  ['POST /projects/1/push_rule', { commit_message_regex: '.' }],
  ['POST /projects/1/pages/domains', { domain: 'a.example' }],
  ['POST /projects/1/invitations', { email: 'a@a.example', access_level: 30 }],
  ['POST /projects/1/share', { group_id: 2, group_access: 30 }],
  [
    'POST /projects/1/protected_environments',
    { name: 'production', deploy_access_levels: [{ access_level: 40 }] },
  ],
  ['POST /projects/1/export_relations'],
  ['PUT /projects/1/transfer', { namespace: 'acme/platform' }],
  ['POST /groups/1/epics', { title: 'a' }],
  ['POST /groups/1/epics/1/issues/1'],
  ['POST /groups/1/member_roles', { base_access_level: 10, name: 'a', read_code: true }],
  ['POST /groups/1/export'],
  ['PUT /groups/1/custom_attributes/a', { value: 'a' }],
  ['POST /users/2/follow'],
  ['POST /user/emails', { email: 'b@a.example' }],
  ['POST /broadcast_messages', { message: 'a' }],
  ['PUT /application/appearance', { title: 'a' }],
  ['PUT /application/plan_limits', { plan_name: 'default', ci_pipeline_size: 5 }],
  ['POST /applications', { name: 'a', redirect_uri: 'https://a.example', scopes: 'api' }],
  ['PUT /projects/1/integrations/slack', { webhook: 'https://a.example' }],
  ['DELETE /projects/2'],
]

function call(line: string, body?: object): WritingRequest {
  const [method = '', path = ''] = line.split(' ')
  const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
  return {
    method,
    url: `/api/v4${path}`,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

function upload(method: string, path: string, sent: typeof file): WritingRequest {
  const { headers, body } = uploading({}, sent) as { headers: ScriptedRequest['headers']; body: Uint8Array }
  return { method, url: `/api/v4${path}`, headers: { ...headers, 'private-token': 'root-token' }, body }
}

// One is kept object by object, the other as it came.
function pushes(): WritingRequest[] {
  return [5, 4100].map((files) => pushOf(packOfFiles(files), `of-${files}`))
}
