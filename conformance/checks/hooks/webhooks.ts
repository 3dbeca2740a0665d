import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const TEST = 'POST /projects/:id/hooks/:hook_id/test/:trigger'

const path = '/projects/:id/hooks'

export const testProjectHook = check({
  id: 'hooks/test-project-hook',
  says: 'Testing a project webhook calls it with an event of the requested kind, and answers 422 where the project has no such object',
  source: 'hooks#test-project-hook, hooks#test-without-data',
  level: 'should',
  covers: [TEST],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const place = await stage.remote(() => ({ status: 200 }))
    const made = arranged(
      await call('POST /projects/:id/hooks', {
        id: project.id,
        url: `${place.url}/hook`,
        push_events: false,
      }),
    )
    const named = { id: project.id, hook_id: numberIn(made, 'id') }
    says(await call(TEST, { ...named, trigger: 'releases_events' }), 422, 'Ensure the project has releases.')
    answers(await call(TEST, { ...named, trigger: 'push_events' }), 201, { message: '201 Created' })
    await stage.until(
      async () => place.heard.length,
      (heard) => heard > 0,
      { seconds: 20, reason: 'the target takes too long to call a hook' },
    )
    equals('what the hook was told of', place.heard[0]?.headers['x-gitlab-event'] ?? null, 'Push Hook')
  },
})

const VARIABLE = `${path}/:hook_id/url_variables/:key`

export const urlVariables = check({
  id: 'hooks/url-variables',
  says: 'A variable of a webhook fills in its URL when it is called, is never shown, and stays while the URL needs it',
  source: 'hooks#url-variables',
  level: 'should',
  covers: [`POST ${path}`, `PUT ${VARIABLE}`, `DELETE ${VARIABLE}`, TEST],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const place = await stage.remote(() => ({ status: 200 }))
    const url = `${place.url}/{team}/hook`
    answers(await call(`POST ${path}`, { id, url }), 422, { error: 'Invalid url given' })
    const secret = { key: 'team', value: 'blue-42' }
    const made = await call(`POST ${path}`, { id, url, url_variables: [secret] })
    answers(made, 201)
    has(made.row(), { url, url_variables: [{ key: 'team' }] }, made)
    holds(!made.text.includes(secret.value), 'the value is not shown', made.text, made)
    const hook = { id, hook_id: numberIn(made.row(), 'id') }
    answers(await call(`PUT ${VARIABLE}`, { ...hook, key: 'more', value: 'x' }), 204)
    const shown = await call(`GET ${path}/:hook_id`, hook)
    has(shown.row(), { url_variables: [{ key: 'team' }, { key: 'more' }] }, shown)
    answers(await call(`PUT ${VARIABLE}`, { ...hook, key: '-', value: 'x' }), 422, {
      error: 'Illegal key or value',
    })
    answers(await call(`DELETE ${VARIABLE}`, { ...hook, key: 'more' }), 204)
    says(await call(`DELETE ${VARIABLE}`, { ...hook, key: 'more' }), 404, '404 URL variable Not Found')
    answers(await call(`DELETE ${VARIABLE}`, { ...hook, key: 'team' }), 422, {
      error: 'Could not unset variable',
    })
    answers(await call(TEST, { ...hook, trigger: 'push_events' }), 201)
    await stage.until(
      async () => place.heard.length,
      (heard) => heard > 0,
      { seconds: 20, reason: 'the target takes too long to call a hook' },
    )
    equals('the path that is called', place.heard[0]?.path ?? null, '/blue-42/hook')
  },
})

export const testSystemHook = check({
  id: 'hooks/test-system-hook',
  says: 'Testing a system hook answers 201 with the example of `project_create` that it sends',
  source: 'hooks#test-system-hook',
  level: 'should',
  covers: ['POST /hooks/:hook_id'],
  needs: { role: 'admin', project: 'none', rewinds: true },
  holds: async ({ call }) => {
    const quiet = { url: 'https://example.com/hook', push_events: false, repository_update_events: false }
    const made = arranged(await call('POST /hooks', quiet))
    const tried = await call('POST /hooks/:hook_id', { hook_id: numberIn(made, 'id') })
    answers(tried, 201)
    has(tried.row(), { event_name: 'project_create', path: 'ruby' }, tried)
  },
})

export const projectHook = check({
  id: 'hooks/project-hook',
  says: 'A project webhook keeps its events, never shows its token, and answers 404 after its deletion',
  source: 'hooks#create, hooks#token-hidden, hooks#get-and-list, hooks#update, hooks#delete',
  level: 'should',
  covers: [
    `GET ${path}`,
    `POST ${path}`,
    `GET ${path}/:hook_id`,
    `PUT ${path}/:hook_id`,
    `DELETE ${path}/:hook_id`,
  ],
  needs: { writes: true },
  each: () => ['issues_events', 'merge_requests_events', 'tag_push_events', 'note_events', 'releases_events'],
  holds: async ({ call, project }, event: string) => {
    const { id } = project
    const wish = { url: 'https://example.com/hook', push_events: false, [event]: true }
    const made = await call(`POST ${path}`, { id, ...wish, token: 'secret' })
    answers(made, 201)
    has(made.row(), wish, made)
    lacks(made.row(), ['token'], made)
    const hook_id = made.row().id as number
    answers(await call(`GET ${path}/:hook_id`, { id, hook_id }), 200, made.json)
    answers(await call(`GET ${path}`, { id }), 200, [made.json as never])
    const changed = await call(`PUT ${path}/:hook_id`, { id, hook_id, pipeline_events: true })
    has(changed.row(), { ...wish, pipeline_events: true }, changed)
    answers(await call(`DELETE ${path}/:hook_id`, { id, hook_id }), 204)
    says(await call(`GET ${path}/:hook_id`, { id, hook_id }), 404, '404 Not found')
  },
})

export const emptyBranchFilter = check({
  id: 'hooks/empty-branch-filter',
  says: 'A `push_events_branch_filter` is null until it is sent, and empty where it was sent empty',
  source: 'hooks#shape',
  level: 'should',
  covers: ['POST /projects/:id/hooks', 'PUT /projects/:id/hooks/:hook_id'],
  holds: async ({ call, project: { id } }) => {
    const url = 'https://hooks.example/x'
    const made = await call('POST /projects/:id/hooks', { id, url })
    answers(made, 201)
    equals('the filter', made.row().push_events_branch_filter, null, made)
    const place = { id, hook_id: numberIn(made.row(), 'id'), url }
    for (const push_events_branch_filter of ['main', '']) {
      const reply = await call('PUT /projects/:id/hooks/:hook_id', { ...place, push_events_branch_filter })
      equals('the filter', reply.row().push_events_branch_filter, push_events_branch_filter, reply)
    }
    const empty = await call('POST /projects/:id/hooks', { id, url, push_events_branch_filter: '' })
    equals('the filter of a new webhook', empty.row().push_events_branch_filter, '', empty)
  },
})

export const branchExpressions = check({
  id: 'hooks/branch-expressions',
  says: 'From 17.2 on a webhook may compare branches with a regular expression, or none; what is no expression is refused with 422',
  source: 'hooks#later-branch-filter-strategy, hooks#invalid-url',
  level: 'should',
  covers: ['POST /projects/:id/hooks'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const place = await stage.remote(() => ({ status: 200 }))
    const hook = {
      id,
      url: `${place.url}/hook`,
      push_events: true,
      branch_filter_strategy: 'regex',
      push_events_branch_filter: '^release/[0-9]+(-rc)?$',
    }
    const made = await call('POST /projects/:id/hooks', hook)
    await stage.changed('hooks#later-branch-filter-strategy', {
      before: () => answers(made, 422),
      after: async () => {
        answers(made, 201)
        answers(await call('POST /projects/:id/hooks', { ...hook, push_events_branch_filter: '(' }), 422, {
          error: 'Invalid branch filter given',
        })
        const all = await call('POST /projects/:id/hooks', {
          ...hook,
          branch_filter_strategy: 'all_branches',
        })
        has(all.row(), { branch_filter_strategy: 'all_branches', push_events_branch_filter: null }, all)
        answers(await call('DELETE /projects/:id/hooks/:hook_id', { id, hook_id: all.row().id ?? null }), 204)
        for (const name of ['topic', 'release/12-rc'])
          arranged(await call('POST /projects/:id/repository/branches', { id, branch: name, ref: branch }))
        await stage.until(
          async () => place.heard.length,
          (heard) => heard > 0,
          { seconds: 20, reason: 'the target takes too long to call a hook' },
        )
        const refs = place.heard.map(
          ({ body }) => /"ref":"([^"]*)"/.exec(new TextDecoder().decode(body))?.[1] ?? null,
        )
        equals('what the hook was told of', refs, ['refs/heads/release/12-rc'])
      },
    })
  },
})
