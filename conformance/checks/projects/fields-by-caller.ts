import { uploadAttachment } from '../../arrange/avatars-and-uploads.ts'
import { forkOf, issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, numberIn, rowIn } from '../../kit/expect.ts'
import { isRow, type Row } from '../../kit/json.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'
import { sampleProjects, tokenOf } from './sample-projects.ts'

const list = 'GET /projects'

const needs = { in: 'group' } as const

const one = 'GET /projects/:id'

export const permissions = check({
  id: 'projects/permissions',
  says: "`permissions` of a listed project shows the caller's membership of the project and of its group",
  source: 'projects#permissions, projects#notification-level',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: sampleProjects,
  holds: async (stage) => {
    const levels = async (as: Role, path: string) => {
      const reply = await stage.call(list, { search: tokenOf(stage), per_page: 100 }, { as })
      const row = reply.rows().find((candidate) => String(candidate.path).endsWith(path)) ?? {}
      const { project_access, group_access } = rowIn(row, 'permissions')
      for (const access of [project_access, group_access].filter(isRow)) {
        const level = access.notification_level
        holds(level === null || [0, 1, 2, 3, 4, 5].includes(Number(level)), 'a notification level', level)
      }
      return [levelIn(project_access), levelIn(group_access)]
    }
    equals('of the developer in the group', await levels('developer', 'alpha-one'), [null, 30])
    equals('of the owner in the group', await levels('owner', 'alpha-one'), [null, 50])
    equals('of the owner in their own namespace', await levels('owner', '-own'), [50, null])
    equals('of a stranger', await levels('stranger', 'beta'), [null, null])
  },
})

export const permissionsBelow = check({
  id: 'projects/permissions-below',
  says: '`group_access` is the highest membership in the group or above it, in a list before 18.1 that in the group itself alone',
  source: 'projects#permissions, projects#later-group-access',
  level: 'should',
  covers: [list, one],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    const below = { name: 'Below', path: 'below', parent_id: group.id }
    const namespace_id = numberIn(arranged(await call('POST /groups', below)), 'id')
    const made = arranged(await call('POST /projects', { name: 'Deep', path: 'deep', namespace_id }))
    const id = numberIn(made, 'id')
    const levels = (row: Row) => {
      const { project_access, group_access } = rowIn(row, 'permissions')
      return [levelIn(project_access), levelIn(group_access)]
    }
    const alone = await call(one, { id }, { as: 'developer' })
    equals('of the project on its own', levels(alone.row()), [null, 30], alone)
    const listing = await call('GET /groups/:id/projects', { id: namespace_id }, { as: 'developer' })
    await stage.changed('projects#later-group-access', {
      before: () =>
        equals('of the project in a list', levels(listing.rows()[0] ?? {}), [null, null], listing),
      after: () => equals('of the project in a list', levels(listing.rows()[0] ?? {}), [null, 30], listing),
    })
  },
})

export const statistics = check({
  id: 'projects/statistics',
  says: '`statistics=true` adds statistics for Reporters and above and changes nothing for a Guest',
  source: 'projects#statistics',
  level: 'must',
  covers: [list],
  needs: { repository: true, in: 'group' },
  arrange: findable,
  holds: async (stage) => {
    expectArranged(await uploadAttachment(stage, 'counted.txt', 'counted\n'.repeat(500)))
    lacks(await listed(stage), ['statistics'])
    lacks(await listed(stage, { statistics: true }, 'guest'), ['statistics'])
    const sizes =
      'storage_size repository_size wiki_size lfs_objects_size job_artifacts_size pipeline_artifacts_size packages_size snippets_size uploads_size'.split(
        ' ',
      )
    const shown = rowIn(await listed(stage, { statistics: true }, 'reporter'), 'statistics')
    names(shown, ['commit_count', ...sizes])
    equals('commit_count', shown.commit_count, 1)
    for (const name of sizes)
      holds(Number.isInteger(shown[name]) && Number(shown[name]) >= 0, `${name} is a size`, shown[name])
    const [, ...parts] = sizes.map((name) => Number(shown[name]))
    const sum = parts.reduce((one, other) => one + other, 0)
    equals('the sum of all parts', shown.storage_size, sum)
  },
})

export const featuresByCaller = check({
  id: 'projects/features-by-caller',
  says: 'A feature that is limited to members is shown to other callers as disabled, without its link and its count',
  source: 'projects#features-by-caller, projects#links',
  level: 'must',
  covers: [list],
  needs: { repository: true, project: 'public', in: 'group' },
  arrange: async (stage) => {
    expectArranged(
      await stage.call('PUT /projects/:id', { id: stage.project.id, issues_access_level: 'private' }),
    )
    await findable(stage)
  },
  holds: async (stage) => {
    await issue(stage, { title: 'counted' })
    const done = { id: stage.project.id, issue_iid: numberIn(await issue(stage, { title: 'closed' }), 'iid') }
    expectArranged(await stage.call('PUT /projects/:id/issues/:issue_iid', { ...done, state_event: 'close' }))
    const inside = await listed(stage, {}, 'developer')
    has(inside, { issues_enabled: true, open_issues_count: 1, issues_access_level: 'private' })
    const reply = await stage.call(list, { search: tokenOf(stage) }, { as: 'stranger' })
    const outside = reply.rows()[0] ?? {}
    has(outside, { issues_enabled: false, merge_requests_enabled: true }, reply)
    lacks(outside, ['open_issues_count'], reply)
    lacks(rowIn(outside, '_links'), ['issues'], reply)
  },
})

export const maintainerFields = check({
  id: 'projects/maintainer-fields',
  says: 'Only Maintainers and above see `runners_token`, `import_url` and `import_type` of a project, in a list too',
  source: 'projects#maintainer-fields',
  level: 'must',
  covers: [one, list],
  needs: { repository: true, in: 'group', found: true },
  arrange: findable,
  each: () =>
    [
      ['maintainer', true],
      ['developer', false],
      ['guest', false],
    ] as const,
  holds: async (stage, [role, shown]) => {
    const { call, project } = stage
    const fields = ['runners_token', 'import_url', 'import_type']
    const row = (await call(one, { id: project.id }, { as: role })).row()
    for (const name of fields) equals(`whether ${name} is shown`, Object.hasOwn(row, name), shown)
    if (role === 'maintainer') return
    const inList = await listed(stage, {}, role)
    has(inList, { id: project.id })
    lacks(inList, fields)
  },
})

export const codeFieldsHidden = check({
  id: 'projects/code-fields-hidden',
  says: 'A caller who may not read the code does not see `default_branch`, `readme_url`, `forks_count` and `ci_config_path`',
  source: 'projects#code-gated',
  level: 'must',
  covers: [one, list],
  needs: { repository: true, in: 'group' },
  arrange: findable,
  holds: async (stage) => {
    const fields = ['default_branch', 'readme_url', 'forks_count', 'ci_config_path']
    lacks(await listed(stage, {}, 'guest'), fields)
    names(await listed(stage, {}, 'developer'), fields)
  },
})

export const forkParentHidden = check({
  id: 'projects/fork-parent-hidden',
  says: 'A fork shows the project that it was forked from only to callers who may read that project',
  source: 'projects#fork-origin',
  level: 'must',
  covers: [list, one],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project, user } = stage
    const id = Number((await forkOf(stage, 'developer')).id)
    const member = { id, user_id: user('stranger').id, access_level: 30 }
    expectArranged(await call('POST /projects/:id/members', member, { as: 'developer' }))
    const fields = ['forked_from_project', 'mr_default_target_self']
    const told = await call(one, { id }, { as: 'developer' })
    has(rowIn(told.row(), 'forked_from_project'), { id: project.id, path_with_namespace: project.path }, told)
    const own = { user_id: user('developer').id, per_page: 100 }
    const owned = await call('GET /users/:user_id/projects', own, { as: 'developer' })
    const shown = owned.rows().find((candidate) => candidate.id === id) ?? {}
    equals('the origin that is listed', shown.forked_from_project, told.row().forked_from_project, owned)
    const hidden = await call(one, { id }, { as: 'stranger' })
    answers(hidden, 200)
    lacks(hidden.row(), fields, hidden)
    const reply = await call(list, { membership: true, per_page: 100 }, { as: 'stranger' })
    const row = reply.rows().find((candidate) => candidate.id === id)
    holds(row !== undefined, 'the fork is listed', id, reply)
    lacks(row, fields, reply)
  },
})

function levelIn(access: unknown): number | null {
  if (typeof access !== 'object' || access === null || !('access_level' in access)) return null
  return typeof access.access_level === 'number' ? access.access_level : null
}

/** The project of the stage, made findable among all others. */
async function findable(stage: Stage): Promise<void> {
  expectArranged(await stage.call('PUT /projects/:id', { id: stage.project.id, description: tokenOf(stage) }))
}

async function listed(
  stage: Stage,
  params = {},
  as?: 'anonymous' | 'guest' | 'reporter' | 'developer',
): Promise<Row> {
  const reply = await stage.call(list, { search: tokenOf(stage), ...params }, as === undefined ? {} : { as })
  answers(reply, 200)
  return reply.rows()[0] ?? {}
}

export const listedImportError = check({
  id: 'projects/listed-import-error',
  says: '`import_error` is shown to Maintainers in lists too, and in the real service only of a project on its own',
  source: 'projects#maintainer-fields',
  level: 'should',
  covers: [list, one],
  needs,
  holds: async (stage) => {
    const id = stage.project.id
    const alone = await stage.call(one, { id })
    has(alone.row(), { import_error: null }, alone)
    const reply = await stage.call('GET /groups/:id/projects', { id: stage.group.id })
    const row = reply.rows().find((candidate) => candidate.id === id) ?? {}
    await stage.differs('S33', {
      specification: () => has(row, { import_error: null }, reply),
      real: () => lacks(row, ['import_error'], reply),
    })
  },
})
