import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { finishedImport, importFile, upload, uploading } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, refuses, rowIn } from '../../kit/expect.ts'
import { leastArchive, packArchive, relationLines } from '../../oracle/archive.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const archive = () => packArchive(leastArchive({ 'tree/project.json': '{"visibility_level":0}' }))

export const importerRole = check({
  id: 'project-import/importer-role',
  says: 'The importer becomes a Maintainer of a project imported into a group',
  source: 'project-import#importer-membership',
  level: 'should',
  covers: [importFile, 'GET /projects/:id/members'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const status = await finishedImport(stage, await upload(stage, await archive()))
    const members = await stage.call('GET /projects/:id/members', { id: numberIn(status.row(), 'id') })
    const levels = members.rows().map(({ id, access_level }) => [id ?? null, access_level ?? null])
    equals('the members', levels, [[stage.user('owner').id, 40]], members)
  },
})

export const intoSubgroup = check({
  id: 'project-import/into-subgroup',
  says: 'The namespace of an import is an id or a full path, also of a subgroup',
  source: 'project-import#namespace',
  level: 'must',
  covers: [importFile],
  needs: { in: 'group' },
  each: () => ['id', 'path', 'path after a slash'] as const,
  holds: async (stage, by) => {
    const { call, group } = stage
    const wish = { name: 'The below', path: 'below', parent_id: group.id }
    const below = numberIn(arranged(await call('POST /groups', wish)), 'id')
    const path = `${group.path}/below`
    const namespace = by === 'id' ? String(below) : by === 'path' ? path : `/${path}`
    const reply = await upload(stage, await archive(), { namespace })
    answers(reply, 201)
    has(reply.row(), { path_with_namespace: `${path}/imported` }, reply)
  },
})

/** What is refused to a user who may have no projects in the own namespace. */
const NO_PERSONAL_PROJECTS = 'You cannot create projects in your personal namespace'

export const namespaceNames = check({
  id: 'project-import/namespace-names',
  says: 'From 18.7 on `namespace_id` or `namespace_path` names the namespace of an import, but not both, and before they are ignored',
  source: 'project-import#later-namespace',
  level: 'must',
  covers: [importFile],
  needs: { in: 'group' },
  each: () => ['namespace_id', 'namespace_path'] as const,
  holds: async (stage, name) => {
    const { id, path } = stage.group
    const named = name === 'namespace_id' ? id : path
    const sent = async (end: string, fields: { readonly [name: string]: string }) => {
      const all = { path: `${stage.prefix}-${end}`, ...fields }
      return await stage.call(
        importFile,
        {},
        { as: 'owner', ...uploading({ archive: await archive(), fields: all }) },
      )
    }
    const both = await sent('both', { namespace_id: String(id), namespace_path: path })
    const reply = await sent('named', { [name]: String(named) })
    const expected = `${path}/${stage.prefix}-named`
    await stage.changed('project-import#later-namespace', {
      before: () => {
        if (both.status === 400 && both.text.includes(NO_PERSONAL_PROJECTS))
          stage.skip('the caller may have no projects in a namespace of their own')
        answers(both, 201)
        answers(reply, 201)
        const { path_with_namespace: at } = reply.row()
        holds(at !== expected, 'it is in the namespace of the caller', at, reply)
      },
      after: () => {
        refuses(both, 'namespace_id, namespace_path are mutually exclusive')
        answers(reply, 201)
        equals('where it is', reply.row().path_with_namespace, expected, reply)
      },
    })
  },
})

export const visibilityAndArchived = check({
  id: 'project-import/visibility-and-archived',
  says: 'An import arrives archived if it was exported so, and no more visible than its group',
  source: 'project-import#visibility, project-import#archived',
  level: 'must',
  covers: [importFile],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const wish = { name: 'The closed', path: 'closed', parent_id: group.id, visibility: 'private' }
    const namespace = String(numberIn(arranged(await call('POST /groups', wish)), 'id'))
    const attributes = { archived: true, visibility_level: 20 }
    const files = leastArchive({
      'tree/project.json': JSON.stringify(attributes),
      // Of a release that knew more.
      'tree/project/unheard_of.ndjson': relationLines([{ title: 'x' }]),
    })
    const bytes = await packArchive(files)
    const status = await finishedImport(stage, await upload(stage, bytes, { namespace }))
    has(status.row(), { import_status: 'finished', import_error: null }, status)
    const project = await call('GET /projects/:id', { id: numberIn(status.row(), 'id') })
    has(project.row(), { visibility: 'private', archived: true }, project)
  },
})

export const restrictedVisibility = check({
  id: 'project-import/restricted-visibility',
  says: 'An import of a public project is internal where the public visibility is restricted',
  source: 'project-import#visibility',
  level: 'should',
  covers: [importFile],
  needs: { rewinds: true },
  holds: async (stage) => {
    await changeInstanceSettings(stage, { restricted_visibility_levels: ['public'] })
    const files = leastArchive({ 'tree/project.json': JSON.stringify({ visibility_level: 20 }) })
    const status = await finishedImport(stage, await upload(stage, await packArchive(files)))
    has(status.row(), { import_status: 'finished', import_error: null }, status)
    const project = await stage.call('GET /projects/:id', { id: numberIn(status.row(), 'id') })
    has(project.row(), { visibility: 'internal' }, project)
  },
})

export const groupRecords = check({
  id: 'project-import/group-records',
  says: 'Labels and milestones that the target group has by title are those of the group, and others are made in the project',
  source: 'project-import#group-records',
  level: 'should',
  covers: [importFile],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const color = '#aabbcc'
    const wish = { id: group.id, name: 'Shared', color }
    const shared = numberIn(arranged(await call('POST /groups/:id/labels', wish)), 'id')
    const goal = arranged(await call('POST /groups/:id/milestones', { id: group.id, title: 'Goal' }))
    const labels = ['Shared', 'Gone'].map((title) => ({ label: { title, color, type: 'GroupLabel' } }))
    const issues = [
      { iid: 1, title: 'With', milestone: { iid: 1, title: 'Goal', group_id: 1 }, label_links: labels },
      { iid: 2, title: 'Alone', milestone: { iid: 2, title: 'Elsewhere', group_id: 1 } },
    ]
    const files = leastArchive({ 'tree/project/issues.ndjson': relationLines(issues) })
    const status = await finishedImport(stage, await upload(stage, await packArchive(files)))
    has(status.row(), { import_status: 'finished', failed_relations: [] }, status)
    const id = numberIn(status.row(), 'id')
    const known = await call('GET /projects/:id/labels', { id })
    const found = known.rows().filter(({ name }) => name === 'Shared' || name === 'Gone')
    equals(
      'the labels',
      found.map((row) => [row.name ?? null, row.is_project_label ?? null, row.id === shared]).sort(),
      [
        ['Gone', true, false],
        ['Shared', false, true],
      ],
      known,
    )
    const own = await call('GET /projects/:id/milestones', { id })
    equals(
      'its milestones',
      own.rows().map(({ title }) => title ?? null),
      ['Elsewhere'],
      own,
    )
    const issue = await call('GET /projects/:id/issues/:issue_iid', { id, issue_iid: 1 })
    has(rowIn(issue.row(), 'milestone'), { id: numberIn(goal, 'id') }, issue)
  },
})

export const othersNamespace = check<'name' | 'number'>({
  id: 'project-import/others-namespace',
  says: 'An import into the namespace of another user answers 404, as one into a namespace that is not there',
  source: 'project-import#namespace',
  level: 'must',
  covers: [importFile],
  needs: { plainOwner: true },
  hardy: true,
  each: () => ['name', 'number'],
  holds: async (stage, by) => {
    if (!stage.has('developer')) return stage.skip('the target was given no developer credential')
    const other = stage.user('developer')
    const found = await stage.call('GET /namespaces/:id', { id: other.username }, { as: 'developer' })
    const id = found.status === 200 ? String(found.row().id) : undefined
    if (by === 'number' && id === undefined) return stage.skip('the target does not tell the number')
    const there = by === 'name' ? other.username : String(id)
    const missing = await upload(stage, await archive(), { namespace: 'no-such-namespace-anywhere' })
    answers(missing, 404)
    const reply = await upload(stage, await archive(), { namespace: there })
    answers(reply, 404, missing.json ?? null)
  },
})

export const projectsLimit = check({
  id: 'project-import/projects-limit',
  says: 'A user who has as many personal projects as allowed imports no other one, and one fewer is enough',
  source: 'project-import#own-namespace',
  level: 'must',
  covers: [importFile],
  needs: { project: 'none', rewinds: true },
  holds: async (stage) => {
    const { call, prefix } = stage
    if (!stage.has('admin')) return stage.skip('the target was given no administrator credential')
    const { id, username } = stage.user('owner')
    const own = await call('GET /users/:user_id/projects', { user_id: id, per_page: 100 })
    const limited = { id, projects_limit: own.rows().length + 1 }
    expectArranged(await call('PUT /users/:id', limited, { as: 'admin' }))
    const started = async (path: string) =>
      call(importFile, {}, uploading({ archive: await archive(), fields: { path, namespace: username } }))
    answers(await started(`${prefix}-last`), 201)
    const refused = await started(`${prefix}-one-more`)
    answers(refused, 400)
    holds(refused.text.includes('Limit reached'), 'the refusal tells of the limit', refused.json, refused)
  },
})

export const ownNamespace = check({
  id: 'project-import/own-namespace',
  says: 'An import without a namespace goes into that of the caller, as a private project of the caller alone',
  source: 'project-import#own-namespace, project-import#namespace, project-import#importer-membership',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const owner = stage.user('owner')
    const path = `${stage.prefix}-own`
    const sent = uploading({ archive: await archive(), fields: { path } })
    const reply = await stage.call(importFile, {}, sent)
    expectArranged(reply)
    answers(reply, 201)
    has(reply.row(), { path_with_namespace: `${owner.username}/${path}` }, reply)
    const id = numberIn((await finishedImport(stage, reply)).row(), 'id')
    const project = await stage.call('GET /projects/:id', { id })
    has(project.row(), { visibility: 'private', creator_id: owner.id }, project)
    if (stage.has('maintainer'))
      answers(await stage.call('GET /projects/:id', { id }, { as: 'maintainer' }), 404)
    await stage.call('DELETE /projects/:id', { id })
  },
})
