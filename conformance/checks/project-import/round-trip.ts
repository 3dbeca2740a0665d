import { commit, issue, label } from '../../arrange/records.ts'
import {
  exportedArchive,
  finishedImport,
  importFile,
  startExport,
  travelling,
  upload,
} from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import { isRow, type Json, type Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

/** More than a furnished stage has: what travels in ways of its own. */
async function enriched(stage: Stage): Promise<void> {
  const { id, branch } = stage.project
  const settings = {
    description: 'A <b>project</b> & more',
    merge_method: 'rebase_merge',
    squash_option: 'always',
    only_allow_merge_if_pipeline_succeeds: true,
    remove_source_branch_after_merge: false,
    wiki_access_level: 'private',
    builds_access_level: 'private',
    only_allow_merge_if_all_discussions_are_resolved: true,
    request_access_enabled: false,
    printing_merge_request_link_enabled: false,
    shared_runners_enabled: false,
    public_jobs: false,
    container_expiration_policy_attributes: {
      cadence: '7d',
      enabled: true,
      keep_n: 5,
      older_than: '14d',
      name_regex: 'v.+',
      name_regex_keep: 'stable',
    },
  }
  expectArranged(await stage.call('PUT /projects/:id', { id, ...settings }))
  expectArranged(
    await stage.call('POST /projects/:id/protected_tags', { id, name: 'v*', create_access_level: 40 }),
  )
  await label(stage, 'Ünïcödé & <b>', { description: 'Odd' })
  const odd = await issue(stage, {
    title: 'Closed, with a text: "quotes" \\ 数',
    description: 'line\nline\n',
    labels: 'furniture',
  })
  const closing = { id, issue_iid: numberIn(odd, 'iid'), state_event: 'close' }
  expectArranged(await stage.call('PUT /projects/:id/issues/:issue_iid', closing))
  const links = [{ name: 'Tool', url: 'https://files.example.com/tool', direct_asset_path: '/bin/tool' }]
  const release = { tag_name: 'released', ref: branch, description: 'Notes', assets: { links } }
  expectArranged(await stage.call('POST /projects/:id/releases', { id, ...release }))
  await commit(stage, { branch, path: 'deep/er/ünï.txt', content: 'x\n' })
}

const OWN = [
  'id',
  'project_id',
  'web_url',
  // Later releases tell what was imported.
  'imported',
  'imported_from',
  '_links',
  'references',
  'source_project_id',
  'target_project_id',
  'sources',
  'commit_path',
  'tag_path',
  'direct_asset_url',
]

const BY_PERSON = [
  'author',
  'closed_by',
  'merged_by',
  'merge_user',
  'assignee',
  'assignees',
  'reviewers',
  'subscribed',
]

/** Rows without what is another project's or, where people are not known, another person's. */
function plain(value: Json | undefined, drop: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => plain(item as Json, drop))
  if (!isRow(value)) return value ?? null
  const kept = Object.entries(value).filter(([key]) => !drop.includes(key))
  return Object.fromEntries(kept.map(([key, item]) => [key, plain(item, drop)]))
}

const settingsCompared = [
  'description',
  'default_branch',
  'archived',
  'visibility',
  'merge_method',
  'squash_option',
  'only_allow_merge_if_pipeline_succeeds',
  'only_allow_merge_if_all_discussions_are_resolved',
  'remove_source_branch_after_merge',
  'request_access_enabled',
  'printing_merge_request_link_enabled',
  'issues_access_level',
  'merge_requests_access_level',
  'wiki_access_level',
  'builds_access_level',
  'repository_access_level',
  'shared_runners_enabled',
  'public_jobs',
  'container_expiration_policy',
]

/** What is compared: each part by a call of its own, so that a difference is told with few calls. */
const parts: readonly (readonly [name: string, path: string, params: Row])[] = [
  ['protected tags', 'protected_tags', {}],
  ['protected branches', 'protected_branches', {}],
  ['labels', 'labels', {}],
  ['milestones', 'milestones', {}],
  ['issues', 'issues', { sort: 'asc' }],
  ['merge requests', 'merge_requests', { sort: 'asc' }],
  ['branches', 'repository/branches', {}],
  ['tags', 'repository/tags', {}],
  ['releases', 'releases', {}],
  ['commits', 'repository/commits', {}],
  ['files', 'repository/tree', { recursive: true }],
]

async function copied(stage: Stage, as: 'owner' | 'admin'): Promise<number> {
  await enriched(stage)
  const archive = await exportedArchive(stage, {}, as)
  const status = await finishedImport(stage, await upload(stage, archive, {}, { as }), as)
  has(status.row(), { import_status: 'finished', failed_relations: [], import_error: null }, status)
  return numberIn(status.row(), 'id')
}

async function isEqual(
  stage: Stage,
  copy: number,
  as: 'owner' | 'admin',
  drop: readonly string[],
): Promise<void> {
  const settings = async (id: number) => {
    const row = (await stage.call('GET /projects/:id', { id }, { as })).row()
    // Each project has a time of its own for the next run of its policy.
    return plain(Object.fromEntries(settingsCompared.map((name) => [name, row[name] ?? null])), [
      'next_run_at',
    ])
  }
  equals('the settings that came back', await settings(copy), await settings(stage.project.id))
  for (const [name, path, params] of parts) {
    const shown = async (id: number) => {
      const reply = await stage.call(`GET /projects/:id/${path}`, { id, per_page: 100, ...params }, { as })
      return plain(reply.json, drop)
    }
    equals(`what came back of the ${name}`, await shown(copy), await shown(stage.project.id))
  }
}

export const roundTrip = check<undefined, number>({
  id: 'project-import/round-trip',
  says: 'An exported project comes back equal from an import: repository, merge requests, milestones, labels, issues, releases, protections and settings',
  source: 'project-import#round-trip, project-import#iids',
  level: 'must',
  covers: [startExport, importFile],
  needs: { furnished: true, about: travelling },
  readOnly: true,
  arrange: (stage) => copied(stage, 'owner'),
  holds: (stage, _input, copy) => isEqual(stage, copy, 'owner', [...OWN, ...BY_PERSON]),
})

export const userMapping = check<undefined, number>({
  id: 'project-import/user-mapping',
  says: "An administrator's import maps authors and members by their public e-mail, with Maintainer as the highest role",
  source: 'project-import#users',
  level: 'should',
  covers: [startExport, importFile],
  needs: { furnished: true, about: travelling, in: 'group' },
  readOnly: true,
  arrange: async (stage) => {
    for (const role of ['owner', 'developer'] as const) {
      const shown = (await stage.call('GET /users/:id', { id: stage.user(role).id }, { as: 'admin' })).row()
      if (typeof shown.public_email !== 'string' || shown.public_email === '')
        return stage.skip('nobody shows an address')
      if (shown.email !== undefined && shown.email !== shown.public_email)
        return stage.skip('the address that is shown is not the first one')
    }
    return copied(stage, 'admin')
  },
  holds: async (stage, _input, id) => {
    // Whoever looks follows or does not follow things on their own account.
    await isEqual(stage, id, 'admin', [...OWN, 'subscribed'])
    const members = await stage.call('GET /projects/:id/members', { id, per_page: 100 }, { as: 'admin' })
    const levels = new Map(members.rows().map((row) => [row.id, row.access_level]))
    const { owner, developer } = { owner: stage.user('owner').id, developer: stage.user('developer').id }
    equals('the level of the owner, no more than a maintainer', levels.get(owner), 40, members)
    equals('the level of the developer', levels.get(developer), 30, members)
  },
})

export const notes = check({
  id: 'project-import/notes',
  says: 'Imported notes keep their order and times, and a note of an author who is not mapped ends with the name of that author',
  source: 'project-import#notes, project-import#users',
  level: 'must',
  covers: [startExport, importFile],
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    const { id } = stage.project
    const on = { id, issue_iid: 1 }
    const path = '/projects/:id/issues/:issue_iid/notes'
    expectArranged(await stage.call(`POST ${path}`, { ...on, body: 'First & foremost' }))
    expectArranged(await stage.call(`POST ${path}`, { ...on, body: 'Second\n\nwith lines' }))
    const before = (await stage.call(`GET ${path}`, { ...on, sort: 'asc' })).rows()
    const status = await finishedImport(stage, await upload(stage, await exportedArchive(stage)))
    const copy = { id: numberIn(status.row(), 'id'), issue_iid: 1, sort: 'asc' }
    const after = await stage.call(`GET ${path}`, copy)
    // An administrator who imports is mapped, to whoever has the address that the archive shows.
    const owner = stage.user('owner')
    const isMapped = owner.admin && Boolean((await stage.call('GET /user')).row().public_email)
    const signed = before.map((note) => {
      if (isMapped) return textIn(note, 'body')
      const by = isRow(note.author) ? String(note.author.name) : ''
      const at = textIn(note, 'updated_at').replace(/\..*$/, '')
      return `${textIn(note, 'body')}\n\n *By ${by} on ${at} (imported from GitLab)*`
    })
    equals(
      'the bodies',
      after.rows().map(({ body }) => body ?? null),
      signed,
      after,
    )
    equals(
      'the times',
      after.rows().map((note) => note.created_at ?? null),
      before.map((note) => note.created_at ?? null),
      after,
    )
    for (const note of after.rows())
      equals('the author', isRow(note.author) ? note.author.id : null, owner.id, after)
  },
})

export const iidsContinue = check({
  id: 'project-import/iids-continue',
  says: 'Issues and milestones created after an import continue the numbers of the imported ones',
  source: 'project-import#iids',
  level: 'must',
  covers: [startExport, importFile],
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    const last = numberIn(await issue(stage, { title: 'The last one' }), 'iid')
    const status = await finishedImport(stage, await upload(stage, await exportedArchive(stage)))
    has(status.row(), { import_status: 'finished' }, status)
    const id = numberIn(status.row(), 'id')
    const next = await stage.call('POST /projects/:id/issues', { id, title: 'The next one' })
    equals('the number of the next issue', next.row().iid, last + 1, next)
    const milestone = await stage.call('POST /projects/:id/milestones', { id, title: 'The next one' })
    equals('the number of the next milestone', milestone.row().iid, 4, milestone)
  },
})

export const usableAfterImport = check({
  id: 'project-import/usable-after-import',
  says: 'An imported merge request can be merged, and the default branch is protected',
  source: 'project-import#merge-requests, project-import#round-trip',
  level: 'must',
  covers: [importFile],
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    const status = await finishedImport(stage, await upload(stage, await exportedArchive(stage)))
    has(status.row(), { import_status: 'finished' }, status)
    const id = numberIn(status.row(), 'id')
    const merged = await stage.call('PUT /projects/:id/merge_requests/:merge_request_iid/merge', {
      id,
      merge_request_iid: 1,
    })
    has(merged.row(), { state: 'merged' }, merged)
    const protections = await stage.call('GET /projects/:id/protected_branches', { id })
    const names = protections.rows().map(({ name }) => name ?? null)
    holds(names.includes(stage.project.branch), 'the default branch is protected', names, protections)
  },
})
