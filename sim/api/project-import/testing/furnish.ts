import { expect } from 'vitest'
import type { Calls } from '../../../testing/calls.ts'
import { uploading } from '../../../testing/multipart.ts'

export const ALICE = 2
/** It is asked for by the quick action that merges, and kept nowhere. */
const SHA = 'f'.repeat(40)

/** What is sent to each operation that writes what archives hold; times and files follow below. */
export const written: { readonly [operation: string]: { readonly [param: string]: unknown } } = {
  'POST /projects/:id/approvals': {
    approvals_before_merge: 3,
    reset_approvals_on_push: false,
    selective_code_owner_removals: true,
    disable_overriding_approvers_per_merge_request: true,
    merge_requests_author_approval: true,
    merge_requests_disable_committers_approval: true,
    require_password_to_approve: true,
  },
  'POST /projects/:id/labels': { name: 'heavy', color: '#123456', description: 'Weighs', priority: 4 },
  'POST /projects/:id/milestones': {
    title: '1.0',
    description: 'First',
    due_date: '2024-03-01',
    start_date: '2024-02-01',
  },
  'POST /projects/:id/issues': {
    title: 'It breaks',
    description: 'Often',
    assignee_ids: [ALICE],
    milestone_id: 0,
    labels: 'heavy',
    due_date: '2024-02-02',
    confidential: true,
    discussion_locked: true,
    weight: 7,
    issue_type: 'incident',
    iid: 7,
    created_at: '2024-01-03T04:05:06.000Z',
  },
  'POST /projects/:id/issues/:issue_iid/notes': {
    body: 'So it is\n/health_status at_risk',
    internal: true,
    confidential: true,
    created_at: '2024-01-04T05:06:07.000Z',
    merge_request_diff_head_sha: SHA,
  },
  'POST /projects/:id/merge_requests': {
    title: 'Repair it',
    source_branch: 'topic',
    target_branch: 'main',
    assignee_ids: [ALICE],
    reviewer_ids: [ALICE],
    description: 'At last',
    labels: 'heavy',
    milestone_id: 0,
    remove_source_branch: true,
    allow_collaboration: true,
    allow_maintainer_to_push: true,
    squash: true,
    approvals_before_merge: 2,
  },
  'POST /projects/:id/merge_requests/:merge_request_iid/notes': {
    body: 'Good',
    internal: true,
    confidential: true,
    created_at: '2024-01-05T06:07:08.000Z',
    merge_request_diff_head_sha: SHA,
  },
  'POST /projects/:id/badges': {
    name: 'B',
    link_url: 'https://example.com/%{project_path}',
    image_url: 'https://example.com/b.svg',
  },
  'POST /projects/:id/boards': { name: 'Weights' },
  'POST /projects/:id/members': { user_id: ALICE, access_level: 30, expires_at: '2030-01-01' },
  'POST /projects/:id/pipeline_schedules': {
    description: 'Often',
    ref: 'main',
    cron: '5 4 * * *',
    cron_timezone: 'Europe/Paris',
    active: false,
  },
  'POST /projects/:id/protected_branches': {
    name: 'stable/*',
    push_access_level: 0,
    merge_access_level: 40,
    unprotect_access_level: 60,
    allow_force_push: true,
    code_owner_approval_required: true,
    allowed_to_push: [{ user_id: ALICE }],
    allowed_to_merge: [{ user_id: ALICE }],
    allowed_to_unprotect: [{ access_level: 40 }],
  },
  'POST /projects/:id/protected_tags': {
    name: 'v*',
    create_access_level: 30,
    allowed_to_create: [{ user_id: ALICE }],
  },
  'POST /projects/:id/protected_environments': {
    name: 'production',
    deploy_access_levels: [{ access_level: 30 }, { user_id: ALICE }],
    required_approval_count: 2,
  },
  'POST /projects/:id/push_rule': {
    deny_delete_tag: true,
    member_check: true,
    prevent_secrets: true,
    commit_message_regex: 'A',
    commit_message_negative_regex: 'B',
    branch_name_regex: 'C',
    author_email_regex: 'D',
    file_name_regex: 'E',
    max_file_size: 6,
    commit_committer_check: true,
    commit_committer_name_check: true,
    reject_unsigned_commits: true,
    reject_non_dco_commits: true,
  },
  'POST /projects/:id/releases': {
    tag_name: 'v1',
    tag_message: 'Tagged',
    ref: 'main',
    name: 'One',
    description: 'All of it',
    released_at: '2024-01-09T00:00:00.000Z',
    milestones: ['1.0'],
    assets: {
      links: [{ name: 'a', url: 'https://example.com/a', filepath: '/bin/a', link_type: 'runbook' }],
    },
  },
  'POST /projects/:id/snippets': {
    title: 'Short',
    description: 'Text',
    visibility: 'private',
    files: [
      { file_path: 'a.txt', content: 'A' },
      { file_path: 'b.txt', content: 'B' },
    ],
  },
  'POST /projects/:id/statuses/:sha': {
    state: 'failed',
    ref: 'main',
    target_url: 'https://example.com/ci',
    description: 'Red',
    name: 'lint',
    coverage: '12.5',
  },
  'POST /projects/:id/wikis': { title: 'Home', content: 'Welcome', format: 'asciidoc' },
}

export interface Furnished {
  readonly issue: number
  readonly request: number
}

/** Writes everything that the archive of a project holds, each value another than its default. */
export function furnish(root: Calls, alice: Calls, id: number): Furnished {
  const at = `/projects/${id}`
  const send = (operation: string, more: object = {}, iid: string | number = 0) => {
    const path = operation.replace('POST ', '').replace(':id', String(id)).replace(/:\w+/, String(iid))
    const { status, json } = root.post(path, { ...written[operation], ...more })
    expect([operation, status, status < 300 ? null : json]).toEqual([operation, 201, null])
    return json
  }
  const idOf = (iid: number): number => root.get(`${at}/issues/${iid}`).json.id
  send('POST /projects/:id/members')
  send('POST /projects/:id/labels')
  const milestone = send('POST /projects/:id/milestones').id
  const file = { branch: 'topic', start_branch: 'main', content: 'new', commit_message: 'Change' }
  expect(root.post(`${at}/repository/files/new.txt`, file).status).toBe(201)
  const issue = send('POST /projects/:id/issues', { milestone_id: milestone }).iid
  root.put(`${at}/issues/${issue}`, { remove_labels: 'heavy', milestone_id: 0 })
  root.put(`${at}/issues/${issue}`, { add_labels: 'heavy', milestone_id: milestone, state_event: 'close' })
  root.put(`${at}/issues/${issue}`, { state_event: 'reopen' })
  root.put(`${at}/issues/${issue}`, { state_event: 'close' })
  const first = root.post(`${at}/issues`, { title: 'It comes first', description: 'Moved up' }).json.iid
  expect(root.put(`${at}/issues/${first}/reorder`, { move_before_id: idOf(issue) }).status).toBe(200)
  const request = send('POST /projects/:id/merge_requests', { milestone_id: milestone }).iid
  root.put(`${at}/merge_requests/${request}`, {
    remove_labels: 'heavy',
    milestone_id: 0,
    discussion_locked: true,
  })
  root.put(`${at}/merge_requests/${request}`, { add_labels: 'heavy', milestone_id: milestone })
  root.put(`${at}/merge_requests/${request}`, { state_event: 'close' })
  root.put(`${at}/merge_requests/${request}`, { state_event: 'reopen' })
  for (const on of [`issues/${issue}`, `merge_requests/${request}`]) {
    expect(root.post(`${at}/${on}/time_estimate`, { duration: '3h' }).status).toBe(200)
    expect(root.post(`${at}/${on}/add_spent_time`, { duration: '1h' }).status).toBe(201)
    expect(root.post(`${at}/${on}/award_emoji`, { name: 'tada' }).status).toBe(201)
    const note = send(
      `POST /projects/:id/${on.replace(/\d+/, on[0] === 'i' ? ':issue_iid' : ':merge_request_iid')}/notes`,
      {},
      on.split('/')[1],
    )
    expect(root.post(`${at}/${on}/notes/${note.id}/award_emoji`, { name: 'eyes' }).status).toBe(201)
  }
  expect(alice.post(`${at}/merge_requests/${request}/approve`, {}).status).toBe(201)
  const threads = `${at}/merge_requests/${request}/discussions`
  const thread = root.post(threads, { body: 'Is it?' }).json
  expect(root.put(`${threads}/${thread.id}`, { resolved: true }).status).toBe(200)
  const { diff_refs: refs } = root.get(`${at}/merge_requests/${request}`).json
  const end = { line_code: 'a1_0_1', type: 'new', new_line: 1 }
  const line_range = { start: end, end }
  const position = { ...refs, position_type: 'text', new_path: 'new.txt', new_line: 1, line_range }
  const suggestion = { body: '```suggestion:-0+0\nnewer\n```', position }
  expect(root.post(threads, suggestion).status).toBe(201)
  send('POST /projects/:id/badges')
  const board = send('POST /projects/:id/boards').id
  root.put(`${at}/boards/${board}`, { hide_backlog_list: true, hide_closed_list: true })
  const label = root.get(`${at}/labels`).json[0].id
  const planned = root.get(`${at}/milestones`).json[0].id
  for (const subject of [{ label_id: label }, { assignee_id: ALICE }, { milestone_id: planned }])
    expect(root.post(`${at}/boards/${board}/lists`, subject).status).toBe(201)
  const limits = { milestone_id: planned, assignee_id: ALICE, labels: 'limit', weight: 5 }
  expect(root.put(`${at}/boards/${board}`, limits).status).toBe(200)
  send('POST /projects/:id/pipeline_schedules')
  send('POST /projects/:id/protected_branches')
  send('POST /projects/:id/protected_tags', { name: 'w*' })
  send('POST /projects/:id/protected_environments')
  send('POST /projects/:id/releases')
  send('POST /projects/:id/snippets')
  send('POST /projects/:id/statuses/:sha', {}, root.get(`${at}/repository/commits/main`).json.id)
  const comment = { note: 'Neat', path: 'README.md', line: 1, line_type: 'new' }
  expect(root.post(`${at}/repository/commits/main/comments`, comment).status).toBe(201)
  const invitation = { email: 'someone@example.com', access_level: 30, expires_at: '2031-01-01' }
  expect(root.post(`${at}/invitations`, invitation).status).toBe(201)
  root.put(`${at}/milestones/${milestone}`, { state_event: 'close' })
  send('POST /projects/:id/wikis')
  send('POST /projects/:id/approvals')
  send('POST /projects/:id/push_rule')
  expect(root.put(`${at}/custom_attributes/region`, { value: 'north' }).status).toBe(200)
  const attached = { field: 'file', name: 'notes.txt', bytes: Uint8Array.of(1, 2, 3) }
  expect(root.send('POST', `${at}/uploads`, uploading({}, attached)).status).toBe(201)
  return { issue, request }
}
