import { check } from '../../kit/check.ts'
import { answers, has } from '../../kit/expect.ts'

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
