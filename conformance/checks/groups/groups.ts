import { check } from '../../kit/check.ts'
import { answers, has, lacks, names } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'

export const updateSettings = check({
  id: 'groups/update-settings',
  says: 'The settings that an update of a group sends are those that the group shows afterwards',
  source: 'groups#update-settings, groups#detail-shape',
  level: 'should',
  covers: ['PUT /groups/:id'],
  holds: async (stage) => {
    if (!stage.inGroup) return stage.skip('the target allows no group')
    const { id } = stage.group
    const chosen = {
      prevent_sharing_groups_outside_hierarchy: true,
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
    if (changed.row().membership_lock === undefined) return
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
  source: 'groups#statistics',
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
    const shown = (await list('admin', true)).statistics
    names(isRow(shown) ? shown : {}, sizes)
    lacks(await list('admin', false), ['statistics'])
    lacks(await list('owner', true), ['statistics'])
  },
})
