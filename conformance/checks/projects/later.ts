import type { ChangeId } from '../../../sim/contract.ts'
import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import {
  answers,
  equals,
  has,
  lacks,
  names,
  numberIn,
  refuses,
  rowIn,
  says,
  textIn,
} from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import type { Params } from '../../kit/query.ts'
import { maintainerSettings } from '../../oracle/fresh-project.ts'
import { arranged, expectArranged } from '../../run/stage.ts'
import { tokenOf } from './sample-projects.ts'

const list = 'GET /projects'
const one = 'GET /projects/:id'
const ofUser = 'GET /users/:user_id/projects'

export const laterFields = check({
  id: 'projects/later-fields',
  says: 'The full form of a project has the fields that its release brought, and none of a later one',
  source:
    'projects#later-15-10, projects#later-16-3, projects#later-16-4-likely, projects#later-16-5, projects#later-16-7, projects#later-16-7-likely, projects#later-16-9, projects#later-17-1, projects#later-17-2, projects#later-17-3-likely, projects#later-17-3, projects#later-17-5-likely, projects#later-17-9, projects#later-17-9-likely, projects#later-17-11, projects#later-18-3, projects#later-18-4, projects#later-18-4-likely, projects#later-18-5-likely, projects#later-18-7-likely, projects#later-emails-enabled, projects#later-object-format',
  level: 'should',
  covers: [one, list],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const { id } = stage.project
    const single = await stage.call(one, { id })
    const listed = await stage.call(list, { id_after: id - 1, id_before: id + 1 })
    for (const [row, reply] of [
      [single.row(), single],
      [listed.rows().find((row) => row.id === id) ?? {}, listed],
    ] as const)
      await hasLater(
        stage,
        row,
        {
          'projects#later-15-10': { allow_pipeline_trigger_approve_deployment: ['boolean'] },
          'projects#later-16-3': { ci_forward_deployment_rollback_allowed: ['boolean'] },
          'projects#later-emails-enabled': { emails_enabled: ['boolean'] },
          'projects#later-16-4-likely': { merge_trains_skip_train_allowed: ['boolean'] },
          'projects#later-16-5': { model_experiments_access_level: ['string'] },
          'projects#later-16-7': {
            model_registry_access_level: ['string'],
            ci_restrict_pipeline_cancellation_role: ['string'],
          },
          'projects#later-16-7-likely': { prevent_merge_without_jira_issue: ['boolean'] },
          'projects#later-16-9': { warn_about_potentially_unwanted_characters: ['boolean'] },
          'projects#later-object-format': { repository_object_format: ['string'] },
          'projects#later-17-1': { ci_pipeline_variables_minimum_override_role: ['string'] },
          'projects#later-17-2': { ci_push_repository_for_job_token_allowed: ['boolean'] },
          'projects#later-17-3-likely': { ci_id_token_sub_claim_components: ['list'] },
          'projects#later-17-3': { pre_receive_secret_detection_enabled: ['boolean'] },
          'projects#later-18-3': { spp_repository_pipeline_access: ['boolean'] },
          'projects#later-18-4-likely': { duo_remote_flows_enabled: ['boolean'] },
          'projects#later-18-5-likely': { duo_sast_fp_detection_enabled: ['boolean'] },
          'projects#later-18-7-likely': {
            duo_foundational_flows_enabled: ['boolean'],
            duo_sast_vr_workflow_enabled: ['boolean'],
          },
          'projects#later-17-5-likely': { updated_at: ['time'] },
          'projects#later-17-9': {
            ci_delete_pipelines_in_seconds: ['number', 'null'],
            max_artifacts_size: ['number', 'null'],
          },
          'projects#later-17-9-likely': {
            description_html: ['string'],
            secret_push_protection_enabled: ['boolean'],
          },
          'projects#later-17-11': {
            merge_request_title_regex: ['string', 'null'],
            merge_request_title_regex_description: ['string', 'null'],
          },
          'projects#later-18-4': {
            package_registry_access_level: ['string'],
            show_diff_preview_in_email: ['boolean'],
            resource_group_default_process_mode: ['string'],
          },
        },
        reply,
      )
    has(single.row(), { id })
    await stage.changed('projects#later-object-format', {
      before: () => undefined,
      after: () => has(single.row(), { repository_object_format: 'sha1' }, single),
    })
  },
})

export const pushProtectionShown = check({
  id: 'projects/push-protection-shown',
  says: 'In 18.9 Developers are shown whether secrets are looked for in pushes, and Reporters in no release',
  source: 'projects#later-push-protection-shown, projects#later-17-3',
  level: 'should',
  covers: [one],
  needs: { tier: 'ultimate' },
  holds: async (stage) => {
    const { id } = stage.project
    const name = 'pre_receive_secret_detection_enabled'
    if (!stage.has('developer')) return stage.skip('the target was given no developer credential')
    if (stage.has('reporter')) {
      const reply = await stage.call(one, { id }, { as: 'reporter' })
      lacks(reply.row(), [name], reply)
    }
    const reply = await stage.call(one, { id }, { as: 'developer' })
    answers(reply, 200)
    await stage.changed('projects#later-push-protection-shown', {
      before: () => {
        if (stage.dialect !== undefined) lacks(reply.row(), [name], reply)
      },
      after: () => names(reply.row(), [name], reply),
    })
  },
})

export const emailsOpposite = check({
  id: 'projects/emails-opposite',
  says: 'From 16.3 on `emails_enabled` is the opposite of `emails_disabled`, whichever an update sends, and `emails_disabled` of a fresh project is no longer null',
  source: 'projects#later-emails-enabled, projects#later-emails-disabled',
  level: 'should',
  covers: [one],
  each: () => [true, false],
  holds: async (stage, emails_disabled) => {
    const { id } = stage.project
    const fresh = await stage.call(one, { id })
    await stage.changed('projects#later-emails-disabled', {
      before: () => has(fresh.row(), { emails_disabled: null }, fresh),
      after: () => has(fresh.row(), { emails_disabled: false }, fresh),
    })
    expectArranged(await stage.call('PUT /projects/:id', { id, emails_disabled }))
    const reply = await stage.call(one, { id })
    has(reply.row(), { emails_disabled }, reply)
    await stage.changed('projects#later-emails-enabled', {
      before: () => undefined,
      after: () => has(reply.row(), { emails_enabled: !emails_disabled }, reply),
    })
  },
})

export const withoutOperations = check({
  id: 'projects/without-operations',
  says: 'From 16.0 on projects lack `operations_access_level` and `ci_opt_in_jwt`',
  source: 'projects#later-without-operations',
  level: 'must',
  covers: [one],
  needs: { found: true },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call(one, { id: stage.project.id })
    const fields = ['operations_access_level', 'ci_opt_in_jwt']
    await stage.changed('projects#later-without-operations', {
      before: () => {
        if (stage.dialect !== undefined) names(reply.row(), fields, reply)
      },
      after: () => lacks(reply.row(), fields, reply),
    })
  },
})

export const settingsOfMaintainers = check({
  id: 'projects/maintainer-settings',
  says: 'From 17.1 on Maintainers alone see how the pipelines of a project run, and everybody who is signed in before',
  source: 'projects#later-maintainer-settings',
  level: 'must',
  covers: [one, list],
  needs: { in: 'group' },
  readOnly: true,
  each: () =>
    [
      ['owner', true],
      ['maintainer', true],
      ['developer', false],
      ['guest', false],
    ] as const,
  holds: async (stage, [as, maintains]) => {
    const { id } = stage.project
    const single = await stage.call(one, { id }, { as })
    const listed = await stage.call(list, { id_after: id - 1, id_before: id + 1 }, { as })
    for (const [row, reply] of [
      [single.row(), single],
      [listed.rows().find((row) => row.id === id) ?? {}, listed],
    ] as const) {
      has(row, { id }, reply)
      if (maintains) names(row, maintainerSettings, reply)
      else
        await stage.changed('projects#later-maintainer-settings', {
          before: () => names(row, maintainerSettings, reply),
          after: () => lacks(row, maintainerSettings, reply),
        })
    }
  },
})

export const simpleStorage = check({
  id: 'projects/simple-storage',
  says: 'From 16.5 on the simple form tells administrators where a repository is stored, and nobody else',
  source: 'projects#later-simple-storage',
  level: 'must',
  covers: [list],
  readOnly: true,
  needs: { role: 'admin' },
  holds: async (stage) => {
    const { id } = stage.project
    const place = { id_after: id - 1, id_before: id + 1, simple: true }
    const shown = await stage.call(list, place, { as: 'admin' })
    const hidden = await stage.call(list, place, { as: 'owner' })
    if (!stage.user('owner').admin) lacks(hidden.rows()[0] ?? {}, ['repository_storage'], hidden)
    await stage.changed('projects#later-simple-storage', {
      before: () => {
        if (stage.dialect !== undefined) lacks(shown.rows()[0] ?? {}, ['repository_storage'], shown)
      },
      after: () => names(shown.rows()[0] ?? {}, ['repository_storage'], shown),
    })
  },
})

export const registrySize = check({
  id: 'projects/registry-size',
  says: 'From 16.9 on `statistics` have `container_registry_size`',
  source: 'projects#later-registry-size',
  level: 'must',
  covers: [one],
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call(one, { id: stage.project.id, statistics: true })
    const later = { 'projects#later-registry-size': { container_registry_size: ['number'] } } as const
    await hasLater(stage, rowIn(reply.row(), 'statistics'), later, reply)
  },
})

export const updatedFilters = check({
  id: 'projects/updated-filters',
  says: 'From 15.11 on lists of projects take `updated_after` and `updated_before` beside the order by that time alone',
  source: 'projects#later-updated-filters',
  level: 'must',
  covers: [list, ofUser],
  needs: { in: 'group' },
  holds: async (stage) => {
    expectArranged(
      await stage.call('PUT /projects/:id', { id: stage.project.id, description: tokenOf(stage) }),
    )
    const search = tokenOf(stage)
    const found = async (params: object) => {
      const reply = await stage.call(list, { search, ...params })
      return { reply, count: reply.status === 200 ? reply.rows().length : undefined }
    }
    const [alone, ordered] = [
      await found({ updated_after: '2098-01-01T00:00:00Z' }),
      await found({ updated_after: '2098-01-01T00:00:00Z', order_by: 'updated_at' }),
    ]
    const early = await found({ updated_before: '2098-01-01T00:00:00Z', order_by: 'updated_at' })
    const own = await stage.call(ofUser, {
      user_id: stage.user('owner').id,
      updated_before: '2098-01-01T00:00:00Z',
    })
    const text = '400 Bad request - `updated_at` filter and `updated_at` sorting must be paired'
    equals('what was updated before', early.count, 1, early.reply)
    await stage.changed('projects#later-updated-filters', {
      before: () => {
        for (const { count, reply } of [alone, ordered]) equals('how many are listed', count, 1, reply)
        answers(own, 200)
      },
      after: () => {
        says(alone.reply, 400, text)
        says(own, 400, text)
        equals('what was updated after', ordered.count, 0, ordered.reply)
      },
    })
  },
})

export const starOrder = check({
  id: 'projects/star-order',
  says: 'From 17.4 on lists of projects can be ordered by their stars',
  source: 'projects#later-star-order',
  level: 'must',
  covers: [list, ofUser],
  needs: { in: 'group' },
  holds: async (stage) => {
    const description = tokenOf(stage)
    expectArranged(await stage.call('PUT /projects/:id', { id: stage.project.id, description }))
    await anotherProject(stage, 'plain', { namespace_id: stage.group.id, description })
    expectArranged(await stage.call('POST /projects/:id/star', { id: stage.project.id }))
    const reply = await stage.call(list, { search: description, order_by: 'star_count', sort: 'asc' })
    const own = await stage.call(ofUser, { user_id: stage.user('owner').id, order_by: 'star_count' })
    await stage.changed('projects#later-star-order', {
      before: () => {
        refuses(reply, 'order_by does not have a valid value')
        refuses(own, 'order_by does not have a valid value')
      },
      after: () => {
        const paths = reply.rows().map((row) => textIn(row, 'path'))
        equals('the projects', paths, ['plain', 'project'], reply)
        answers(own, 200)
      },
    })
  },
})

export const activeFilter = check({
  id: 'projects/active-filter',
  says: 'From 18.0 on `active` keeps projects that are neither archived nor marked for deletion, or the others',
  source: 'projects#later-active, projects#later-deletion-filter, projects#later-deletion-everywhere',
  level: 'must',
  covers: [list],
  needs: { in: 'group' },
  holds: async (stage) => {
    const description = tokenOf(stage)
    expectArranged(await stage.call('PUT /projects/:id', { id: stage.project.id, description }))
    const old = await anotherProject(stage, 'old', { namespace_id: stage.group.id, description })
    arranged(await stage.call('POST /projects/:id/archive', { id: numberIn(old, 'id') }))
    const paths = async (params: object) => {
      const reply = await stage.call(list, { search: description, order_by: 'id', sort: 'asc', ...params })
      answers(reply, 200)
      return reply.rows().map((row) => textIn(row, 'path'))
    }
    const [on, off] = [await paths({ active: true }), await paths({ active: false })]
    await stage.changed('projects#later-active', {
      before: () =>
        equals(
          'what is listed',
          [on, off],
          [
            ['project', 'old'],
            ['project', 'old'],
          ],
        ),
      after: () => equals('what is listed', [on, off], [['project'], ['old']]),
    })
    const marked = await paths({ marked_for_deletion_on: '2098-01-01' })
    await stage.changed('projects#later-deletion-filter', {
      before: () => equals('what is listed', marked, ['project', 'old']),
      after: () => equals('what is listed', marked, []),
    })
    const single = await stage.call(one, { id: stage.project.id })
    await stage.changed('projects#later-deletion-everywhere', {
      before: () => undefined,
      after: () => has(single.row(), { marked_for_deletion_at: null, marked_for_deletion_on: null }, single),
    })
  },
})

export const unchangedUpdate = check({
  id: 'projects/unchanged-update',
  says: 'An update that changes nothing leaves a project where it is in the order of the last change, and one that changes something moves it',
  source: 'projects#unchanged-update, projects#orders',
  level: 'must',
  covers: [list],
  needs: { in: 'group' },
  holds: async (stage) => {
    const description = 'as it is'
    const [first, second] = [
      await anotherProject(stage, 'first', { namespace_id: stage.group.id, description }),
      await anotherProject(stage, 'second', { namespace_id: stage.group.id }),
    ].map((row) => numberIn(row, 'id')) as [number, number]
    const order = async () => {
      const asked = { order_by: 'updated_at', id_after: first - 1, id_before: second + 1, owned: true }
      const reply = await stage.call(list, asked)
      answers(reply, 200)
      // Others create projects meanwhile.
      return reply
        .rows()
        .map(({ id }) => Number(id))
        .filter((id) => id === first || id === second)
    }
    await stage.wait(1)
    answers(await stage.call('PUT /projects/:id', { id: second, description: 'new' }), 200)
    equals('the order', await order(), [second, first])
    await stage.wait(1)
    answers(await stage.call('PUT /projects/:id', { id: first, description }), 200)
    equals('the order after an update that changes nothing', await order(), [second, first])
    await stage.wait(1)
    answers(await stage.call('PUT /projects/:id', { id: first, description: 'other' }), 200)
    equals('the order after a change', await order(), [first, second])
  },
})

const writable: readonly (readonly [change: ChangeId, name: string, value: Json])[] = [
  ['projects#later-15-10', 'allow_pipeline_trigger_approve_deployment', true],
  ['projects#later-16-3', 'ci_forward_deployment_rollback_allowed', false],
  ['projects#later-16-4-likely', 'merge_trains_skip_train_allowed', true],
  ['projects#later-16-5', 'model_experiments_access_level', 'private'],
  ['projects#later-16-7', 'model_registry_access_level', 'disabled'],
  ['projects#later-16-7', 'ci_restrict_pipeline_cancellation_role', 'maintainer'],
  ['projects#later-16-7-likely', 'prevent_merge_without_jira_issue', true],
  ['projects#later-16-9', 'warn_about_potentially_unwanted_characters', false],
  ['projects#later-17-1', 'ci_pipeline_variables_minimum_override_role', 'owner'],
  ['projects#later-17-2', 'ci_push_repository_for_job_token_allowed', true],
  ['projects#later-17-3-likely', 'ci_id_token_sub_claim_components', ['project_path', 'ref_type']],
  ['projects#later-17-9', 'ci_delete_pipelines_in_seconds', 86_400],
  ['projects#later-17-9', 'max_artifacts_size', 50],
  ['projects#later-17-11', 'merge_request_title_regex', '^Draft'],
  ['projects#later-17-11', 'merge_request_title_regex_description', 'It begins so'],
  ['projects#later-18-4', 'show_diff_preview_in_email', false],
  ['projects#later-18-4', 'resource_group_default_process_mode', 'newest_first'],
]

export const laterUpdates = check({
  id: 'projects/later-updates',
  says: 'An update of a project takes the attributes that its release brought, and ignores those of a later one',
  source:
    'projects#later-15-10, projects#later-16-3, projects#later-16-4-likely, projects#later-16-5, projects#later-16-7, projects#later-16-7-likely, projects#later-16-9, projects#later-17-1, projects#later-17-2, projects#later-17-3-likely, projects#later-17-9, projects#later-17-11, projects#later-18-4',
  level: 'should',
  covers: ['PUT /projects/:id', one],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const { id } = stage.project
    const values = Object.fromEntries(writable.map(([, name, value]) => [name, value]))
    const written = await stage.call('PUT /projects/:id', { id, description: 'both', ...values } as Params)
    answers(written, 200)
    const shown = await stage.call(one, { id })
    for (const reply of [written, shown])
      for (const [change, name, value] of writable)
        await stage.changed(change, {
          before: () => {
            if (stage.dialect !== undefined) lacks(reply.row(), [name], reply)
          },
          after: () => has(reply.row(), { [name]: value }, reply),
        })
    const wrong = { id, description: 'x', resource_group_default_process_mode: 'by_chance' }
    const refused = await stage.call('PUT /projects/:id', wrong)
    await stage.changed('projects#later-18-4', {
      before: () => answers(refused, 200),
      after: () => refuses(refused, 'resource_group_default_process_mode does not have a valid value'),
    })
  },
})

export const filtersOfAUser = check({
  id: 'projects/filters-of-a-user',
  says: 'From 16.0 on the list of the projects of a user takes the filters that the list of all has, and ignores them before',
  source: 'projects#later-user-filters',
  level: 'should',
  covers: [ofUser],
  holds: async (stage) => {
    const { id: user_id } = stage.user('owner')
    const topic = `${stage.prefix}-topic`
    const as = { as: 'owner' } as const
    const tagged = arranged(await stage.call('POST /projects', { name: topic, topics: [topic] }, as))
    const plain = arranged(await stage.call('POST /projects', { name: `${topic}-none` }, as))
    const made = [tagged, plain].map((row) => numberIn(row, 'id'))
    for (const [filter, found] of [
      [{ topic }, made.slice(0, 1)],
      [{ last_activity_before: '2001-01-01T00:00:00Z' }, []],
    ] as const) {
      const reply = await stage.call(ofUser, { user_id, id_after: (made[0] ?? 0) - 1, ...filter }, as)
      const ids = reply.rows().map((row) => numberIn(row, 'id'))
      const seen = made.filter((id) => ids.includes(id))
      await stage.changed('projects#later-user-filters', {
        before: () => equals('the projects', seen, made, reply),
        after: () => equals('the projects', seen, found, reply),
      })
    }
  },
})
