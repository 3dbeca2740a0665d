import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, rowIn } from '../../kit/expect.ts'
import { isRow, isRows, type Row } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const FLAGS = '/projects/:id/feature_flags'
const name = { feature_flag_name: 'switched' }

export const changedFlag = check({
  id: 'administered/changed-flag',
  says: 'A change of a feature flag leaves strategies as they are that it does not name, and takes away those marked so',
  source: 'dossier 2, section 13',
  level: 'should',
  covers: [`PUT ${FLAGS}/:feature_flag_name`],
  holds: async ({ call, project }) => {
    const { id } = project
    arranged(await call(`POST ${FLAGS}`, { id, name: 'switched' }))
    const change = (params: object) => call(`PUT ${FLAGS}/:feature_flag_name`, { id, ...name, ...params })
    const scopes = [{ environment_scope: '*' }, { environment_scope: 'production' }]
    const ids = { name: 'userWithId', parameters: { userIds: 'a' } }
    const both = await change({ strategies: [{ name: 'default', parameters: {}, scopes }, ids] })
    answers(both, 200)
    const strategiesOf = ({ strategies = [] }: Row) => (isRows(strategies) ? strategies : [])
    const [first, second] = strategiesOf(both.row())
    const [, production] = isRow(first) && isRows(first.scopes) ? first.scopes : []
    const off = await change({ active: false })
    has(off.row(), { active: false, strategies: both.row().strategies ?? [] }, off)
    const less = await change({
      strategies: [
        { id: Number(first?.id), scopes: [{ id: Number(production?.id), _destroy: true }] },
        { id: Number(second?.id), _destroy: true },
      ],
    })
    answers(less, 200)
    const left = strategiesOf(less.row())
    const kept = left.map((it) => [
      it.name ?? '',
      isRows(it.scopes) ? it.scopes.map(({ environment_scope: scope }) => scope ?? '') : [],
    ])
    equals('what is left', kept, [['default', ['*']]], less)
    answers(await change({ strategies: [{ id: 999_999_999, name: 'default' }] }), 404)
  },
})

const SCOPE = '/projects/:id/job_token_scope'

export const jobTokenScope = check({
  id: 'administered/job-token-scope',
  says: 'A project lets in the jobs of listed projects, until it lets in all; itself it can neither list nor strike out',
  source: 'dossier 2, section 13',
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
  holds: async ({ call, project, group }) => {
    const { id } = project
    const limited = async () => (await call(`GET ${SCOPE}`, { id })).row().inbound_enabled ?? null
    equals('that it is limited', await limited(), true)
    answers(await call(`PATCH ${SCOPE}`, { id, enabled: false }), 204)
    equals('that it is limited', await limited(), false)
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
    answers(await call(`DELETE ${SCOPE}/groups_allowlist/:target_group_id`, place), 204)
    equals('the groups', await listed(), [])
  },
})

export const issueStatistics = check({
  id: 'administered/issue-statistics',
  says: 'Issues are counted as the list shows them, those that are open and those that are not',
  source: 'dossier 2, section 13',
  level: 'should',
  covers: ['GET /projects/:id/issues_statistics'],
  holds: async (stage) => {
    const { call, project } = stage
    for (const title of ['One', 'Two', 'Three']) await issue(stage, { title })
    const close = { id: project.id, issue_iid: 1, state_event: 'close' }
    answers(await call('PUT /projects/:id/issues/:issue_iid', close), 200)
    const counts = async (search?: string) => {
      const params = { id: project.id, ...(search !== undefined && { search }) }
      const reply = await call('GET /projects/:id/issues_statistics', params)
      return rowIn(rowIn(reply.row(), 'statistics'), 'counts')
    }
    has(await counts(), { all: 3, closed: 1, opened: 2 })
    has(await counts('Three'), { all: 1, closed: 0, opened: 1 })
  },
})

export const hiddenVariable = check({
  id: 'administered/hidden-variable',
  says: 'The value of a hidden variable is never told',
  source: 'dossier 2, section 13',
  level: 'should',
  covers: ['POST /projects/:id/variables', 'GET /projects/:id/variables/:key'],
  holds: async ({ call, project }) => {
    const { id } = project
    const hidden = { key: 'HIDDEN', value: 'secret_value', masked_and_hidden: true }
    const added = await call('POST /projects/:id/variables', { id, ...hidden })
    answers(added, 201)
    has(added.row(), { value: null, hidden: true, masked: true }, added)
    const shown = await call('GET /projects/:id/variables/:key', { id, key: 'HIDDEN' })
    equals('that the value is told', shown.text.includes('secret_value'), false, shown)
  },
})
