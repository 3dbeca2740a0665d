import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, names } from '../../kit/expect.ts'
import { isRow, type Row } from '../../kit/json.ts'

export const updateSettings = check({
  id: 'groups/update-settings',
  says: 'The settings that an update of a group sends are those that the group shows afterwards',
  source: 'groups#update-settings, groups#detail-shape',
  level: 'should',
  covers: ['PUT /groups/:id'],
  holds: async (stage) => {
    if (!stage.inGroup) return stage.skip('the target allows no group')
    const { id } = stage.group
    const { parent_id: parent } = (await stage.call('GET /groups/:id', { id }, { as: 'owner' })).row()
    const chosen = {
      ...(parent === null && { prevent_sharing_groups_outside_hierarchy: true }),
      shared_runners_setting: 'disabled_and_overridable',
      mentions_disabled: true,
    }
    answers(await stage.call('PUT /groups/:id', { id, ...chosen }, { as: 'owner' }), 200)
    const seen = await stage.call('GET /groups/:id', { id }, { as: 'owner' })
    has(seen.row(), chosen, seen)
    const paid = {
      membership_lock: true,
      prevent_forking_outside_group: true,
      wiki_access_level: 'private',
      ip_restriction_ranges: '0.0.0.0/0',
      allowed_email_domains_list: 'example.com',
    }
    const changed = await stage.call('PUT /groups/:id', { id, ...paid }, { as: 'owner' })
    if (changed.row().wiki_access_level === undefined) return
    has((await stage.call('GET /groups/:id', { id }, { as: 'owner' })).row(), paid)
    if (!stage.has('admin')) return
    const minutes = { shared_runners_minutes_limit: 7, extra_shared_runners_minutes_limit: 8 }
    const counted = await stage.call('PUT /groups/:id', { id, ...minutes }, { as: 'admin' })
    has(counted.row(), minutes, counted)
  },
})

const sizes = [
  ...['storage_size', 'repository_size', 'wiki_size', 'lfs_objects_size', 'job_artifacts_size'],
  ...['pipeline_artifacts_size', 'packages_size', 'snippets_size', 'uploads_size'],
]

export const statistics = check({
  id: 'groups/statistics',
  says: '`statistics` adds sizes to the groups of a list for administrators, and nothing for others',
  source: 'groups#statistics, groups#later-root-storage',
  level: 'should',
  covers: ['GET /groups'],
  holds: async (stage) => {
    if (!stage.inGroup) return stage.skip('the target allows no group')
    if (!stage.has('admin')) return stage.skip('there is no administrator')
    const { full_path: search } = (await stage.call('GET /groups/:id', { id: stage.group.id })).row()
    const list = async (as: 'admin' | 'owner', statistics: boolean) => {
      const params = { search: search ?? null, all_available: true, statistics, per_page: 100 }
      const rows = (await stage.call('GET /groups', params, { as })).rows()
      return rows.find(({ id }) => id === stage.group.id) ?? {}
    }
    const row = await list('admin', true)
    names(isRow(row.statistics) ? row.statistics : {}, sizes)
    if (row.parent_id === null)
      await stage.changed('groups#later-root-storage', {
        before: () => {
          if (stage.dialect !== undefined) lacks(row, ['root_storage_statistics'])
        },
        after: () => {
          const root = row.root_storage_statistics
          names(isRow(root) ? root : {}, ['build_artifacts_size', 'storage_size', 'dependency_proxy_size'])
        },
      })
    lacks(await list('admin', false), ['statistics'])
    if (!stage.user('owner').admin) lacks(await list('owner', true), ['statistics'])
  },
})

const listsOfGroups = [
  'GET /groups',
  'GET /groups/:id/subgroups',
  'GET /groups/:id/descendant_groups',
] as const

export const ownByDefault = check<(typeof listsOfGroups)[number]>({
  id: 'groups/own-by-default',
  says: 'Lists of groups show an open group to whoever is no member of it with `all_available=true` alone, and to anonymous callers always',
  source: 'groups#own-by-default',
  level: 'should',
  covers: listsOfGroups,
  needs: { project: 'public', in: 'group' },
  each: () => listsOfGroups,
  holds: async (stage, list) => {
    const { call, group } = stage
    const wish = { name: 'Open', path: 'open', parent_id: group.id, visibility: 'public' }
    const made = await call('POST /groups', wish, { as: 'owner' })
    if (made.status !== 201) return stage.skip('the target lets no public group be created')
    const { id, full_path } = made.row()
    const shows = async (as: 'owner' | 'stranger' | 'anonymous', all?: boolean) => {
      const narrowed = list === 'GET /groups' ? { search: full_path ?? null } : { id: group.id }
      const all_available = all === undefined ? {} : { all_available: all }
      const reply = await call(list, { ...narrowed, ...all_available, per_page: 100 }, { as })
      answers(reply, 200)
      return { reply, shown: reply.rows().some((row) => row.id === id) }
    }
    for (const [as, all, expected] of [
      ['owner', undefined, true],
      ['owner', false, true],
      ['stranger', undefined, false],
      ['stranger', false, false],
      ['stranger', true, true],
      ['anonymous', undefined, true],
    ] as const) {
      if (as === 'stranger' && !stage.has('stranger')) continue
      const { reply, shown } = await shows(as, all)
      equals(`that ${as} is shown it with all_available ${all ?? 'left out'}`, shown, expected, reply)
    }
  },
})

export const laterChoices = check({
  id: 'groups/later-choices',
  says: 'From 17.7 on administrators or Owners alone may be let create projects in a group, and from 16.0 on branches may be protected after the first push',
  source: 'groups#later-project-creation, groups#later-initial-push',
  level: 'should',
  covers: ['PUT /groups/:id'],
  holds: async (stage) => {
    if (!stage.inGroup) return stage.skip('the target allows no group')
    const { id } = stage.group
    const change = (params: Row) => stage.call('PUT /groups/:id', { id, ...params }, { as: 'owner' })
    for (const project_creation_level of ['administrator', 'owner']) {
      const reply = await change({ project_creation_level })
      await stage.changed('groups#later-project-creation', {
        before: () => answers(reply, 400, { error: 'project_creation_level does not have a valid value' }),
        after: () => {
          answers(reply, 200)
          has(reply.row(), { project_creation_level }, reply)
        },
      })
    }
    const reply = await change({ default_branch_protection: 4 })
    await stage.changed('groups#later-initial-push', {
      before: () => answers(reply, 400, { error: 'default_branch_protection does not have a valid value' }),
      after: () => has(reply.row(), { default_branch_protection: 4 }, reply),
    })
  },
})
