import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'

const topics = '/topics'

export const changesReachProjects = check({
  id: 'topics/changes-reach-projects',
  says: 'Renaming, merging and deleting a topic change the topics of its projects',
  source: 'topics#rename, topics#merge, topics#delete',
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
