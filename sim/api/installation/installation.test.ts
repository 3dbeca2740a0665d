import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)

describe('notification settings', () => {
  test('are set globally, per group and per project', () => {
    expect(as('carol').get('/notification_settings').json).toEqual({
      level: 'participating',
      notification_email: here.sim.world.users.require(4).email,
    })
    expect(as('carol').put('/notification_settings', { level: 'watch' }).json.level).toBe('watch')
    for (const place of ['/groups/1', '/projects/1']) {
      const path = `${place}/notification_settings`
      expect(as('mallory').get(path).status).toBe(404)
      const custom = as('carol').put(path, { level: 'custom', new_note: true, failed_pipeline: false })
      expect([custom.status, custom.json]).toMatchObject([
        200,
        { level: 'custom', events: { new_note: true, failed_pipeline: false, new_issue: false } },
      ])
      expect(as('carol').get(path).json).toEqual(custom.json)
      expect(as('carol').put(path, { level: 'mention' }).json).toEqual({ level: 'mention' })
      expect(as('dave').get(path).json).toEqual({ level: 'global' })
    }
    const { permissions } = as('carol').get('/projects/1').json
    expect(permissions.group_access.notification_level).toBe(4)
  })

  test.each([
    [{ level: 'loud' }, { message: "'loud' is not a valid level" }],
    [
      { notification_email: 'x@example.com' },
      { message: { notification_email: ['must be an email you have verified'] } },
    ],
    [{ new_note: 'perhaps' }, { error: 'new_note is invalid' }],
  ])('is not %j', (body, json) => {
    expect(as('carol').put('/notification_settings', body)).toMatchObject({ status: 400, json })
    expect(as('carol').get('/notification_settings').json.level).toBe('participating')
  })
})

describe('topics', () => {
  const topic = (name: string) => as('root').post('/topics', { name, title: name.toUpperCase() })
  const topicsOf = (id: number) => as('alice').get(`/projects/${id}`).json.topics

  test('are created, updated and deleted, in their projects as well', () => {
    const made = topic('birds')
    expect([made.status, made.json]).toMatchObject([
      201,
      { name: 'birds', title: 'BIRDS', description: null, total_projects_count: 0 },
    ])
    as('alice').put('/projects/6', { topics: ['birds', 'apes'] })
    const path = `/topics/${made.json.id}`
    expect(as('root').put(path, { name: 'zebras', description: 'Striped' }).json).toMatchObject({
      name: 'zebras',
      title: 'BIRDS',
      description: 'Striped',
      total_projects_count: 1,
    })
    expect(topicsOf(6)).toEqual(['apes', 'zebras'])
    expect(as('root').delete(path).status).toBe(204)
    expect([topicsOf(6), as().get(path).status]).toEqual([['apes'], 404])
  })

  test('are merged', () => {
    const [one, two] = [topic('one').json, topic('two').json]
    as('alice').put('/projects/6', { topics: ['one'] })
    as('alice').put('/projects/2', { topics: ['one', 'two'] })
    const merge = (source: number, target: number) =>
      as('root').post('/topics/merge', { source_topic_id: source, target_topic_id: target })
    expect(merge(one.id, one.id)).toMatchObject({
      status: 400,
      json: { message: 'The source topic and the target topic are identical.' },
    })
    expect(merge(one.id, two.id)).toMatchObject({
      status: 201,
      json: { name: 'two', total_projects_count: 2 },
    })
    expect([topicsOf(6), topicsOf(2), as().get(`/topics/${one.id}`).status]).toEqual([['two'], ['two'], 404])
  })

  test('are managed by administrators, and have unique names', () => {
    topic('birds')
    expect(topic('birds')).toMatchObject({
      status: 400,
      json: { message: { name: ['has already been taken'] } },
    })
    expect(as('root').post('/topics', { name: '', title: '' }).json).toEqual({
      message: { name: ["can't be blank"], title: ["can't be blank"] },
    })
    expect(as('alice').post('/topics', { name: 'x', title: 'x' }).status).toBe(403)
  })
})

describe('broadcast messages', () => {
  const MESSAGES = '/broadcast_messages'
  const tell = (body: object) => as('root').post(MESSAGES, { message: 'Hello', ...body })

  test('are shown for an hour by default', () => {
    const { status, json } = tell({})
    expect(status).toBe(201)
    expect(json).toMatchObject({
      message: 'Hello',
      color: '#E75E40',
      font: '#FFFFFF',
      target_access_levels: [],
      target_path: null,
      broadcast_type: 'banner',
      dismissable: false,
      active: true,
    })
    expect(Date.parse(json.ends_at) - Date.parse(json.starts_at)).toBe(3_600_000)
    expect(as().get(`${MESSAGES}/${json.id}`).json).toEqual(json)
    here.sim.clock.advance('61m')
    expect(as().get(`${MESSAGES}/${json.id}`).json.active).toBe(false)
  })

  test('are updated, listed and deleted', () => {
    const [one, two] = [
      tell({}).json,
      tell({ broadcast_type: 'notification', target_access_levels: [30, 40] }).json,
    ]
    expect(
      as()
        .get(MESSAGES)
        .json.map(({ id }: { id: number }) => id),
    ).toEqual([two.id, one.id])
    const changed = as('root').put(`${MESSAGES}/${one.id}`, { message: 'Bye', color: '#123456' })
    expect(changed.json).toMatchObject({ message: 'Bye', color: '#123456', starts_at: one.starts_at })
    expect(as('root').delete(`${MESSAGES}/${one.id}`).status).toBe(204)
    expect(as('root').delete(`${MESSAGES}/${one.id}`).status).toBe(404)
  })

  test.each([
    [{ message: ' ' }, { message: { message: ["can't be blank"] } }],
    [{ color: 'red' }, { message: { color: ['must be a valid color code'] } }],
    [{ target_access_levels: [7] }, { error: 'target_access_levels does not have a valid value' }],
    [{ broadcast_type: 'shout' }, { error: 'broadcast_type does not have a valid value' }],
  ])('are not %j', (body, json) => {
    expect(tell(body)).toMatchObject({ status: 400, json })
    expect(as().get(MESSAGES).json).toEqual([])
  })

  test('are managed by administrators', () => {
    expect([as('alice'), as()].map((it) => it.post(MESSAGES, { message: 'x' }).status)).toEqual([403, 401])
  })
})

describe('templates', () => {
  test.each([
    ['gitignores', 'Node', 'gitignore'],
    ['dockerfiles', 'Ruby', 'dockerfile'],
    ['gitlab_ci_ymls', 'Go', 'gitlab_ci_yml'],
  ])('of %s are listed and read, for everybody', (kind, name, noun) => {
    const names = as().get(`/templates/${kind}`).json
    expect(names).toContainEqual({ key: name, name })
    const one = as().get(`/templates/${kind}/${name}`).json
    expect(one).toMatchObject({ name, content: expect.stringContaining('\n') })
    expect(as().get(`/projects/3/templates/${kind}`).json).toEqual(names)
    expect(as().get(`/projects/3/templates/${kind}/${name}`).json).toEqual(one)
    expect(as().get(`/templates/${kind}/Cobol`).json).toEqual({ message: `404 ${noun} Not Found` })
    expect(as().get(`/projects/3/templates/${kind}/Cobol`).json).toEqual({
      message: '404 Template Not Found',
    })
  })

  test('of licenses are filled in', () => {
    expect(as().get('/templates/licenses?popular=true').json).toMatchObject([{ key: 'mit', nickname: null }])
    const text = (path: string, user?: string) => as(user).get(path).json.content as string
    expect(text('/templates/licenses/mit')).toContain('Copyright (c) 2024 [fullname]')
    expect(text('/templates/licenses/mit', 'alice')).toContain('Copyright (c) 2024 Alice')
    expect(text('/templates/licenses/MIT?fullname=Nobody')).toContain('(c) 2024 Nobody')
    expect(text('/projects/3/templates/licenses/mit?fullname=Nobody')).toContain('(c) 2024 Nobody')
    expect(as().get('/templates/licenses/mine').json).toEqual({ message: '404 License Not Found' })
  })

  test('of descriptions are read from the repository of a project', () => {
    const FOLDER = encodeURIComponent('.gitlab/issue_templates/Bug.md')
    const file = { branch: 'main', content: 'What happened?', commit_message: 'Ask' }
    expect(as('bob').post(`/projects/1/repository/files/${FOLDER}`, file).status).toBe(201)
    const TEMPLATES = '/projects/1/templates'
    expect(as('dave').get(`${TEMPLATES}/issues`).json).toEqual([{ key: 'Bug', name: 'Bug' }])
    expect(as('dave').get(`${TEMPLATES}/issues/Bug`).json).toEqual({ name: 'Bug', content: 'What happened?' })
    expect(as('dave').get(`${TEMPLATES}/merge_requests`).json).toEqual([])
    expect(as('erin').get(`${TEMPLATES}/issues`).json).toEqual([])
    expect(as('dave').get(`${TEMPLATES}/poems`).json).toEqual({ error: 'type does not have a valid value' })
  })
})
