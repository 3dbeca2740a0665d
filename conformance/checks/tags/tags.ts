import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, rowIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const TAGS = '/projects/:id/repository/tags'

export const life = check({
  id: 'tags/life',
  says: 'A tag is created at a ref, listed, and answers 404 once it is deleted',
  source: 'tags#create, tags#object, tags#target, tags#search, tags#missing, tags#delete',
  level: 'should',
  covers: [`GET ${TAGS}`, `POST ${TAGS}`, `GET ${TAGS}/:tag_name`, `DELETE ${TAGS}/:tag_name`],
  needs: { repository: true, writes: true },
  holds: async ({ call, project }) => {
    const { id, branch } = project
    const light = await call(`POST ${TAGS}`, { id, tag_name: 'v1', ref: branch })
    answers(light, 201)
    const head = await call('GET /projects/:id/repository/branches/:branch', { id, branch })
    const sha = rowIn(head.row(), 'commit').id ?? null
    equals('its commit', rowIn(light.row(), 'commit').id, sha, light)
    has(light.row(), { name: 'v1', target: sha, message: null, protected: false, release: null }, light)
    const annotated = await call(`POST ${TAGS}`, { id, tag_name: 'w1', ref: 'v1', message: 'First' })
    answers(annotated, 201)
    has(annotated.row(), { name: 'w1', message: 'First' }, annotated)
    equals('the commit of the annotated tag', rowIn(annotated.row(), 'commit').id, sha, annotated)
    const target = annotated.row().target ?? null
    holds(target !== sha, 'the target of an annotated tag is the tag object', target, annotated)
    const found = async (search?: string) =>
      (await call(`GET ${TAGS}`, { id, order_by: 'name', sort: 'asc', search }))
        .rows()
        .map(({ name }) => name ?? null)
    equals('the tags', await found(), ['v1', 'w1'])
    equals('those that begin with v', await found('^v'), ['v1'])
    answers(await call(`GET ${TAGS}/:tag_name`, { id, tag_name: 'w1' }), 200, annotated.json)
    answers(await call(`DELETE ${TAGS}/:tag_name`, { id, tag_name: 'v1' }), 204)
    for (const verb of ['GET', 'DELETE'])
      says(await call(`${verb} ${TAGS}/:tag_name`, { id, tag_name: 'v1' }), 404, '404 Tag Not Found')
    equals('the tags left', await found(), ['w1'])
  },
})

export const createRefused = check<readonly [name: string, ref: string | undefined, text: string]>({
  id: 'tags/create-refused',
  says: 'A tag with a taken or invalid name, or an unknown ref, answers 400 and is not created',
  source: 'tags#create-twice, tags#bad-name, tags#bad-ref',
  level: 'should',
  covers: [`POST ${TAGS}`],
  needs: { repository: true, writes: true },
  each: () => [
    ['v1', undefined, 'Tag v1 already exists'],
    ['a..b', undefined, 'Tag name invalid'],
    ['v2', 'nowhere', 'Target nowhere is invalid'],
  ],
  holds: async ({ call, project }, [tag_name, ref = project.branch, text]) => {
    const { id, branch } = project
    arranged(await call(`POST ${TAGS}`, { id, tag_name: 'v1', ref: branch }))
    const before = await call(`GET ${TAGS}`, { id })
    says(await call(`POST ${TAGS}`, { id, tag_name, ref }), 400, text)
    answers(await call(`GET ${TAGS}`, { id }), 200, before.json)
  },
})

export const versions = check({
  id: 'tags/version-order',
  says: 'Tags are ordered by the numbers of their versions',
  source: 'tags#list-version',
  level: 'should',
  covers: [`GET ${TAGS}`],
  needs: { repository: true, writes: true },
  holds: async ({ call, project: { id, branch } }) => {
    const ascending = ['v1.2.0', 'v1.10.0', 'v2.0.0']
    for (const tag_name of ['v1.10.0', 'v2.0.0', 'v1.2.0'])
      arranged(await call(`POST ${TAGS}`, { id, tag_name, ref: branch }))
    for (const [sort, expected] of [
      ['asc', ascending],
      ['desc', ascending.toReversed()],
    ] as const) {
      const reply = await call(`GET ${TAGS}`, { id, order_by: 'version', sort })
      answers(reply, 200)
      equals(
        'the tags',
        reply.rows().map(({ name }) => name ?? null),
        expected,
        reply,
      )
    }
  },
})
