import { project as anotherProject, commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, lacks, names, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { freshExpirationPolicy, freshProject, maintainerSettings } from '../../oracle/fresh-project.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import { tokenOf } from './sample-projects.ts'

const list = 'GET /projects'

const one = 'GET /projects/:id'

const basic =
  'id description name name_with_namespace path path_with_namespace created_at default_branch tag_list topics ssh_url_to_repo http_url_to_repo web_url readme_url avatar_url forks_count star_count last_activity_at namespace'.split(
    ' ',
  )

/** What needs a plan (projects#plan-fields). */
const licensed =
  'requirements_enabled security_and_compliance_enabled requirements_access_level external_authorization_classification_label compliance_frameworks marked_for_deletion_at marked_for_deletion_on approvals_before_merge'.split(
    ' ',
  )

const full = (
  'container_registry_image_prefix empty_repo archived visibility creator_id open_issues_count _links packages_enabled issues_enabled merge_requests_enabled wiki_enabled jobs_enabled snippets_enabled ' +
  'container_registry_enabled service_desk_enabled can_create_merge_request_in shared_runners_enabled lfs_enabled resolve_outdated_diff_discussions ' +
  'auto_devops_enabled autoclose_referenced_issues keep_latest_artifact public_jobs request_access_enabled printing_merge_request_link_enabled enforce_auth_checks_on_uploads remove_source_branch_after_merge ' +
  'only_allow_merge_if_pipeline_succeeds only_allow_merge_if_all_discussions_are_resolved restrict_user_defined_variables ci_forward_deployment_enabled ci_allow_fork_pipelines_to_run_in_parent_project ' +
  'ci_job_token_scope_enabled ci_separated_caches allow_merge_on_skipped_pipeline emails_disabled issues_access_level repository_access_level merge_requests_access_level forking_access_level wiki_access_level ' +
  'builds_access_level snippets_access_level pages_access_level analytics_access_level container_registry_access_level security_and_compliance_access_level import_url import_type import_status ' +
  'ci_default_git_depth build_timeout auto_cancel_pending_pipelines ci_config_path merge_method squash_option suggestion_commit_message merge_commit_template squash_commit_template issue_branch_template ' +
  'auto_devops_deploy_strategy runner_token_expiration_interval shared_with_groups permissions container_expiration_policy'
).split(' ')

/** Where the links of a project lead, below its own place in the API. */
const linkPaths = {
  self: '',
  issues: '/issues',
  merge_requests: '/merge_requests',
  repo_branches: '/repository/branches',
  labels: '/labels',
  events: '/events',
  members: '/members',
  cluster_agents: '/cluster_agents',
}

/** The values of a fresh project, in the release of the target. */
async function isFresh(stage: Stage, row: Row, reply?: Reply): Promise<void> {
  const { operations_access_level, ci_opt_in_jwt, emails_disabled, ...fresh } = freshProject
  has(row, fresh, reply)
  await stage.changed('projects#later-without-operations', {
    before: () => has(row, { operations_access_level, ci_opt_in_jwt } as Row, reply),
    after: () => lacks(row, ['operations_access_level', 'ci_opt_in_jwt'], reply),
  })
  await stage.changed('projects#later-emails-disabled', {
    before: () => has(row, { emails_disabled } as Row, reply),
    after: () => has(row, { emails_disabled: false }, reply),
  })
}

const mit = `MIT License

Copyright (c) 2024 Somebody

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
`

export const fullForm = check({
  id: 'projects/full-form',
  says: 'A signed-in caller gets the full form of a project, with its links, its namespace and the values of a fresh project',
  source:
    'projects#forms, projects#full-form, projects#links, projects#namespace, projects#newer-fields, projects#later-15-9',
  level: 'must',
  covers: [list, one],
  needs: { repository: true, in: 'group' },
  arrange: findable,
  holds: async (stage) => {
    const { project, group } = stage
    const row = await listed(stage)
    names(row, [...basic, ...full])
    await stage.differs('S34', {
      specification: () => has(row, { group_runners_enabled: true }),
      real: () =>
        stage.changed('projects#later-15-9', {
          before: () => lacks(row, ['group_runners_enabled']),
          after: () => has(row, { group_runners_enabled: true }),
        }),
    })
    const fresh = {
      description: tokenOf(stage),
      name_with_namespace: `${group.fullName} / The project`,
      id: project.id,
      path: 'project',
      name: 'The project',
      path_with_namespace: project.path,
      default_branch: project.branch,
      visibility: 'private',
      archived: false,
      empty_repo: false,
      star_count: 0,
      forks_count: 0,
      topics: [],
      tag_list: [],
      creator_id: stage.user('owner').id,
      issues_enabled: true,
      merge_requests_enabled: true,
      issues_access_level: 'enabled',
      merge_method: 'merge',
      squash_option: 'default_off',
      import_status: 'none',
      import_url: null,
      import_type: null,
      ci_default_git_depth: 20,
      build_timeout: 3600,
      open_issues_count: 0,
      shared_with_groups: [],
      only_allow_merge_if_pipeline_succeeds: false,
      allow_merge_on_skipped_pipeline: null,
      remove_source_branch_after_merge: true,
      resolve_outdated_diff_discussions: false,
      pages_access_level: 'private',
      auto_cancel_pending_pipelines: 'enabled',
      can_create_merge_request_in: true,
    }
    has(row, fresh)
    await stage.changed('projects#later-emails-disabled', {
      before: () => has(row, { emails_disabled: null }),
      after: () => has(row, { emails_disabled: false }),
    })
    const { id, full_path, kind, parent_id } = rowIn(row, 'namespace')
    equals('the namespace', { id, full_path, kind, parent_id } as Row, {
      id: group.id,
      full_path: group.path,
      kind: 'group',
      parent_id: group.parentId,
    })
    names(rowIn(row, 'namespace'), ['name', 'path', 'avatar_url', 'web_url'])
    const web = textIn(row, 'web_url')
    const host = web.slice(0, -project.path.length)
    equals('the page of the namespace', rowIn(row, 'namespace').web_url, `${host}groups/${group.path}`)
    holds(web.endsWith(`/${project.path}`), 'web_url leads to the project', web)
    equals('http_url_to_repo', row.http_url_to_repo, `${web}.git`)
    equals('readme_url', row.readme_url, `${web}/-/blob/${project.branch}/README.md`)
    holds(
      /^git@.*:.*\.git$/.test(textIn(row, 'ssh_url_to_repo')),
      'ssh_url_to_repo has the form of git',
      row.ssh_url_to_repo,
    )
    const links = rowIn(row, '_links')
    names(links, Object.keys(linkPaths))
    for (const [name, path] of Object.entries(linkPaths)) {
      const end = `/api/v4/projects/${project.id}${path}`
      holds(textIn(links, name).endsWith(end), `the link ${name} ends in ${path}`, links[name])
    }
  },
})

export const planFields = check({
  id: 'projects/plan-fields',
  says: 'The full form has the fields of paid features where the plan includes them',
  source: 'projects#plan-fields',
  level: 'must',
  covers: [list, one],
  needs: { in: 'group', tier: 'ultimate' },
  arrange: findable,
  holds: async (stage) => names(await listed(stage), licensed),
})

export const freshValues = check({
  id: 'projects/fresh-values',
  says: 'A fresh project has the default value in every setting',
  source:
    'projects#full-form, projects#plan-fields, projects#maintainer-fields, projects#runners-token-in-lists, projects#storage-shown',
  level: 'should',
  covers: [list, one],
  needs: { repository: true, in: 'group', tier: 'ultimate' },
  arrange: findable,
  holds: async (stage) => {
    const { call, project } = stage
    const row = await listed(stage)
    await isFresh(stage, row)
    has(rowIn(row, 'container_expiration_policy'), freshExpirationPolicy)
    holds(
      typeof row.auto_devops_enabled === 'boolean',
      'auto_devops_enabled is a default of the installation',
      row.auto_devops_enabled ?? null,
    )
    holds(
      textIn(row, 'container_registry_image_prefix').endsWith(`/${project.path}`),
      'images lie under the path',
      row.container_registry_image_prefix,
    )
    const single = await call(one, { id: project.id })
    await isFresh(stage, single.row(), single)
    const { runners_token, import_error } = single.row()
    holds(/^GR1348941.{20}$/.test(String(runners_token)), 'the runners token has its form', '', single)
    equals('import_error', import_error, null, single)
    for (const [name, value] of Object.entries(row))
      equals(`field ${name} of the single project`, single.row()[name], value, single)
    const shown = await call(list, { search: tokenOf(stage) }, { as: 'admin' })
    has(shown.rows()[0] ?? {}, { repository_storage: 'default' }, shown)
    if (!stage.user('owner').admin) lacks(row, ['repository_storage'])
  },
})

export const simpleForm = check({
  id: 'projects/simple-form',
  says: 'Anonymous callers, and signed-in callers with `simple=true`, get the simple form of a project, and other callers who are no members the full one',
  source:
    'projects#forms, projects#simple-form, projects#full-form, projects#anonymous-single, projects#ci-settings-readers, projects#later-visibility, projects#later-maintainer-settings',
  level: 'must',
  covers: [list, one],
  needs: { repository: true, project: 'public', in: 'group' },
  arrange: findable,
  holds: async (stage) => {
    const single = await stage.call(one, { id: stage.project.id }, { as: 'anonymous' })
    answers(single, 200)
    for (const row of [
      await listed(stage, { simple: true }),
      await listed(stage, {}, 'anonymous'),
      single.row(),
    ]) {
      names(
        row,
        basic.filter((name) => name !== 'readme_url' && name !== 'forks_count'),
      )
      lacks(row, [
        '_links',
        'permissions',
        'archived',
        'issues_enabled',
        'statistics',
        'creator_id',
        'merge_method',
      ])
      await stage.changed('projects#later-visibility', {
        before: () => {
          if (stage.dialect !== undefined) lacks(row, ['visibility'])
        },
        after: () => equals('the visibility', row.visibility, 'public'),
      })
    }
    const { id, ...rest } = await listed(stage, { simple: true })
    const whole = await listed(stage)
    equals('the same project in both forms', id, whole.id)
    for (const [name, value] of Object.entries(rest))
      equals(`field ${name} of the simple form`, value, whole[name])
    if (!stage.has('stranger')) return
    const others = await listed(stage, {}, 'stranger')
    names(
      others,
      full.filter((name) => !['import_url', 'import_type', ...maintainerSettings].includes(name)),
    )
    await stage.changed('projects#later-maintainer-settings', {
      before: () => names(others, maintainerSettings),
      after: () => lacks(others, maintainerSettings),
    })
    lacks(others, ['runners_token', 'import_url', 'import_type', 'service_desk_address'])
  },
})

export const emptyRepository = check({
  id: 'projects/empty-repository',
  says: 'A project without a commit shows `empty_repo` as true and `readme_url` as null',
  source: 'projects#full-form, projects#simple-form',
  level: 'must',
  covers: [list],
  needs: { in: 'group' },
  arrange: findable,
  holds: async (stage) => has(await listed(stage), { empty_repo: true, readme_url: null }),
})

export const owner = check({
  id: 'projects/owner',
  says: 'A project in a personal namespace shows its `owner` and a namespace of the kind `user`',
  source: 'projects#owner, projects#namespace',
  level: 'must',
  covers: [list],
  needs: { in: 'own' },
  arrange: findable,
  holds: async (stage) => {
    const { id, username, name } = stage.user('owner')
    const row = await listed(stage)
    has(rowIn(row, 'owner'), { id, name, username })
    // The service shows a user without it.
    if (stage.dialect !== undefined) names(rowIn(row, 'owner'), ['created_at'])
    has(rowIn(row, 'namespace'), { kind: 'user', full_path: username, path: username, parent_id: null })
  },
})

export const noOwnerInGroup = check({
  id: 'projects/no-owner-in-group',
  says: 'A project in a group has no `owner`',
  source: 'projects#owner',
  level: 'must',
  covers: [list],
  needs: { in: 'group' },
  arrange: findable,
  holds: async (stage) => lacks(await listed(stage), ['owner']),
})

export const license = check({
  id: 'projects/license',
  says: '`license=true` adds the license of the repository and its URL to a single project',
  source: 'projects#license',
  level: 'should',
  covers: [one],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project, contract, dialect } = stage
    // An extension of the specification, which a simulator declares if it has it.
    const declared = contract.operations
      .find(({ id }) => id === one)
      ?.params.some(({ name }) => name === 'license')
    if (dialect !== undefined && !declared) stage.skip('the target does not know `license`')
    lacks((await call(one, { id: project.id })).row(), ['license', 'license_url'])
    await commit(stage, { branch: project.branch, path: 'LICENSE', content: mit })
    const reply = await call(one, { id: project.id, license: true })
    // An extension that a target need not know: one of the either dialect may send nothing more.
    if (dialect === undefined && reply.row().license === undefined)
      stage.unknown('the target may not know `license`')
    has(rowIn(reply.row(), 'license'), { key: 'mit', name: 'MIT License' }, reply)
    holds(
      textIn(reply.row(), 'license_url').endsWith(`/${project.path}/-/blob/${project.branch}/LICENSE`),
      'license_url leads to it',
      reply.row().license_url,
      reply,
    )
  },
})

export const topicsSorted = check({
  id: 'projects/topics-sorted',
  says: '`topics` and `tag_list` of a project hold the same names in ascending order',
  source: 'projects#topics-sorted',
  level: 'must',
  covers: [list, one],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const row = await anotherProject(stage, 'topical', {
      namespace_id: group.id,
      topics: [' web ', 'api', 'ruby'],
    })
    const expected = { topics: ['api', 'ruby', 'web'], tag_list: ['api', 'ruby', 'web'] }
    has(row, expected)
    has((await call(one, { id: numberIn(row, 'id') })).row(), expected)
  },
})

/** The project of the stage, made findable among all others. */
async function findable(stage: Stage): Promise<void> {
  expectArranged(await stage.call('PUT /projects/:id', { id: stage.project.id, description: tokenOf(stage) }))
}

async function listed(stage: Stage, params = {}, as?: 'anonymous' | 'stranger'): Promise<Row> {
  const reply = await stage.call(list, { search: tokenOf(stage), ...params }, as === undefined ? {} : { as })
  answers(reply, 200)
  return reply.rows()[0] ?? {}
}
