import { defaultVisibility } from '../../arrange/instance-settings.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, numberIn, refuses } from '../../kit/expect.ts'
import { forbidden, projectMissing } from '../../oracle/texts.ts'
import { arranged } from '../../run/stage.ts'

const create = 'POST /projects'

const one = 'GET /projects/:id'

export const createNameAndPath = check({
  id: 'projects/create-name-and-path',
  says: 'A project is created from a name, a path or both, and the missing one is derived from the other',
  source: 'projects#create, projects#written-form',
  level: 'must',
  covers: [create],
  each: () =>
    [
      [{ name: 'Foo Project' }, { name: 'Foo Project', path: 'foo-project' }],
      [{ path: 'bar-project' }, { name: 'bar-project', path: 'bar-project' }],
      [
        { name: 'Named', path: 'pathed' },
        { name: 'Named', path: 'pathed' },
      ],
    ] as const,
  needs: { in: 'group' },
  holds: async (stage, [sent, made]) => {
    const { call, group } = stage
    const reply = await call(create, { ...sent, namespace_id: group.id })
    answers(reply, 201)
    has(reply.row(), { ...made, path_with_namespace: `${group.path}/${made.path}` }, reply)
    const visibility = await defaultVisibility(stage)
    if (visibility !== undefined) has(reply.row(), { visibility }, reply)
    lacks(reply.row(), ['permissions'], reply)
    const again = await call(one, { id: numberIn(reply.row(), 'id') })
    has(again.row(), made, again)
  },
})

export const createRefused = check({
  id: 'projects/create-refused',
  says: 'A project needs a name or a path, one that is not taken, a namespace in which the caller may create, and no more visibility than its group',
  source: 'projects#create-missing, projects#create-taken, projects#create-foreign, projects#create-refused',
  level: 'must',
  covers: [create],
  needs: { in: 'group' },
  holds: async ({ call, group, user }) => {
    refuses(
      await call(create, { visibility: 'private' }),
      'name, path are missing, at least one parameter must be provided',
    )
    const taken = ['has already been taken']
    const again = await call(create, { name: 'The project', path: 'project', namespace_id: group.id })
    answers(again, 400, { message: { 'project_namespace.name': taken, name: taken, path: taken } })
    const foreign = await call(create, { name: 'mine', namespace_id: group.id }, { as: 'stranger' })
    answers(foreign, 400, { message: { namespace: ['is not valid'] } })
    holds(user('stranger').id > 0, 'a stranger is there', user('stranger').id)
    const below = { name: 'The closed', path: 'closed', parent_id: group.id, visibility: 'private' }
    const namespace_id = numberIn(arranged(await call('POST /groups', below)), 'id')
    const open = await call(create, { name: 'open', namespace_id, visibility: 'public' })
    answers(open, 400)
    holds(open.text.includes('"visibility_level"'), 'the level is refused', open.json, open)
  },
})

export const createWithReadme = check({
  id: 'projects/create-with-readme',
  says: '`initialize_with_readme` makes a first commit on the default branch',
  source: 'projects#readme',
  level: 'must',
  covers: [create],
  needs: { in: 'group', repository: true },
  holds: async ({ call, project }) => {
    has((await call(one, { id: project.id })).row(), { empty_repo: false, default_branch: project.branch })
    const commits = await call('GET /projects/:id/repository/commits', { id: project.id })
    equals(
      'the commits',
      commits.rows().map((row) => row.title ?? null),
      ['Initial commit'],
      commits,
    )
  },
})

export const star = check({
  id: 'projects/star',
  says: 'A star counts once for each user; to star or to unstar twice answers 304',
  source: 'projects#star',
  level: 'must',
  covers: ['POST /projects/:id/star', 'POST /projects/:id/unstar'],
  holds: async ({ call, project }) => {
    const { id } = project
    has(arranged(await call('POST /projects/:id/star', { id })), { star_count: 1 })
    answers(await call('POST /projects/:id/star', { id }), 304)
    has(arranged(await call('POST /projects/:id/star', { id }, { as: 'developer' })), { star_count: 2 })
    has(arranged(await call('POST /projects/:id/unstar', { id })), { star_count: 1 })
    answers(await call('POST /projects/:id/unstar', { id }), 304)
  },
})

export const archive = check({
  id: 'projects/archive',
  says: 'An archived project shows `archived` as true and is only read until it is unarchived',
  source: 'projects#archive, projects#archived-reads, projects#written-form',
  level: 'must',
  covers: ['POST /projects/:id/archive', 'POST /projects/:id/unarchive', 'PUT /projects/:id'],
  holds: async ({ call, project }) => {
    const { id } = project
    const archived = arranged(await call('POST /projects/:id/archive', { id }))
    has(archived, { archived: true })
    lacks(archived, ['permissions'])
    has((await call(one, { id })).row(), { archived: true })
    const issue = await call('POST /projects/:id/issues', { id, title: 'Too late' })
    answers(issue, forbidden.status, forbidden.body)
    answers(await call('GET /projects/:id/issues', { id }), 200, [])
    has(arranged(await call('POST /projects/:id/unarchive', { id })), { archived: false })
  },
})

export const deleteCheck = check({
  id: 'projects/delete',
  says: 'A deletion answers 202, and the project is then missing or marked for deletion',
  source: 'projects#delete',
  level: 'must',
  covers: ['DELETE /projects/:id'],
  holds: async ({ call, project }) => {
    answers(await call('DELETE /projects/:id', { id: project.id }), 202, { message: '202 Accepted' })
    const reply = await call(one, { id: project.id })
    if (reply.status !== 200) return answers(reply, projectMissing.status, projectMissing.body)
    const { marked_for_deletion_on: day = null, marked_for_deletion_at: old = day } = reply.row()
    holds(typeof day === 'string', 'it is marked for deletion', day, reply)
    equals('the deprecated name of the day', old, day, reply)
  },
})

export const updateRefused = check({
  id: 'projects/update-refused',
  says: 'An update answers 400 before 404, 404 before 403, and 400 where it changes nothing; only an Owner changes the visibility',
  source: 'projects#order-of-refusals, projects#update, projects#roles, projects#project-missing',
  level: 'must',
  covers: ['PUT /projects/:id'],
  needs: { in: 'group' },
  readOnly: true,
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const update = 'PUT /projects/:id'
    const unknown = 987_654_321
    const text = 'visibility does not have a valid value'
    refuses(await call(update, { id: unknown, visibility: 'secret' }), text)
    for (const as of ['owner', 'stranger'] as const)
      if (stage.has(as)) {
        const reply = await call(update, { id: as === 'owner' ? unknown : id, description: 'x' }, { as })
        answers(reply, projectMissing.status, projectMissing.body)
      }
    if (stage.has('developer'))
      answers(await call(update, { id, description: 'x' }, { as: 'developer' }), 403, forbidden.body)
    if (stage.has('maintainer'))
      answers(await call(update, { id, visibility: 'internal' }, { as: 'maintainer' }), 403, forbidden.body)
    const nothing = await call(update, { id })
    answers(nothing, 400)
    const ending = 'at least one parameter must be provided'
    holds(nothing.text.includes(ending), `the refusal says \`${ending}\``, nothing.json, nothing)
  },
})
