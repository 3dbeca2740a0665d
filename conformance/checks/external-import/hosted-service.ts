import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import { isRow, type Json } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged } from '../../run/stage.ts'
import { hostedRepository, remoteToken } from '../../servers/hosts.ts'
import { importFromServer, importFromService, server } from './import-requests.ts'
import { finishedImport, start, status } from './import-status.ts'

export const importedContent = check({
  id: 'external-import/imported-content',
  says: "A finished import has the host's labels, milestones, issues, notes, pull requests and branches, read page by page",
  source: 'external-import#extgit-imported, external-import#stats, external-import#extgit-parameters',
  level: 'must',
  covers: [start, status],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { reply, place, repository } = await importFromService(stage)
    answers(reply, 201)
    const { name, labels, milestones, issues, pulls, notes } = hostedRepository
    has(reply.row(), { name, full_path: `/${stage.group.path}/${name}` }, reply)
    const id = numberIn(reply.row(), 'id')
    const told = await finishedImport(stage, id)
    has(told, { import_status: 'finished', import_error: null, failed_relations: [] })
    const counts = {
      issue: issues.length,
      label: labels.length,
      milestone: milestones.length,
      note: notes.length,
      pull_request: pulls.length,
    }
    equals('what is counted', told.stats, { fetched: counts, imported: counts })
    const listed = async (operation: string, field: string): Promise<Json[]> => {
      const mine = operation.endsWith('/labels') ? { include_ancestor_groups: false } : { state: 'all' }
      const list = await stage.call(operation, { id, ...mine })
      answers(list, 200)
      return list.rows().map((row) => row[field] ?? null)
    }
    equals('labels', (await listed('GET /projects/:id/labels', 'name')).sort(), [...labels])
    equals('milestones', await listed('GET /projects/:id/milestones', 'title'), [...milestones])
    equals('when they are due', await listed('GET /projects/:id/milestones', 'due_date'), ['2023-06-01'])
    equals('issues', (await listed('GET /projects/:id/issues', 'title')).sort(), [...issues].sort())
    equals('merge requests', await listed('GET /projects/:id/merge_requests', 'title'), [...pulls])
    const first = (await stage.call('GET /projects/:id/issues', { id, state: 'closed' })).rows()[0] ?? {}
    const { title, labels: worn, milestone } = first
    equals('what is closed', [title ?? null, worn ?? null], [issues[0], [labels[0]]])
    holds(isRow(milestone) && milestone.title === milestones[0], 'it has its milestone', milestone)
    const said = await stage.call('GET /projects/:id/issues/:issue_iid/notes', {
      id,
      issue_iid: numberIn(first, 'iid'),
    })
    holds(said.text.includes(notes[0]), 'its note is there', said.rows().length, said)
    const branches = (await stage.call('GET /projects/:id/repository/branches', { id })).rows()
    const heads = branches.map((row) => [row.name, isRow(row.commit) ? row.commit.id : null])
    equals('the branches', Object.fromEntries(heads) as Json, { ...repository.branches })
    const api = place.heard.filter(({ path }) => path.startsWith('/api/'))
    const opened = [...new Set(api.map(({ headers }) => headers.authorization ?? null))]
    equals('what opens the host', opened, [`token ${remoteToken}`])
  },
})

export const hostnameAndStages = check<'extgit_hostname' | 'github_hostname'>({
  id: 'external-import/hostname-and-stages',
  says: 'The host is named by extgit_hostname or github_hostname, and optional stages are accepted',
  source: 'external-import#names, external-import#optional-stages',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  each: () => ['extgit_hostname', 'github_hostname'],
  holds: async (stage, hostname) => {
    const optional_stages = {
      single_endpoint_issue_events_import: true,
      single_endpoint_notes_import: true,
      attachments_import: false,
    }
    const { reply } = await importFromService(stage, { optional_stages }, { hostname })
    answers(reply, 201)
    const told = await finishedImport(stage, numberIn(reply.row(), 'id'))
    has(told, { import_status: 'finished', import_error: null })
  },
})

const refusal = 'Import failed due to a GitHub error: '

export const hostErrors = check<readonly [params: Params, status: number, expected: RegExp]>({
  id: 'external-import/host-errors',
  says: 'An error of the host answers 422 with its body and status, its rate limit 429, and no project is created',
  source: 'external-import#host-errors, external-import#host-rate-limit',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  each: () => [
    [
      { personal_access_token: 'unknown' },
      422,
      new RegExp(`^\\{"errors":"${refusal}.*Bad credentials.* \\(HTTP 401\\)"\\}$`),
    ],
    [{ repo_id: 999 }, 422, new RegExp(`^\\{"errors":"${refusal}.*Not Found.* \\(HTTP 404\\)"\\}$`)],
    [{ personal_access_token: 'limited' }, 429, /^\{"error":"Too Many Requests"\}$/],
  ],
  holds: async (stage, [params, wanted, expected]) => {
    const { reply } = await importFromService(stage, params)
    answers(reply, wanted)
    holds(expected.test(reply.text), `the body is like ${expected}`, reply.text, reply)
    const id = `${stage.group.path}/${hostedRepository.name}`
    answers(await stage.call('GET /projects/:id', { id }), 404)
  },
})

export const repositoryTooLarge = check({
  id: 'external-import/repository-too-large',
  says: 'A repository above repository_size_limit answers 422 with its name and both sizes',
  source: 'external-import#repository-size',
  level: 'should',
  covers: [start],
  needs: { in: 'group', rewinds: true, tier: 'premium' },
  holds: async (stage) => {
    await changeInstanceSettings(stage, { repository_size_limit: 1 })
    const { reply } = await importFromService(stage)
    answers(reply, 422)
    const errors = `"${hostedRepository.name}" size (2 MB) is larger than the limit of 1 MB.`
    equals('the body', reply.text, JSON.stringify({ errors }), reply)
    await changeInstanceSettings(stage, { repository_size_limit: 2 })
    answers((await importFromService(stage)).reply, 201)
  },
})

export const sourceDisabled = check({
  id: 'external-import/source-disabled',
  says: 'A disabled import source answers 403, after the errors of the address and of the hosted service',
  source:
    'external-import#extgit-source-off, external-import#extserver-source-off, external-import#order-extgit',
  level: 'should',
  covers: [start, server],
  needs: { in: 'group', rewinds: true },
  holds: async (stage) => {
    await changeInstanceSettings(stage, { import_sources: ['gitlab_project'] })
    answers((await importFromService(stage)).reply, 403, { errors: ['github import source is disabled'] })
    answers((await importFromService(stage, { personal_access_token: 'unknown' })).reply, 422)
    answers((await importFromServer(stage)).reply, 403)
    answers((await importFromServer(stage, { bitbucket_server_url: 'ftp://remote.example' })).reply, 400)
    await changeInstanceSettings(stage, { import_sources: ['github', 'bitbucket_server'] })
    answers((await importFromService(stage, { new_name: 'one' })).reply, 201)
    answers((await importFromServer(stage, { new_name: 'two' })).reply, 201)
  },
})

export const projectVisibility = check<boolean>({
  id: 'external-import/visibility',
  says: 'A private repository becomes a private project, any other one with the default visibility of projects',
  source: 'external-import#extgit-project',
  level: 'should',
  covers: [start],
  needs: { in: 'group', rewinds: true },
  each: () => [false, true],
  holds: async (stage, isPrivate) => {
    const { call, group } = stage
    expectArranged(await call('PUT /groups/:id', { id: group.id, visibility: 'public' }))
    await changeInstanceSettings(stage, { default_project_visibility: 'public' })
    const { reply } = await importFromService(stage, {}, { isPrivate })
    answers(reply, 201)
    const id = numberIn(reply.row(), 'id')
    const shown = await call('GET /projects/:id', { id })
    equals('the visibility', shown.row().visibility, isPrivate ? 'private' : 'public', shown)
    await finishedImport(stage, id)
    const finished = await call('GET /projects/:id', { id })
    equals('the visibility afterwards', finished.row().visibility, shown.row().visibility, finished)
  },
})

const taken = 'Namespace or group to import repository into does not exist.'

export const groupToken = check({
  id: 'external-import/group-token',
  says: 'An import with a group access token is as visible as the original, and goes neither into a missing namespace nor into that of the bot',
  source: 'external-import#group-token, external-import#extgit-project',
  level: 'must',
  covers: [start],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const wish = { id: group.id, name: 'importer', scopes: ['api'], access_level: 50 }
    const made = await call('POST /groups/:id/access_tokens', { ...wish, expires_at: await nextWeek(stage) })
    const headers = { 'private-token': textIn(arranged(made), 'token') }
    const as = { as: 'anonymous', headers } as const
    const bot = textIn((await call('GET /user', {}, as)).row(), 'username')
    const nowhere = `${stage.prefix}-nowhere`
    const missing = await importFromService(stage, { target_namespace: nowhere }, as)
    answers(missing.reply, 422, { errors: taken })
    const own = await importFromService(stage, { target_namespace: bot }, as)
    answers(own.reply, 422)
    const { reply } = await importFromService(stage, { new_name: 'Brought Along' }, as)
    answers(reply, 201)
    has(reply.row(), { name: 'Brought Along', full_path: `/${group.path}/brought-along` }, reply)
    const project = await call('GET /projects/:id', { id: numberIn(reply.row(), 'id') })
    // The repository of the host is public.
    if (!group.path.includes('/')) has(project.row(), { visibility: 'public' }, project)
  },
})
