import { expect, test } from 'vitest'
import { createSimulator } from '../index.ts'
import { editOf, parentOf, SENDER } from './edits.ts'
import { type Document, operationsOf } from './operations.ts'
import type { Row } from './rows.ts'

const sim = createSimulator({ tier: 'ultimate' })

function get<T>(path: string): T {
  const { body } = sim.handle({ method: 'GET', url: `/_forgery${path}`, headers: {} })
  return JSON.parse(String(body)) as T
}

const operations = operationsOf(get<Document>('/openapi.json'))

interface Form {
  readonly operation: string
  readonly values: URLSearchParams
}

function formOf(table: string, row: Row): Form | undefined {
  const parent = parentOf(row)
  const above = parent === undefined ? undefined : get<Row>(`/db/${parent.table}/${parent.id}`)
  const [path, query] = editOf(operations, table, row, above)?.split('?') ?? []
  if (path === undefined) return undefined
  return { operation: decodeURIComponent(path.replace('#/try/', '')), values: new URLSearchParams(query) }
}

/** What most rows have a text in. */
const texts = ['title', 'description', 'name', 'body', 'value', 'content', 'external_url']

/** Changes one text of a row by its form; undefined where there is none. */
function edited({ operation, values }: Form) {
  const text = texts.find((name) => values.has(name) && !operation.includes(`{${name}}`))
  if (text === undefined) return undefined
  const world = sim.fork()
  const mark = world.snapshot()
  const [method = '', path = ''] = operation.split(' ')
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const sender = values.get(SENDER)
  const sudo = sender === null ? {} : { sudo: sender }
  const headers = { 'private-token': 'root-token', ...sudo, 'content-type': 'application/json' }
  const required = operations
    .find(({ name }) => name === operation)
    ?.fields.filter((field) => field.in === 'body' && field.isRequired)
    .map(({ name }) => [name, values.get(name)])
  const body = JSON.stringify({ ...Object.fromEntries(required ?? []), [text]: 'https://edited.example' })
  const { status } = world.handle({ method, url: `/api/v4${url}`, headers, body })
  return { status, changed: world.changes(mark).changed.map(({ table, id }) => `${table} ${id}`) }
}

test.each([
  ['projects', 'PUT /projects/{id}'],
  ['groups', 'PUT /groups/{id}'],
  ['users', 'PUT /users/{id}'],
  ['issues', 'PUT /projects/{id}/issues/{issue_iid}'],
  ['mergeRequests', 'PUT /projects/{id}/merge_requests/{merge_request_iid}'],
  ['milestones', 'PUT /projects/{id}/milestones/{milestone_id}'],
  ['labels', 'PUT /projects/{id}/labels/{name}'],
  ['runners', 'PUT /runners/{id}'],
  ['topics', 'PUT /topics/{id}'],
  ['snippets', 'PUT /projects/{id}/snippets/{snippet_id}'],
  ['userLists', 'PUT /projects/{id}/feature_flags_user_lists/{iid}'],
  ['customAttributes', 'PUT /projects/{id}/custom_attributes/{key}'],
  ['notes', 'PUT /projects/{id}/issues/{issue_iid}/discussions/{discussion_id}/notes/{note_id}'],
])('the form of a row of %s updates that row', (table, wanted) => {
  const rows = get<readonly Row[]>(`/db/${table}`)
  const forms = rows.flatMap((row) => {
    const form = formOf(table, row)
    return form?.operation === wanted ? [{ row, form }] : []
  })
  const outcomes = [...forms.slice(0, 2), ...forms.slice(-2)].flatMap(({ row, form }) => {
    const outcome = edited(form)
    return outcome === undefined ? [] : [{ name: `${table} ${row.id}`, ...outcome }]
  })
  // Some rows may not be changed, not even by administrators.
  const done = outcomes.filter(({ status }) => status !== 403)
  expect(done.length).toBeGreaterThan(0)
  for (const { name, status, changed } of done) {
    expect(status).toBe(200)
    expect(changed).toContain(name)
  }
})

test.each([
  [
    'approvalRules',
    'PUT /projects/{id}/merge_requests/{merge_request_iid}/approval_rules/{approval_rule_id}',
  ],
  ['approvalRules', 'PUT /projects/{id}/approval_rules/{approval_rule_id}'],
  ['members', 'PUT /groups/{id}/members/{user_id}'],
  ['members', 'PUT /projects/{id}/members/{user_id}'],
  ['labels', 'PUT /groups/{id}/labels/{name}'],
  ['milestones', 'PUT /groups/{id}/milestones/{milestone_id}'],
  [
    'notes',
    'PUT /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}/notes/{note_id}',
  ],
  ['environments', 'PUT /projects/{id}/environments/{environment_id}'],
  ['deployments', 'PUT /projects/{id}/deployments/{deployment_id}'],
  ['protectedBranches', 'PATCH /projects/{id}/protected_branches/{name}'],
  ['featureFlags', 'PUT /projects/{id}/feature_flags/{feature_flag_name}'],
  ['snippets', 'PUT /snippets/{snippet_id}'],
  ['wikiPages', 'PUT /projects/{id}/wikis/{slug}'],
  ['deployKeyProjects', 'PUT /projects/{id}/deploy_keys/{key_id}'],
  ['settings', 'PUT /application/settings'],
])('a row of %s is edited by %s', (table, wanted) => {
  const rows = get<readonly Row[]>(`/db/${table}`)
  expect(rows.map((row) => formOf(table, row)?.operation)).toContain(wanted)
})

test('the form of a note is sent by who wrote it, that of any other row by whoever looks', () => {
  const sender = (table: string) => (row: Row) => formOf(table, row)?.values.get(SENDER)
  const notes = get<readonly Row[]>('/db/notes').filter((row) => formOf('notes', row) !== undefined)
  expect(notes.map(sender('notes'))).toEqual(notes.map(({ authorId }) => String(authorId)))
  const issues = get<readonly Row[]>('/db/issues')
  expect(issues.map(sender('issues'))).toEqual(issues.map(() => null))
})

test.each(['jobs', 'auditEvents', 'stars', 'ciJobs'])('nothing edits the rows of %s', (table) => {
  const rows = get<readonly Row[]>(`/db/${table}`)
  expect(rows.map((row) => formOf(table, row))).toEqual(rows.map(() => undefined))
})
