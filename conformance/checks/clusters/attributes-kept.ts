import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'

/** One thing that is made with everything said of it, and changed in everything. */
interface Kept {
  readonly make: string
  readonly change?: string
  /** The parameter of the path that names it. */
  readonly named?: string
  readonly values: Params
  readonly changes?: Params
  /** What is answered otherwise than it was sent. */
  readonly except?: readonly string[]
}

const rule: Params = {
  deny_delete_tag: true,
  member_check: true,
  prevent_secrets: true,
  commit_message_regex: 'A-[0-9]+',
  commit_message_negative_regex: 'wip',
  branch_name_regex: 'topic',
  author_email_regex: 'example.com',
  file_name_regex: 'exe$',
  max_file_size: 7,
  commit_committer_check: true,
  commit_committer_name_check: true,
  reject_unsigned_commits: true,
  reject_non_dco_commits: true,
}

const otherRule = Object.fromEntries(
  Object.entries(rule).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? !value : typeof value === 'number' ? 0 : '',
  ]),
)

const platform = {
  api_url: 'https://one.example',
  token: 'secret',
  namespace: 'one',
  ca_cert: 'A certificate',
}

const cluster = {
  name: 'Kept',
  domain: 'one.example',
  enabled: false,
  managed: false,
  environment_scope: 'kept/*',
  platform_kubernetes_attributes: { ...platform, authorization_type: 'abac' },
}

const otherCluster = {
  name: 'Kept too',
  domain: 'two.example',
  enabled: true,
  managed: true,
  environment_scope: 'other/*',
  platform_kubernetes_attributes: { ...platform, api_url: 'https://two.example' },
}

const clusters = {
  values: cluster,
  changes: otherCluster,
  named: 'cluster_id',
  except: ['platform_kubernetes_attributes', 'management_project_id'],
}

const levels = { minimum_access_level_for_push: 'owner', minimum_access_level_for_delete: 'admin' }

const pair = { certificate: 'A certificate', key: 'A key' }

const cases: readonly Kept[] = [
  {
    make: 'POST /projects/:id/push_rule',
    change: 'PUT /projects/:id/push_rule',
    values: rule,
    changes: otherRule,
  },
  {
    make: 'POST /groups/:id/push_rule',
    change: 'PUT /groups/:id/push_rule',
    values: rule,
    changes: otherRule,
  },
  { make: 'POST /projects/:id/clusters/user', change: 'PUT /projects/:id/clusters/:cluster_id', ...clusters },
  { make: 'POST /groups/:id/clusters/user', change: 'PUT /groups/:id/clusters/:cluster_id', ...clusters },
  { make: 'POST /admin/clusters/add', change: 'PUT /admin/clusters/:cluster_id', ...clusters },
  {
    make: 'POST /projects/:id/packages/protection/rules',
    change: 'PATCH /projects/:id/packages/protection/rules/:package_protection_rule_id',
    named: 'package_protection_rule_id',
    values: { package_name_pattern: 'kept-*', package_type: 'pypi', ...levels },
    changes: { package_name_pattern: 'other-*', package_type: 'npm' },
  },
  {
    make: 'POST /projects/:id/registry/protection/tag/rules',
    change: 'PATCH /projects/:id/registry/protection/tag/rules/:protection_rule_id',
    named: 'protection_rule_id',
    values: { tag_name_pattern: 'kept-*', ...levels },
    changes: { tag_name_pattern: 'other-*' },
  },
  {
    make: 'POST /projects/:id/external_status_checks',
    change: 'PUT /projects/:id/external_status_checks/:check_id',
    named: 'check_id',
    values: { name: 'Kept', external_url: 'https://kept.example', shared_secret: 'secret' },
    changes: { name: 'Other', external_url: 'https://other.example' },
    except: ['shared_secret'],
  },
  {
    make: 'POST /projects/:id/pages/domains',
    values: { domain: 'kept.pages.example', auto_ssl_enabled: true, ...pair },
    except: ['certificate', 'key'],
  },
  {
    make: 'POST /groups/:id/variables',
    values: { key: 'KEPT', value: 'a_long_secret', masked_and_hidden: true },
    except: ['value', 'masked_and_hidden'],
  },
]

const operations = cases.flatMap(({ make, change }) => (change === undefined ? [make] : [make, change]))

export const kept = check<Kept>({
  id: 'clusters/attributes-kept',
  says: 'The attributes that are sent when a cluster, push rule, protection rule, external status check, Pages domain or group variable is created or updated are in the answer',
  source:
    'clusters#add, clusters#update, clusters#platform, container-registry#tag-rule-write, hooks#status-check-create, hooks#status-check-update, deployments#domain-create',
  level: 'should',
  covers: operations,
  needs: { in: 'group', tier: 'ultimate' },
  each: () => cases,
  holds: async (stage, { make, change, named, values, changes = {}, except = [] }) => {
    const { call } = stage
    const place = placeOf(stage, make)
    if (place === undefined) return stage.skip('what the installation has cannot be put back')
    const as = { as: make.includes('/admin/') ? 'admin' : 'owner' } as const
    const told = (params: Params) =>
      Object.fromEntries(Object.entries(params).filter(([name]) => !except.includes(name)))
    const extra = named === 'cluster_id' ? { management_project_id: stage.project.id } : {}
    const made = await call(make, { ...place, ...values, ...extra }, as)
    answers(made, 201)
    has(made.row(), told(values) as never, made)
    if (named === 'cluster_id') {
      const { management_project: project } = made.row()
      has(isRow(project) ? project : {}, { id: stage.project.id }, made)
    }
    if (change === undefined) return
    const id = named === undefined ? {} : { [named]: numberIn(made.row(), 'id') }
    const changed = await call(change, { ...place, ...id, ...changes, ...extra }, as)
    answers(changed, 200)
    has(changed.row(), told({ ...values, ...changes }) as never, changed)
  },
})

function placeOf(stage: Stage, operation: string): Params | undefined {
  if (operation.includes('/admin/')) return stage.goesBack && stage.has('admin') ? {} : undefined
  return { id: operation.includes('/groups/') ? stage.group.id : stage.project.id }
}
