import { mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, numberIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const PAGES = '/projects/:id/pages'

export const pages = check({
  id: 'administered/pages',
  says: 'A domain serves the site of one project at the most, and only a domain of the project becomes the first of them',
  source: 'dossier 2, section 13',
  level: 'should',
  covers: [`GET ${PAGES}`, `PATCH ${PAGES}`, `POST ${PAGES}/domains`, `GET ${PAGES}/domains/:domain`],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const domain = `${stage.prefix}.pages.example`.toLowerCase()
    answers(await call(`PATCH ${PAGES}`, { id, pages_primary_domain: domain }), 400)
    answers(await call(`POST ${PAGES}/domains`, { id, domain: 'no domain' }), 400)
    answers(await call(`POST ${PAGES}/domains`, { id, domain }), 201)
    answers(await call(`POST ${PAGES}/domains`, { id, domain }), 400)
    const one = await call(`GET ${PAGES}/domains/:domain`, { id, domain })
    answers(one, 200)
    has(one.row(), { domain, url: `http://${domain}`, auto_ssl_enabled: false }, one)
    const change = { pages_primary_domain: domain, pages_unique_domain_enabled: false }
    answers(await call(`PATCH ${PAGES}`, { id, ...change }), 200)
    const shown = await call(`GET ${PAGES}`, { id })
    has(shown.row(), { primary_domain: domain, is_unique_domain_enabled: false }, shown)
  },
})

const CLUSTERS = '/projects/:id/clusters'

export const cluster = check({
  id: 'administered/cluster',
  says: 'A cluster is shown with its address and never with its token; a scope of environments has one',
  source: 'dossier 2, section 13',
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

const CHECKS = '/projects/:id/external_status_checks'
const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'

export const statusCheck = check({
  id: 'administered/status-check',
  says: 'What a service says of a merge request counts for the commit that it is about',
  source: 'dossier 2, section 13',
  level: 'should',
  covers: [
    `GET ${CHECKS}`,
    `POST ${CHECKS}`,
    `PUT ${CHECKS}/:check_id`,
    `GET ${REQUEST}/status_checks`,
    `POST ${REQUEST}/status_check_responses`,
    `POST ${REQUEST}/status_checks/:external_status_check_id/retry`,
  ],
  needs: { repository: true, tier: 'ultimate' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const asked = { id, name: 'Licences', external_url: 'https://check.example/licences' }
    const added = arranged(await call(`POST ${CHECKS}`, asked))
    has(added, { name: 'Licences', hmac: false, protected_branches: [] })
    answers(await call(`POST ${CHECKS}`, asked), 400)
    const check_id = numberIn(added, 'id')
    const signed = await call(`PUT ${CHECKS}/:check_id`, { id, check_id, shared_secret: 'secret' })
    has(signed.row(), { hmac: true }, signed)
    const request = await mergeRequest(stage, { branch: 'checked' })
    const place = { id, merge_request_iid: numberIn(request, 'iid') }
    const status = async () => (await call(`GET ${REQUEST}/status_checks`, place)).rows()[0]?.status ?? null
    equals('the status', await status(), 'pending')
    const said = { ...place, external_status_check_id: check_id, sha: String(request.sha), status: 'failed' }
    const respond = `POST ${REQUEST}/status_check_responses`
    answers(await call(respond, { ...said, sha: '0'.repeat(40) }), 409)
    answers(await call(respond, said), 201)
    equals('the status', await status(), 'failed')
    const retry = `POST ${REQUEST}/status_checks/:external_status_check_id/retry`
    answers(await call(retry, { ...place, external_status_check_id: check_id }), 202)
    answers(await call(retry, { ...place, external_status_check_id: check_id }), 422)
    equals('the status', await status(), 'pending')
  },
})
