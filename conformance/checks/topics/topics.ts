import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, says } from '../../kit/expect.ts'

const topics = '/topics'

export const changesReachProjects = check({
  id: 'topics/changes-reach-projects',
  says: 'Renaming, merging and deleting a topic change the topics of its projects',
  source: 'topics#rename, topics#merge, topics#delete',
  level: 'should',
  covers: [`POST ${topics}`, `PUT ${topics}/:id`, `POST ${topics}/merge`, `DELETE ${topics}/:id`],
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
    const renamed = await call(`PUT ${topics}/:id`, { id: first, name: three }, as)
    answers(renamed, 200)
    equals('after the new name', await ofProject(), [three])
    const merged = { source_topic_id: first, target_topic_id: second }
    answers(await call(`POST ${topics}/merge`, merged, as), 201)
    equals('after the merge', await ofProject(), [two])
    answers(await call(`DELETE ${topics}/:id`, { id: second }, as), 204)
    equals('after all', await ofProject(), [])
  },
})

export const searched = check({
  id: 'topics/search',
  says: 'Topics are found by words of their name or title, the likeliest name first, and by fewer than three letters only where they are all of it',
  source: 'topics#search',
  level: 'should',
  covers: [`GET ${topics}`],
  holds: async ({ call, prefix, has: knows, skip }) => {
    if (!knows('admin')) skip('only administrators write topics')
    const as = { as: 'admin' } as const
    const make = async (name: string, title: string) => {
      const made = await call(`POST ${topics}`, { name, title }, as)
      answers(made, 201)
      return numberIn(made.row(), 'id')
    }
    const longer = await make(`${prefix}-pans-and-pots`, `${prefix} of copper`)
    const short = await make(`${prefix}-pans`, `${prefix} of steel`)
    const ours = async (search: string) => {
      const found = await call(`GET ${topics}`, { search, per_page: 100 })
      answers(found, 200)
      return found.rows().flatMap(({ id }) => (id === longer || id === short ? [id] : []))
    }
    equals('found by a name', await ours(`${prefix}-PANS`), [short, longer])
    equals('found by words of a title', await ours(`copper ${prefix}`), [longer])
    equals('found by two letters', await ours('pa'), [])
    for (const id of [longer, short]) answers(await call(`DELETE ${topics}/:id`, { id }, as), 204)
  },
})

export const namesInAnyCase = check({
  id: 'topics/names-in-any-case',
  says: 'Topics whose names differ only in the case of letters are one: a second is refused, and a project has the first',
  source: 'topics#invalid, topics#of-projects',
  level: 'should',
  covers: [`POST ${topics}`],
  needs: { writes: true },
  holds: async ({ call, project: { id }, prefix, has: knows, skip }) => {
    if (!knows('admin')) skip('only administrators write topics')
    const as = { as: 'admin' } as const
    const [name, other] = [`${prefix}-Kettles`, `${prefix}-kettles`]
    const made = await call(`POST ${topics}`, { name, title: 'Kettles' }, as)
    answers(made, 201)
    const second = await call(`POST ${topics}`, { name: other, title: 'Kettles' }, as)
    says(second, 400, { name: ['has already been taken'] })
    const updated = await call('PUT /projects/:id', { id, topics: [other] })
    answers(updated, 200)
    equals('the topics of the project', updated.row().topics, [name])
    answers(await call(`DELETE ${topics}/:id`, { id: numberIn(made.row(), 'id') }, as), 204)
  },
})
