import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, numberIn, says, textIn } from '../../kit/expect.ts'

const source = 'dossier 2, section 13'
const place = '/projects/:id/notification_settings'

export const notificationLevels = check<string>({
  id: 'notifications/levels',
  says: 'What somebody wants to be told of in a project is what they chose last, event by event where they want that',
  source,
  level: 'should',
  covers: [`GET ${place}`, `PUT ${place}`],
  each: () => ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'],
  holds: async ({ call, project: { id } }, level) => {
    const put = await call(`PUT ${place}`, { id, level, new_note: true, close_issue: false })
    answers(put, 200)
    has(put.row(), { level }, put)
    const got = await call(`GET ${place}`, { id })
    equals('what is read', got.json, put.json)
    if (level !== 'custom') return lacks(got.row(), ['events'], got)
    has(got.row().events as never, { new_note: true, close_issue: false }, got)
  },
})

export const notificationRefusals = check({
  id: 'notifications/refusals',
  says: 'A level that nobody knows is refused',
  source,
  level: 'should',
  covers: [`PUT ${place}`],
  holds: async ({ call, project: { id } }) => {
    const before = (await call(`GET ${place}`, { id })).json
    says(await call(`PUT ${place}`, { id, level: 'loud' }), 400, "'loud' is not a valid level")
    equals('what is chosen', (await call(`GET ${place}`, { id })).json, before)
  },
})

const topics = '/topics'

export const topicsRenamed = check({
  id: 'topics/renamed',
  says: 'A topic that is renamed, merged or deleted is so in its projects',
  source,
  level: 'should',
  covers: [`POST ${topics}`, `PUT ${topics}/:topic_id`, `POST ${topics}/merge`, `DELETE ${topics}/:topic_id`],
  holds: async ({ call, project: { id }, prefix, has: knows, skip }) => {
    if (!knows('admin')) skip('only administrators write topics')
    const as = { as: 'admin' } as const
    const names = ['one', 'two', 'three'].map((name) => `${prefix}-${name}`)
    const [one = '', two = '', three = ''] = names
    const make = async (name: string) => {
      const made = await call(`POST ${topics}`, { name, title: name }, as)
      answers(made, 201)
      return numberIn(made.row(), 'id')
    }
    const [first, second] = [await make(one), await make(two)]
    const ofProject = async () => (await call('GET /projects/:id', { id })).row().topics
    await call('PUT /projects/:id', { id, topics: [one] })
    const renamed = await call(`PUT ${topics}/:topic_id`, { topic_id: first, name: three }, as)
    answers(renamed, 200)
    equals('after the new name', await ofProject(), [three])
    const merged = { source_topic_id: first, target_topic_id: second }
    answers(await call(`POST ${topics}/merge`, merged, as), 201)
    equals('after the merge', await ofProject(), [two])
    answers(await call(`DELETE ${topics}/:topic_id`, { topic_id: second }, as), 204)
    equals('after all', await ofProject(), [])
  },
})

const messages = '/broadcast_messages'

export const broadcasts = check({
  id: 'broadcasts/life',
  says: 'A message to everybody is told to whoever asks, changed, and taken back',
  source,
  level: 'should',
  covers: [`POST ${messages}`, `PUT ${messages}/:id`, `GET ${messages}/:id`, `DELETE ${messages}/:id`],
  needs: { project: 'none', writes: true },
  holds: async ({ call, has: knows, skip, prefix }) => {
    if (!knows('admin')) skip('only administrators tell everybody')
    const as = { as: 'admin' } as const
    const told = await call(`POST ${messages}`, { message: prefix }, as)
    answers(told, 201)
    has(told.row(), { message: prefix, broadcast_type: 'banner', active: true }, told)
    const id = numberIn(told.row(), 'id')
    const begins = Date.parse(textIn(told.row(), 'starts_at'))
    equals('the hour', Date.parse(textIn(told.row(), 'ends_at')) - begins, 3_600_000)
    const changed = await call(`PUT ${messages}/:id`, { id, message: `${prefix} again` }, as)
    has(changed.row(), { message: `${prefix} again`, id }, changed)
    equals(
      'what is read',
      (await call(`GET ${messages}/:id`, { id }, { as: 'anonymous' })).json,
      changed.json,
    )
    answers(await call(`DELETE ${messages}/:id`, { id }, as), 204)
    answers(await call(`GET ${messages}/:id`, { id }), 404)
  },
})

const licence = 'GET /templates/licenses/:name'

export const licenceTexts = check({
  id: 'templates/licences',
  says: 'A licence is made out to whoever is named',
  source,
  level: 'should',
  covers: [licence],
  needs: { project: 'none', found: true },
  holds: async ({ call }) => {
    const reply = await call(licence, { name: 'mit', fullname: 'Nobody In Particular' })
    answers(reply, 200)
    const content = textIn(reply.row(), 'content')
    equals('that it names them', content.includes('Nobody In Particular'), true, reply)
    equals('that it leaves gaps', /\[(?:year|fullname)\]/.test(content), false, reply)
    says(await call(licence, { name: 'none-such' }), 404, '404 License Not Found')
  },
})

const descriptions = 'GET /projects/:id/templates/:type'

export const descriptionTemplates = check({
  id: 'templates/descriptions',
  says: 'The templates of descriptions are the Markdown files in a folder of the default branch',
  source,
  level: 'should',
  covers: [descriptions, `${descriptions}/:template_name`],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const { id, branch } = project
    const file_path = '.gitlab/issue_templates/Bug.md'
    const file = { id, branch, file_path, content: 'What happened?', commit_message: 'Ask' }
    answers(await call('POST /projects/:id/repository/files/:file_path', file), 201)
    const list = await call(descriptions, { id, type: 'issues' })
    equals('the names', list.rows(), [{ key: 'Bug', name: 'Bug' }], list)
    const one = await call(`${descriptions}/:template_name`, { id, type: 'issues', template_name: 'Bug' })
    answers(one, 200)
    has(one.row(), { name: 'Bug', content: 'What happened?' }, one)
  },
})
