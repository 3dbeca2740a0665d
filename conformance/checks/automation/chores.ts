import { secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const source = 'dossier 2, section 13; documentation of the service, Projects API and Project webhooks API'
const TEST = 'POST /projects/:id/hooks/:hook_id/test/:trigger'

export const tidied = check({
  id: 'automation/tidied-once',
  says: 'The repository of a project is tidied up once, and then not again so soon',
  source,
  level: 'should',
  covers: ['POST /projects/:id/housekeeping'],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const id = project.id
    answers(await call('POST /projects/:id/housekeeping', { id }), 201)
    const text = 'Somebody already triggered housekeeping for this resource in the past 1440 minutes'
    says(await call('POST /projects/:id/housekeeping', { id }), 409, text)
  },
})

export const membersImported = check({
  id: 'automation/members-imported',
  says: 'Members of another project become members with the same level, and a project is no other one of itself',
  source,
  level: 'should',
  covers: ['POST /projects/:id/import_project_members/:project_id'],
  needs: { in: 'own' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id: user_id } = stage.user('stranger')
    const other = await secondProject(stage, 'members')
    arranged(await call('POST /projects/:id/members', { id: other, user_id, access_level: 20 }))
    const path = 'POST /projects/:id/import_project_members/:project_id'
    answers(await call(path, { id: project.id, project_id: other }), 201, { status: 'success' })
    const member = await call('GET /projects/:id/members/:user_id', { id: project.id, user_id })
    equals('the level', member.row().access_level ?? null, 20, member)
    answers(await call(path, { id: project.id, project_id: project.id }), 422)
  },
})

export const submoduleRefused = check<readonly [object, string]>({
  id: 'automation/submodule-refused',
  says: 'What is no submodule is pointed at no commit, and no submodule at what is none',
  source: 'dossier 2, section 13; documentation of the service, Repository submodules API',
  level: 'should',
  covers: ['PUT /projects/:id/repository/submodules/:submodule'],
  needs: { repository: true },
  each: () => [
    [{ submodule: 'vendor/lib' }, 'Invalid submodule path'],
    [{ commit_sha: 'main' }, 'Invalid parameters'],
  ],
  holds: async ({ call, project }, [extra, text]) => {
    const wish = {
      id: project.id,
      submodule: 'vendor/lib',
      branch: project.branch,
      commit_sha: 'a'.repeat(40),
    }
    says(await call('PUT /projects/:id/repository/submodules/:submodule', { ...wish, ...extra }), 400, text)
  },
})

export const hookTried = check({
  id: 'automation/hook-tried',
  says: 'A hook that is tried is called with an event of the kind that was asked for, where the project has one',
  source,
  level: 'should',
  covers: [TEST],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const place = await stage.far(() => ({ status: 200 }))
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

export const systemHookTried = check({
  id: 'automation/system-hook-tried',
  says: 'A hook of the installation is told of a project when it is tried, and what it is told is answered',
  source: 'dossier 2, section 13; documentation of the service, System hooks API',
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

export const groupReleases = check({
  id: 'automation/group-releases',
  says: 'Releases of the projects in a group are listed, the latest first',
  source: 'dossier 2, section 13; documentation of the service, Group releases API',
  level: 'should',
  covers: ['GET /groups/:id/releases'],
  needs: { in: 'group', repository: true },
  holds: async ({ call, project, group }) => {
    for (const [tag_name, released_at] of [
      ['one', '2020-01-01T00:00:00Z'],
      ['three', '2022-01-01T00:00:00Z'],
      ['two', '2021-01-01T00:00:00Z'],
    ] as const)
      arranged(
        await call('POST /projects/:id/releases', {
          id: project.id,
          tag_name,
          ref: project.branch,
          released_at,
        }),
      )
    for (const [sort, expected] of [
      [undefined, ['three', 'two', 'one']],
      ['asc', ['one', 'two', 'three']],
    ] as const) {
      const listed = await call('GET /groups/:id/releases', { id: group.id, ...(sort && { sort }) })
      equals(
        'the tags',
        listed.rows().map(({ tag_name }) => tag_name ?? null),
        [...expected],
        listed,
      )
    }
  },
})

export const issueById = check({
  id: 'automation/issue-by-id',
  says: 'Administrators find an issue of any project by its id, and issues that a merge request mentions are told',
  source: 'dossier 2, section 13; documentation of the service, Issues API',
  level: 'should',
  covers: ['GET /issues/:id', 'GET /projects/:id/merge_requests/:merge_request_iid/related_issues'],
  needs: { furnished: true },
  holds: async (stage) => {
    const { call, project } = stage
    const named = { id: project.id, merge_request_iid: 1 }
    const row = (await call('GET /projects/:id/issues/:issue_iid', { id: project.id, issue_iid: 2 })).row()
    arranged(
      await call('POST /projects/:id/merge_requests/:merge_request_iid/notes', { ...named, body: 'See #2.' }),
    )
    const related = await call('GET /projects/:id/merge_requests/:merge_request_iid/related_issues', named)
    holds(
      related.rows().some(({ id }) => id === row.id),
      'the issue is related',
      related.json,
      related,
    )
    if (!stage.has('admin')) return
    const found = await call('GET /issues/:id', { id: numberIn(row, 'id') }, { as: 'admin' })
    answers(found, 200)
    has(found.row(), { id: row.id ?? null, iid: 2 }, found)
  },
})
