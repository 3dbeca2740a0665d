import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, refuses, says } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged } from '../../run/stage.ts'
import { importParams, start, startImport, status } from './import-status.ts'

const server = 'POST /import/extserver'

export const parametersMissing = check<readonly [string, string]>({
  id: 'external-import/parameters-missing',
  says: 'An import without parameters answers 400 and names all of them',
  source: 'external-import#extgit-missing, external-import#extserver-parameters',
  level: 'must',
  covers: [start, server],
  needs: { project: 'none', writes: true },
  each: () => [
    [
      start,
      'personal_access_token is missing, repo_id is missing, target_namespace is missing, target_namespace is empty',
    ],
    [
      server,
      'bitbucket_server_url is missing, bitbucket_server_username is missing, personal_access_token is missing, bitbucket_server_project is missing, bitbucket_server_repo is missing',
    ],
  ],
  holds: async ({ call }, [operation, text]) => refuses(await call(operation), text),
})

export const parametersInvalid = check<readonly [Params, string]>({
  id: 'external-import/parameters-invalid',
  says: 'A repo_id that is no integer, an empty target_namespace and optional_stages that are no object answer 400',
  source: 'external-import#extgit-invalid',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  each: () => [
    [{ repo_id: 'x' }, 'repo_id is invalid'],
    [{ target_namespace: '' }, 'target_namespace is empty'],
    [{ optional_stages: 'x' }, 'optional_stages is invalid'],
  ],
  holds: async (stage, [params, text]) => refuses(await stage.call(start, importParams(stage, params)), text),
})

export const blockedAddresses = check({
  id: 'external-import/blocked-addresses',
  says: 'A host that is not http or https, or lies in a local network, answers 400',
  source: 'external-import#blocked-address, external-import#extserver-blocked-address',
  level: 'must',
  covers: [start, server],
  needs: { in: 'group' },
  each: () => [
    'ftp://remote.example',
    'http://10.0.0.1',
    'http://192.168.3.4:8080',
    'gopher://remote.example',
  ],
  holds: async (stage, url) => {
    answers(await stage.call(start, importParams(stage, { extgit_hostname: url })), 400, {
      errors: `Invalid URL: ${url}`,
    })
    const params = {
      bitbucket_server_url: url,
      bitbucket_server_username: 'somebody',
      personal_access_token: 'remote-token',
      bitbucket_server_project: 'SRC',
      bitbucket_server_repo: 'weather',
    }
    says(await stage.call(server, params), 400, { error: `Invalid URL: ${url}` })
  },
})

export const targetNamespace = check({
  id: 'external-import/target-namespace',
  says: "A target_namespace that does not exist answers 422 and is not created, and another user's namespace answers 422",
  source: 'external-import#target-namespace, external-import#not-allowed',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const nowhere = `${stage.prefix}-nowhere`
    const missing = await stage.call(start, importParams(stage, { target_namespace: nowhere }))
    answers(missing, 422, { errors: 'Namespace or group to import repository into does not exist.' })
    answers(await stage.call('GET /groups/:id', { id: nowhere }), 404)
    const other = stage.user('stranger').username
    answers(await stage.call(start, importParams(stage, { target_namespace: other })), 422)
  },
})

export const roles = check<
  readonly ['maintainer' | 'developer' | 'reporter' | 'guest' | 'stranger', boolean]
>({
  id: 'external-import/roles',
  says: 'An import from a hosted service into a group takes a Maintainer (in the real service a Developer)',
  source: 'external-import#roles, external-import#not-allowed',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  each: () => [
    ['maintainer', true],
    ['developer', false],
    ['reporter', false],
    ['guest', false],
    ['stranger', false],
  ],
  holds: async (stage, [role, may]) => {
    stage.user(role)
    const reply = await stage.call(start, importParams(stage), { as: role })
    const refused = reply.status === 422 && !reply.text.includes('GitHub error')
    const judge = (allowed: boolean) => equals(`that a ${role} is refused`, refused, !allowed, reply)
    await stage.differs('X5', {
      specification: () => judge(may),
      real: () => judge(may || role === 'developer'),
    })
  },
})

export const started = check({
  id: 'external-import/started',
  says: 'An import answers 201 with a full_path that begins with a slash, and takes a target_namespace with or without one',
  source: 'external-import#extgit-success, external-import#target-namespace',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  each: () => ['', '/'],
  holds: async (stage, slash) => {
    const { row, reply } = await startImport(stage, {
      target_namespace: `${slash}${stage.group.path}`,
      new_name: 'brought',
    })
    equals(
      'the names',
      [row.name ?? null, row.full_path ?? null],
      ['brought', `/${stage.group.path}/brought`],
      reply,
    )
  },
})

export const intoSubgroup = check({
  id: 'external-import/into-subgroup',
  says: 'A target_namespace may be a subgroup; full_path has the paths of the groups, full_name their names',
  source: 'external-import#extgit-success, external-import#target-namespace',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const inner = { name: 'Inner Group', path: 'inside', parent_id: group.id }
    expectArranged(await call('POST /groups', inner))
    const path = `${group.path}/inside`
    const { row, reply } = await startImport(stage, { target_namespace: path, new_name: 'brought' })
    has(row, { full_path: `/${path}/brought` }, reply)
    const { full_name } = row
    holds(
      String(full_name).endsWith(' / Inner Group / brought'),
      'full_name has names',
      full_name ?? null,
      reply,
    )
  },
})

export const blankName = check({
  id: 'external-import/blank-name',
  says: 'A blank new_name counts as none: the project has the name of the repository',
  source: 'external-import#blank-name, external-import#extgit-parameters',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  each: () => ['', ' '],
  holds: async (stage, new_name) => {
    const { row, reply } = await startImport(stage, { new_name })
    holds(`${row.name}`.trim() !== '', 'it has a name', row.name, reply)
    const again = await stage.call(start, importParams(stage))
    answers(again, 422, { errors: 'Name has already been taken, Path has already been taken' })
  },
})

export const nameTaken = check({
  id: 'external-import/name-taken',
  says: 'An import to a name that is taken answers 422 with all messages in one text',
  source: 'external-import#extgit-taken',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    await startImport(stage, { new_name: 'brought' })
    const reply = await stage.call(start, importParams(stage, { new_name: 'brought' }))
    answers(reply, 422, { errors: 'Name has already been taken, Path has already been taken' })
  },
})

export const scheduledFirst = check({
  id: 'external-import/scheduled-first',
  says: 'Directly after the start call an import is scheduled or started, and its project exists',
  source: 'external-import#extgit-progress',
  level: 'must',
  covers: [start, status],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { row } = await startImport(stage)
    const seen = await stage.call(status, { id: row.id as number })
    const told = String(seen.row().import_status)
    // Where others call at the same time, or the target is quick, it may have.
    if (told === 'finished' && !stage.movesClock) stage.unknown('the import had ended when it was looked at')
    equals('that it has not ended', ['scheduled', 'started'].includes(told), true, seen)
    answers(await stage.call('GET /projects/:id', { id: row.id as number }), 200)
  },
})
