import { attributesKept } from '../../kit/attributes-kept.ts'
import { check } from '../../kit/check.ts'
import { answers, has } from '../../kit/expect.ts'

const PAGES = '/projects/:id/pages'

export const pagesDomains = check({
  id: 'deployments/pages-domains',
  says: 'A Pages domain is added once, and the primary domain of a project is one of its domains',
  source:
    'deployments#domain-create, deployments#domain-taken, deployments#pages-primary-domain, deployments#pages',
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

export const pagesDomainAttributesKept = attributesKept(
  {
    id: 'deployments/pages-domain-attributes-kept',
    says: 'The domain and the automatic certificate setting that are sent when a Pages domain is created are in the answer',
    source: 'deployments#domain-create, deployments#domain-shape',
  },
  [
    {
      create: `POST ${PAGES}/domains`,
      values: {
        domain: 'kept.pages.example',
        auto_ssl_enabled: true,
      },
      except: ['certificate', 'key'],
    },
  ],
)
