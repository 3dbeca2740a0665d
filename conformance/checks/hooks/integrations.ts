import type { ContractOperation } from '../../../sim/contract.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, refuses, rowIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { operationNamed } from '../../kit/operations.ts'
import type { Params } from '../../kit/query.ts'
import { integrationsWithProperties } from '../../oracle/integrations.ts'

const PROJECT = '/projects/:id/integrations'

const GROUP = '/groups/:id/integrations'

export const integration = check({
  id: 'hooks/integration',
  says: 'An integration is listed while it is active, needs its required parameters, and never shows its secrets',
  source:
    'hooks#integration-set, hooks#integration-required, hooks#integration-secrets, hooks#integration-list, hooks#integration-disable, hooks#integration-never-set',
  level: 'should',
  covers: [`GET ${PROJECT}`, `GET ${PROJECT}/:slug`, `PUT ${PROJECT}/:slug`, `DELETE ${PROJECT}/:slug`],
  holds: async ({ call, project }) => {
    const place = { id: project.id, slug: 'asana' }
    answers(await call(`GET ${PROJECT}/:slug`, place), 404)
    refuses(await call(`PUT ${PROJECT}/:slug`, place), 'api_key is missing')
    const secret = { api_key: 'a-secret', restrict_to_branch: 'main' }
    const set = await call(`PUT ${PROJECT}/:slug`, { ...place, ...secret, push_events: false })
    answers(set, 200)
    has(set.row(), { slug: 'asana', title: 'Asana', active: true, push_events: false }, set)
    const shown = await call(`GET ${PROJECT}/:slug`, place)
    const properties = rowIn(shown.row(), 'properties')
    has(properties, { restrict_to_branch: 'main' }, shown)
    lacks(properties, ['api_key'], shown)
    const slugs = async () =>
      (await call(`GET ${PROJECT}`, { id: project.id })).rows().map((row) => row.slug ?? '')
    equals('the services', await slugs(), ['asana'])
    answers(await call(`DELETE ${PROJECT}/:slug`, place), 204)
    equals('the services', await slugs(), [])
    const off = await call(`GET ${PROJECT}/:slug`, place)
    has(off.row(), { active: false, properties: { restrict_to_branch: null } }, off)
    answers(await call(`GET ${PROJECT}/:slug`, { ...place, slug: 'nothing-known' }), 400)
  },
})

/** A service with what it needs, and all that it can be told. */
const services: readonly (readonly [string, Params])[] = [
  ['slack', { webhook: 'https://chat.example' }],
  ['jira', { url: 'https://jira.example', username: 'me', password: 'secret' }],
  ['jenkins', { jenkins_url: 'https://jenkins.example', project_name: 'app' }],
  ['emails-on-push', { recipients: 'a@example.com' }],
  ['external-wiki', { external_wiki_url: 'https://wiki.example' }],
]

const FIXED = ['id', 'slug', 'active']

export const setIntegrations = check<readonly [string, Params]>({
  id: 'hooks/set-integrations',
  says: 'An integration of a project or group takes its own parameters, ignores those of other integrations, and never shows a secret',
  source:
    'hooks#integration-set, hooks#integration-required, hooks#integration-secrets, hooks#integration-of-groups',
  level: 'should',
  covers: [`PUT ${PROJECT}/:slug`, `PUT ${GROUP}/:slug`],
  needs: { in: 'group' },
  each: () => services,
  holds: async ({ call, project, group, contract }, [slug, needed]) => {
    for (const [path, id] of [
      [PROJECT, project.id],
      [GROUP, group.id],
    ] as const) {
      const operation = operationNamed(contract, `PUT ${path}/:slug`)
      const others = operation === undefined ? {} : everything(operation)
      const set = await call(`PUT ${path}/:slug`, { id, slug, ...others, ...needed })
      answers(set, 200)
      has(set.row(), { slug, active: true, job_events: true }, set)
      const shown = await call(`GET ${path}/:slug`, { id, slug })
      equals('that a secret is told', shown.text.includes('secret'), false, shown)
    }
  },
})

/** How many integrations are read back, too. */
const READ = 7

export const integrationProperties = check<'project' | 'group'>({
  id: 'hooks/integration-properties',
  says: 'An integration shows every property that is sent, each as it was sent, but for its secrets',
  source: 'hooks#integration-properties, hooks#integration-secrets, hooks#integration-of-groups',
  level: 'should',
  covers: [`GET ${PROJECT}/:slug`, `PUT ${PROJECT}/:slug`, `GET ${GROUP}/:slug`, `PUT ${GROUP}/:slug`],
  needs: { in: 'group' },
  each: () => ['project', 'group'],
  holds: async (stage, kind) => {
    const [path, { id }] = kind === 'project' ? [PROJECT, stage.project] : [GROUP, stage.group]
    for (const [i, { slug, shown, secret = {} }] of integrationsWithProperties.entries()) {
      const set = await stage.call(`PUT ${path}/:slug`, { id, slug, ...shown, ...secret })
      const seen = i < READ ? [set, await stage.call(`GET ${path}/:slug`, { id, slug })] : [set]
      for (const reply of seen) {
        answers(reply, 200)
        const properties = rowIn(reply.row(), 'properties')
        has(properties, shown as Row, reply)
        lacks(properties, Object.keys(secret), reply)
      }
    }
  },
})

function everything({ params }: ContractOperation): Params {
  const sent = params.filter(({ name }) => !FIXED.includes(name))
  const values = { boolean: true, integer: 1 } as { readonly [kind: string]: boolean | number }
  return Object.fromEntries(sent.map(({ name, kind }) => [name, values[kind] ?? 'something']))
}
