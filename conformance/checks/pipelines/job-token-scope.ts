import { project as anotherProject } from '../../arrange/records.ts'
import { assignJob, runner } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, lacks, names, numberIn } from '../../kit/expect.ts'

const SCOPE = '/projects/:id/job_token_scope'

export const jobTokenScope = check({
  id: 'pipelines/job-token-scope',
  says: 'The job token scope of a project can be switched off, lists the groups that have access, and refuses to add or remove the project itself',
  source:
    'pipelines#scope, pipelines#scope-projects, pipelines#scope-itself, pipelines#scope-groups, pipelines#later-allowed-group',
  level: 'should',
  covers: [
    `GET ${SCOPE}`,
    `PATCH ${SCOPE}`,
    `GET ${SCOPE}/groups_allowlist`,
    `POST ${SCOPE}/groups_allowlist`,
    `DELETE ${SCOPE}/groups_allowlist/:target_group_id`,
    `POST ${SCOPE}/allowlist`,
    `GET ${SCOPE}/allowlist`,
    `DELETE ${SCOPE}/allowlist/:target_project_id`,
  ],
  needs: { in: 'group' },
  holds: async ({ call, project, group, changed }) => {
    const { id } = project
    const limited = async () => (await call(`GET ${SCOPE}`, { id })).row().inbound_enabled ?? null
    equals('that it is limited', await limited(), true)
    answers(await call(`PATCH ${SCOPE}`, { id, enabled: false }), 204)
    const open = await limited()
    await changed('pipelines#later-enforced-allowlist', {
      before: () => equals('that it is limited', open, false),
      // An administrator may have switched it off.
      after: () => holds(open !== null, 'it is told whether it is limited', open),
    })
    const own = { id, target_project_id: id }
    answers(await call(`POST ${SCOPE}/allowlist`, own), 400)
    answers(await call(`DELETE ${SCOPE}/allowlist/:target_project_id`, own), 400)
    const place = { id, target_group_id: group.id }
    const added = await call(`POST ${SCOPE}/groups_allowlist`, place)
    answers(added, 201, { source_project_id: id, target_group_id: group.id })
    answers(await call(`POST ${SCOPE}/groups_allowlist`, place), 400)
    const listed = async () =>
      (await call(`GET ${SCOPE}/groups_allowlist`, { id })).rows().map((row) => row.id ?? 0)
    equals('the groups', await listed(), [group.id])
    const shown = await call(`GET ${SCOPE}/groups_allowlist`, { id })
    const [allowed = {}] = shown.rows()
    names(allowed, ['id', 'web_url', 'name'], shown)
    await changed('pipelines#later-allowed-group', {
      before: () => names(allowed, ['full_path', 'visibility'], shown),
      after: () => lacks(allowed, ['full_path', 'visibility'], shown),
    })
    answers(await call(`DELETE ${SCOPE}/groups_allowlist/:target_group_id`, place), 204)
    equals('the groups', await listed(), [])
  },
})

export const refusedJob = check({
  id: 'pipelines/refused-job',
  says: 'A job token of another project answers 404 in a private project, and from 17.4 on 403 with the names of both',
  source: 'conventions#later-refused-jobs',
  level: 'should',
  covers: ['GET /projects/:id/repository/branches'],
  needs: { repository: true },
  holds: async (stage) => {
    const made = await anotherProject(stage, `${stage.prefix}-closed`, { visibility: 'private' })
    const id = numberIn(made, 'id')
    const { token } = await assignJob(stage, await runner(stage, { tag_list: 'refused' }), 'refused')
    const byJob = { as: 'anonymous', headers: { 'job-token': token } } as const
    const reply = await stage.call('GET /projects/:id/repository/branches', { id }, byJob)
    await stage.changed('conventions#later-refused-jobs', {
      before: () => answers(reply, 404),
      after: () => {
        answers(reply, 403)
        equals('that it names the project', reply.text.includes(`to project #${id}.`), true, reply)
      },
    })
    answers(await stage.call('GET /projects/:id/repository/branches', { id: 0 }, byJob), 404)
  },
})
