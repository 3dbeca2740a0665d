import type { ContractOperation } from '../../../sim/contract.ts'
import { issue, mergeRequest, milestone, named } from '../../arrange/records.ts'
import {
  exportedArchive,
  finishedImport,
  importFile,
  startExport,
  travelling,
  upload,
} from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn } from '../../kit/expect.ts'
import { isRow, type Json, type Row } from '../../kit/json.ts'
import { leastArchive, packArchive, relationLines } from '../../oracle/archive.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const request = '/projects/:id/merge_requests/:merge_request_iid'

/** What an archive does not bring back, or what the copy has of its own: not compared. */
const elsewhere: { readonly [operation: string]: string } = {
  'GET /projects/:id/approval_rules': 'the format has no rules',
  [`GET ${request}/approval_state`]: 'the rules are missing, and rows of them',
  'GET /projects/:id/audit_events': 'tells what happened to the original',
  'GET /projects/:id/dependencies': 'comes from reports of jobs',
  'GET /projects/:id/export': 'about an export of the project itself',
  'GET /projects/:id/export/download': 'the archive itself',
  'GET /projects/:id/feature_flags_user_lists': 'the format has none',
  'GET /projects/:id/import': 'the copy alone was imported',
  'GET /projects/:id/packages': 'the format has none',
  'GET /projects/:id/repository/archive': 'named after its project',
  'GET /projects/:id/runners': 'runners are given rights, not brought',
}

/** Fields that belong to one project, to who imports, or to the time of the import. */
const ofItsOwn = new Set([
  // Later releases tell what was imported.
  ...['imported', 'imported_from'],
  ...['id', 'project_id', 'web_url', '_links', 'references', 'source_project_id', 'target_project_id'],
  ...['author', 'assignee', 'assignees', 'reviewers', 'closed_by', 'merged_by', 'merge_user', 'subscribed'],
  // The format has no rules of approvals.
  ...['approvers', 'approver_groups', 'approval_rules_left', 'has_approval_rules'],
  // People who are not known approve nothing, and who may approve follows from that.
  ...['approved_by', 'suggested_approvers', 'user_has_approved', 'user_can_approve', 'approved'],
  ...['approvals_left', 'updated_at', 'first_deployed_to_production_at'],
])

function common(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => common(item as Json))
  if (!isRow(value)) return value ?? null
  const kept = Object.entries(value).filter(([key]) => !ofItsOwn.has(key))
  return Object.fromEntries(kept.map(([key, item]) => [key, common(item)]))
}

const places = new Set(['id', 'issue_iid', 'merge_request_iid', 'milestone_id'])

/** Readings below a project that name nothing but it and what has a number in it. */
function isCompared({ id, method, path, beyond, auth, params, answer }: ContractOperation): boolean {
  const named = params.filter((param) => param.in === 'path').map(({ name }) => name)
  const asks = params.some((param) => param.in !== 'path' && param.required)
  const reads = method === 'GET' && (answer === 'many' || answer === 'one') && auth !== 'admin'
  const ofProject = !beyond && path.startsWith('/projects/:id/') && !(id in elsewhere)
  return reads && ofProject && !asks && named.every((name) => places.has(name))
}

/** Issues and merge requests in the states that they may be in, and settings away from what is there unasked. */
async function enriched(stage: Stage): Promise<void> {
  const { call, project } = stage
  const { id } = project
  const goal = await milestone(stage, { title: 'Reached', due_date: '2031-01-01' })
  const reached = { id, milestone_id: numberIn(goal, 'id') }
  const kept = { title: 'Hidden', confidential: true, milestone_id: reached.milestone_id }
  const at = { id, issue_iid: numberIn(await issue(stage, kept), 'iid') }
  expectArranged(await call('PUT /projects/:id/issues/:issue_iid', { ...at, state_event: 'close' }))
  expectArranged(
    await call('PUT /projects/:id/milestones/:milestone_id', { ...reached, state_event: 'close' }),
  )
  const odd = { squash: true, remove_source_branch: true, description: 'At\nlast' }
  const [first, second] = [
    { ...odd, branch: 'early' },
    { ...odd, branch: 'late' },
  ]
  await mergeRequest(stage, first)
  const closed = named(stage, await mergeRequest(stage, second))
  expectArranged(await call(`PUT ${request}`, { ...closed, state_event: 'close' }))
  const protectedTag = { id, name: 'v*', create_access_level: 30 }
  expectArranged(await call('POST /projects/:id/protected_tags', protectedTag))
}

async function copied(stage: Stage): Promise<number> {
  const status = await finishedImport(stage, await upload(stage, await exportedArchive(stage)))
  has(status.row(), { import_status: 'finished', failed_relations: [], import_error: null }, status)
  return numberIn(status.row(), 'id')
}

/** Ways to name each issue, merge request and milestone, in an order that the copy shares. */
async function placesOf(stage: Stage, id: number) {
  const rows = async (noun: string, field: string) => {
    const reply = await stage.call(`GET /projects/:id/${noun}`, { id, per_page: 100 })
    answers(reply, 200)
    return reply
      .rows()
      .toSorted((one, other) => numberIn(one, 'iid') - numberIn(other, 'iid'))
      .map((row) => numberIn(row, field))
  }
  return {
    issue_iid: await rows('issues', 'iid'),
    merge_request_iid: await rows('merge_requests', 'iid'),
    milestone_id: await rows('milestones', 'id'),
  }
}

type Place = keyof Awaited<ReturnType<typeof placesOf>>

export const everyReading = check({
  id: 'project-import/every-reading',
  says: 'Whatever the specification reads of a project says the same of one that came back through an archive',
  source: 'project-import#round-trip, project-import#iids',
  level: 'must',
  covers: [startExport, importFile],
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    await enriched(stage)
    const { id } = stage.project
    const copy = await copied(stage)
    const [before, after] = [await placesOf(stage, id), await placesOf(stage, copy)]
    for (const operation of stage.contract.operations.filter(isCompared)) {
      const place = operation.params.find(({ in: where, name }) => where === 'path' && name !== 'id')?.name
      const [ours, theirs] =
        place === undefined ? [[id], [copy]] : [before[place as Place], after[place as Place]]
      equals(`how many to read by ${operation.id}`, theirs.length, ours.length)
      for (const [i, value] of ours.entries()) {
        const ask = async (of: number, there: number | undefined) => {
          const params = place === undefined ? { id: of } : { id: of, [place]: there }
          return stage.call(operation.id, { ...params, ...(operation.paging && { per_page: 100 }) })
        }
        const original = await ask(id, value)
        const back = await ask(copy, theirs[i])
        // What the plan of the target lacks is refused of both.
        equals(`the status of ${operation.id}`, back.status, original.status, back)
        if (original.status !== 200) continue
        equals(`what came back of ${operation.id}`, common(back.json), common(original.json), back)
      }
    }
  },
})

export const approvalSettings = check({
  id: 'project-import/approval-settings',
  says: 'An imported project has the settings of approvals of the one that was exported',
  source: 'project-import#round-trip',
  level: 'should',
  covers: [startExport, importFile],
  needs: { tier: 'premium', repository: true },
  holds: async (stage) => {
    const path = '/projects/:id/approvals'
    const { id } = stage.project
    const shown = async (of: number) => (await stage.call(`GET ${path}`, { id: of })).row()
    const names = ['merge_requests_author_approval', 'reset_approvals_on_push']
    const chosen = Object.entries(await shown(id)).filter(([name]) => names.includes(name))
    const wish = Object.fromEntries(chosen.map(([name, value]) => [name, value !== true])) as Row
    expectArranged(await stage.call(`POST ${path}`, { id, ...wish }))
    has(await shown(await copied(stage)), wish)
  },
})

export const internalNotes = check({
  id: 'project-import/internal-notes',
  says: 'An internal comment is internal after an import',
  source: 'project-import#notes',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const at = '2016-06-14T15:02:47.000Z'
    const note = (words: string, confidential: boolean) => ({
      ...{ note: words, noteable_type: 'Issue', author_id: 1, author: { name: 'Afar' } },
      ...{ created_at: at, updated_at: at, system: false, confidential },
    })
    const notes = [note('Open', false), note('Inner', true)]
    const files = leastArchive({
      'tree/project/issues.ndjson': relationLines([{ iid: 1, title: 'Talked about', notes }]),
    })
    const status = await finishedImport(stage, await upload(stage, await packArchive(files)))
    const path = 'GET /projects/:id/issues/:issue_iid/notes'
    const reply = await stage.call(path, { id: numberIn(status.row(), 'id'), issue_iid: 1 })
    answers(reply, 200)
    holds(reply.rows().length === 2, 'both comments are there', reply.json ?? null, reply)
    for (const row of reply.rows())
      equals(`whether ${row.body} is internal`, row.internal, String(row.body).startsWith('Inner'), reply)
  },
})

const archiveOf = (row: Row) => packArchive(leastArchive({ 'tree/project.json': JSON.stringify(row) }))

const overrides: readonly (readonly [name: string, value: string, shown: Json])[] = [
  ['issues_access_level', 'disabled', 'disabled'],
  ['merge_requests_access_level', 'disabled', 'disabled'],
  ['wiki_access_level', 'disabled', 'disabled'],
  ['snippets_access_level', 'disabled', 'disabled'],
  ['builds_access_level', 'disabled', 'disabled'],
  ['forking_access_level', 'disabled', 'disabled'],
  ['visibility', 'private', 'private'],
  ['merge_method', 'ff', 'ff'],
  ['squash_option', 'never', 'never'],
  ['suggestion_commit_message', 'Mine', 'Mine'],
  ['lfs_enabled', 'false', false],
  ['autoclose_referenced_issues', 'false', false],
  ['remove_source_branch_after_merge', 'false', false],
  ['printing_merge_request_link_enabled', 'false', false],
  ['only_allow_merge_if_all_discussions_are_resolved', 'true', true],
  ['only_allow_merge_if_pipeline_succeeds', 'true', true],
  ['request_access_enabled', 'false', false],
]

export const everyOverride = check<typeof overrides>({
  id: 'project-import/every-override',
  says: 'Each entry of override_params wins over the archive, alone and beside all others',
  source: 'project-import#override-params',
  level: 'must',
  covers: [importFile],
  each: () => [...overrides.map((one) => [one]), overrides],
  holds: async (stage, wanted) => {
    const archive = await archiveOf({
      visibility_level: 20,
      ...{ issues_access_level: 20, merge_requests_access_level: 20, wiki_access_level: 20 },
      ...{ snippets_access_level: 20, request_access_enabled: true },
      only_allow_merge_if_pipeline_succeeds: false,
    })
    const wish = Object.fromEntries(wanted.map(([name, value]) => [`override_params[${name}]`, value]))
    const status = await finishedImport(stage, await upload(stage, archive, wish))
    has(status.row(), { import_status: 'finished' }, status)
    const reply = await stage.call('GET /projects/:id', { id: numberIn(status.row(), 'id') })
    has(reply.row(), Object.fromEntries(wanted.map(([name, , shown]) => [name, shown])), reply)
  },
})

export const overrideApprovals = check({
  id: 'project-import/override-approvals',
  says: 'approvals_before_merge in override_params wins over the archive',
  source: 'project-import#override-params',
  level: 'should',
  covers: [importFile],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const archive = await archiveOf({ approvals_before_merge: 1 })
    const wish = { 'override_params[approvals_before_merge]': '3' }
    const status = await finishedImport(stage, await upload(stage, archive, wish))
    has(status.row(), { import_status: 'finished' }, status)
    const reply = await stage.call('GET /projects/:id', { id: numberIn(status.row(), 'id') })
    has(reply.row(), { approvals_before_merge: 3 }, reply)
  },
})
