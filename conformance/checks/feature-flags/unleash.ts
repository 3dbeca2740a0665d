import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { unauthorized } from '../../oracle/texts.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const UNLEASH = '/feature_flags/unleash/:project_id'

const FEATURES = `GET ${UNLEASH}/client/features`

const operations = [
  FEATURES,
  `GET ${UNLEASH}`,
  `POST ${UNLEASH}/client/register`,
  `POST ${UNLEASH}/client/metrics`,
] as const

const FLAGS = 'POST /projects/:id/feature_flags'

/** What an application sends; undefined is not sent. */
function as(instance: string | undefined, environment = 'production') {
  const headers = instance === undefined ? {} : { 'unleash-instanceid': instance }
  return { as: 'anonymous', headers: { ...headers, 'unleash-appname': environment } } as const
}

/** The features that an application in an environment is told of. The service draws the secret, a simulator numbers it. */
async function featuresIn(stage: Stage, environment: string): Promise<readonly Row[]> {
  const { id } = stage.project
  const reply = await stage.call(FEATURES, { project_id: id }, as(`feature-flags-${id}`, environment))
  if (reply.status === 401) stage.skip('no call tells the instance ID of the project')
  answers(reply, 200)
  const { version, features = [] } = reply.row()
  equals('the version', version, 1, reply)
  return isRows(features) ? features : []
}

export const unleashRefused = check<(typeof operations)[number]>({
  id: 'feature-flags/unleash-refused',
  says: 'An application with an unknown instance ID, or with none, gets 401 for every call of the protocol of Unleash',
  source: 'feature-flags#unleash-instance',
  level: 'should',
  covers: operations,
  each: () => operations,
  holds: async ({ call, project }, operation) => {
    for (const instance of ['unknown', '', undefined])
      for (const project_id of [project.id, 987_654_321]) {
        const reply = await call(operation, { project_id }, as(instance))
        answers(reply, unauthorized.status, unauthorized.body)
      }
  },
})

export const unleashFeatures = check({
  id: 'feature-flags/unleash-features',
  says: 'An application is told of the flags that have a strategy for its environment, each with those strategies alone, and of a list of users as the users themselves',
  source: 'feature-flags#unleash-features, feature-flags#unleash-user-list, feature-flags#unleash-reports',
  level: 'should',
  covers: operations,
  needs: { role: 'developer' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const list = arranged(
      await call('POST /projects/:id/feature_flags_user_lists', { id, name: 'some', user_xids: 'a,b' }),
    )
    const scoped = (strategy: object, environment_scope: string) => ({
      ...strategy,
      scopes: [{ environment_scope }],
    })
    const everybody = { name: 'default', parameters: {} }
    const listed = { name: 'gitlabUserList', parameters: {}, user_list_id: Number(list.id) }
    const rollout = { groupId: 'default', rollout: '50', stickiness: 'userId' }
    const flags = [
      { name: 'second', strategies: [scoped(everybody, 'production'), scoped(listed, '*')] },
      {
        name: 'first',
        active: false,
        strategies: [scoped({ name: 'flexibleRollout', parameters: rollout }, 'review/*')],
      },
    ]
    for (const flag of flags) arranged(await call(FLAGS, { id, ...flag }))
    const users = { name: 'userWithId', parameters: { userIds: 'a,b' } }
    const told = async (environment: string) =>
      (await featuresIn(stage, environment)).map(
        ({ name, enabled, strategies }) => ({ name, enabled, strategies }) as Row,
      )
    equals('in production', await told('production'), [
      { name: 'second', enabled: true, strategies: [everybody, users] },
    ])
    equals('in a review', await told('review/1'), [
      { name: 'second', enabled: true, strategies: [users] },
      { name: 'first', enabled: false, strategies: [{ name: 'flexibleRollout', parameters: rollout }] },
    ])
    for (const operation of operations)
      answers(await call(operation, { project_id: id }, as(`feature-flags-${id}`)), 200)
    equals('without an environment', await told(''), [])
  },
})
