import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, numberIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const CLUSTERS = '/projects/:id/clusters'

export const tokenHidden = check({
  id: 'clusters/token-hidden',
  says: 'A cluster is shown with its API URL and without its token, and a second cluster for the same environment scope is refused with 400',
  source: 'clusters#platform, clusters#one-per-scope, clusters#update',
  level: 'should',
  covers: [`GET ${CLUSTERS}`, `POST ${CLUSTERS}/user`, `PUT ${CLUSTERS}/:cluster_id`],
  holds: async ({ call, project }) => {
    const { id } = project
    const at = (api_url: string) => ({ platform_kubernetes_attributes: { api_url, token: 'secret-token' } })
    const cluster = { id, name: 'One', ...at('https://one.example') }
    const added = arranged(await call(`POST ${CLUSTERS}/user`, cluster))
    answers(await call(`POST ${CLUSTERS}/user`, cluster), 400)
    const place = { id, cluster_id: numberIn(added, 'id') }
    answers(await call(`PUT ${CLUSTERS}/:cluster_id`, { ...place, ...at('https://two.example') }), 200)
    const shown = await call(`GET ${CLUSTERS}`, { id })
    const platform = shown.rows()[0]?.platform_kubernetes
    const row = isRow(platform) ? platform : {}
    has(row, { api_url: 'https://two.example' }, shown)
    lacks(row, ['token'], shown)
    equals('that the secret is told', shown.text.includes('secret-token'), false, shown)
  },
})
