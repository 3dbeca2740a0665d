import { check } from '../../kit/check.ts'
import { answers, has, lacks, names } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

export const laterSettings = check({
  id: 'groups/later-settings',
  says: 'A topmost group shows its Owners the settings that its release brought, and those of Owners to nobody else',
  source:
    'groups#later-git-protocol, groups#later-duo, groups#later-duo-core, groups#later-duo-rules, groups#later-service-tokens, groups#later-merge-checks, groups#later-download-limits, groups#later-settings-for-all, groups#later-repository-storage',
  level: 'should',
  covers: ['GET /groups/:id'],
  needs: { in: 'top', tier: 'ultimate' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    const mine = await call('GET /groups/:id', { id, with_projects: false })
    const owned = {
      'groups#later-git-protocol': { enabled_git_access_protocol: ['string', 'null'] },
      'groups#later-duo': { duo_features_enabled: ['boolean'], lock_duo_features_enabled: ['boolean'] },
      'groups#later-duo-core': { duo_core_features_enabled: ['boolean', 'null'] },
      'groups#later-duo-rules': { duo_namespace_access_rules: ['list'] },
      'groups#later-download-limits': {
        unique_project_download_limit: ['number'],
        unique_project_download_limit_interval_in_seconds: ['number'],
        unique_project_download_limit_allowlist: ['list'],
        unique_project_download_limit_alertlist: ['list'],
        auto_ban_user_on_excessive_projects_download: ['boolean'],
      },
    } as const
    const shown = {
      'groups#later-service-tokens': { service_access_tokens_expiration_enforced: ['boolean'] },
      'groups#later-merge-checks': {
        only_allow_merge_if_pipeline_succeeds: ['boolean'],
        allow_merge_on_skipped_pipeline: ['boolean'],
        only_allow_merge_if_all_discussions_are_resolved: ['boolean'],
      },
    } as const
    await hasLater(stage, mine.row(), { ...owned, ...shown }, mine)
    if (stage.has('admin')) {
      const whole = await call('GET /groups/:id', { id, with_projects: false }, { as: 'admin' })
      const fields = {
        'groups#later-repository-storage': { repository_storage: ['null', 'string'] },
      } as const
      await hasLater(stage, whole.row(), fields, whole)
    }
    if (!stage.has('developer')) return
    const theirs = await call('GET /groups/:id', { id, with_projects: false }, { as: 'developer' })
    lacks(
      theirs.row(),
      Object.values(owned).flatMap((fields) => Object.keys(fields)),
      theirs,
    )
    await hasLater(stage, theirs.row(), shown, theirs)
    const settings = ['ip_restriction_ranges', 'allowed_email_domains_list', 'shared_runners_minutes_limit']
    await stage.changed('groups#later-settings-for-all', {
      before: () => {
        if (stage.dialect !== undefined) lacks(theirs.row(), settings, theirs)
      },
      after: () => names(theirs.row(), settings),
    })
  },
})

export const laterRoles = check({
  id: 'groups/later-roles',
  says: 'Custom roles show and take the permissions that their release brought',
  source: 'members#later-role-environments, members#later-role-security, members#later-role-administration',
  level: 'should',
  covers: ['POST /groups/:id/member_roles'],
  needs: { in: 'top', tier: 'ultimate' },
  holds: async (stage) => {
    const { call, group } = stage
    const wish = {
      id: group.id,
      name: 'later',
      base_access_level: 10,
      read_code: true,
      admin_protected_environments: true,
      read_security_attribute: true,
    }
    const made = await call('POST /groups/:id/member_roles', wish)
    answers(made, 201)
    for (const [change, name] of [
      ['members#later-role-environments', 'admin_protected_environments'],
      ['members#later-role-security', 'read_security_attribute'],
    ] as const)
      await stage.changed(change, {
        before: () => {
          if (stage.dialect !== undefined) lacks(made.row(), [name], made)
        },
        after: () => has(made.row(), { [name]: true }, made),
      })
    const fields = { 'members#later-role-administration': { read_admin_users: ['boolean'] } } as const
    await hasLater(stage, made.row(), fields, made)
  },
})
