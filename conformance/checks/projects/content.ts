import { check } from '../../kit/check.ts'
import { answers, equals, has, refuses, rowIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'

const create = 'POST /projects'

export const createContent = check({
  id: 'projects/create-content',
  says: 'An unknown template, an address without a git repository, and both at once are refused and create nothing',
  source: 'projects#create-import, projects#create-template',
  level: 'should',
  covers: [create],
  needs: { in: 'group', writes: true },
  holds: async ({ call, group, prefix }) => {
    const path = `${prefix}-filled`
    const wish = { name: path, path, namespace_id: group.id }
    const address = 'ftp://git.example/x.git'
    const unknown = { template_name: ["'no-such' is unknown or invalid"] }
    says(await call(create, { ...wish, template_name: 'no-such' }), 400, unknown)
    says(await call(create, { ...wish, import_url: address }), 422, `${address} is not a valid URL`)
    refuses(
      await call(create, { ...wish, import_url: address, template_name: 'no-such' }),
      'import_url, template_name are mutually exclusive',
    )
    answers(await call('GET /groups/:id/projects', { id: group.id, search: path }), 200, [])
  },
})

export const expirationPolicy = check<readonly [Row, Row]>({
  id: 'projects/expiration-policy-invalid',
  says: 'A cleanup policy of containers with a value that is not listed, or with an invalid pattern, answers 400 and changes nothing',
  source: 'projects#settings-expiration-invalid',
  level: 'should',
  covers: ['PUT /projects/:id'],
  each: () => {
    const policy = { cadence: '7d', enabled: true, keep_n: 5, older_than: '14d', name_regex: '.*' }
    const listed = ['is not included in the list']
    const told = (name: string, texts: string[]) => ({ [`container_expiration_policy.${name}`]: texts })
    return [
      [{ ...policy, cadence: '2d' }, told('cadence', listed)],
      [{ ...policy, keep_n: 2 }, told('keep_n', listed)],
      [{ ...policy, older_than: '8d' }, told('older_than', listed)],
      [{ ...policy, name_regex: '' }, told('name_regex', ["can't be blank"])],
      [{ ...policy, name_regex_keep: '[' }, told('name_regex_keep', ['not valid RE2 syntax: missing ]: ['])],
    ]
  },
  holds: async ({ call, project: { id } }, [container_expiration_policy_attributes, errors]) => {
    const shown = async () =>
      (await call('GET /projects/:id', { id })).row().container_expiration_policy ?? null
    const before = await shown()
    says(await call('PUT /projects/:id', { id, container_expiration_policy_attributes }), 400, errors)
    equals('the policy', await shown(), before)
  },
})

export const expirationPolicyInParts = check({
  id: 'projects/expiration-policy-in-parts',
  says: 'An update of the cleanup policy changes what it names and leaves the rest; patterns of a policy that is off are not examined',
  source: 'projects#settings-container-expiration, projects#settings-expiration-invalid',
  level: 'should',
  covers: ['PUT /projects/:id'],
  each: () => [
    { cadence: '14d' },
    { keep_n: 25 },
    { keep_n: null },
    { older_than: '60d' },
    { name_regex: 'dev-.*' },
    { name_regex_keep: 'v.+' },
    { enabled: false },
    { enabled: false, name_regex_keep: '[' },
  ],
  holds: async ({ call, project: { id } }, part: Row) => {
    const update = async (policy: Row) => {
      const reply = await call('PUT /projects/:id', { id, container_expiration_policy_attributes: policy })
      answers(reply, 200)
      return rowIn(reply.row(), 'container_expiration_policy')
    }
    const policy = {
      cadence: '7d',
      enabled: true,
      keep_n: 5,
      older_than: '14d',
      name_regex: 'x',
      name_regex_keep: 'y',
    }
    await update(policy)
    has(await update(part), { ...policy, ...part })
  },
})

export const unknownStorage = check({
  id: 'projects/unknown-storage',
  says: 'An unknown repository storage answers 400 to an administrator',
  source: 'projects#storage-unknown',
  level: 'should',
  covers: ['PUT /projects/:id'],
  needs: { role: 'admin' },
  holds: async ({ call, project: { id } }) =>
    says(await call('PUT /projects/:id', { id, repository_storage: 'no-such' }), 400, {
      repository_storage_moves: ['is invalid'],
    }),
})
