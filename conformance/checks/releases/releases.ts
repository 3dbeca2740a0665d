import fc from 'fast-check'
import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, says } from '../../kit/expect.ts'

const path = '/projects/:id/releases'

const texts = fc.oneof(fc.constantFrom('Notes', 'ü', '# A title\n\n- one', ' '), fc.string({ maxLength: 20 }))

export const life = check({
  id: 'releases/life',
  says: 'A release creates its tag, looks the same in every call, keeps the attributes that an update does not send, and leaves its tag when it is deleted',
  source:
    'releases#create, releases#create-tag, releases#create-twice, releases#update, releases#delete, releases#object, releases#write-unknown',
  level: 'should',
  covers: [
    `POST ${path}`,
    `GET ${path}`,
    `GET ${path}/:tag_name`,
    `PUT ${path}/:tag_name`,
    `DELETE ${path}/:tag_name`,
  ],
  needs: { writes: true },
  over: () => fc.record({ name: fc.constantFrom('First', 'ü', '1.0'), description: texts }),
  holds: async (stage, wish: { readonly name: string; readonly description: string }) => {
    const { id, branch } = stage.project
    const sha = await commit(stage, { branch, path: 'released.txt' })
    const reply = await stage.call(`POST ${path}`, { id, tag_name: 'v1', ref: branch, ...wish })
    answers(reply, 201)
    has(reply.row(), { tag_name: 'v1', ...wish, upcoming_release: false }, reply)
    const tag = (
      await stage.call('GET /projects/:id/repository/tags/:tag_name', { id, tag_name: 'v1' })
    ).row()
    has(tag.commit as never, { id: sha })
    answers(await stage.call(`GET ${path}/:tag_name`, { id, tag_name: 'v1' }), 200, reply.json)
    answers(await stage.call(`GET ${path}`, { id }), 200, [reply.json as never])
    says(await stage.call(`POST ${path}`, { id, tag_name: 'v1' }), 409, 'Release already exists')
    const other = await stage.call(`PUT ${path}/:tag_name`, { id, tag_name: 'v1', description: 'Other' })
    has(other.row(), { description: 'Other', name: wish.name }, other)
    answers(await stage.call(`DELETE ${path}/:tag_name`, { id, tag_name: 'v1' }), 200)
    answers(await stage.call(`GET ${path}/:tag_name`, { id, tag_name: 'v1' }), 404)
    for (const verb of ['PUT', 'DELETE'])
      answers(await stage.call(`${verb} ${path}/:tag_name`, { id, tag_name: 'v1', description: 'Lost' }), 403)
    answers(await stage.call('GET /projects/:id/repository/tags/:tag_name', { id, tag_name: 'v1' }), 200)
  },
})

export const order = check({
  id: 'releases/order',
  says: 'Releases are listed by `released_at`, the latest first, or as `order_by` and `sort` say',
  source: 'releases#list',
  level: 'should',
  covers: [`GET ${path}`],
  needs: { writes: true },
  holds: async (stage) => {
    const { id, branch } = stage.project
    await commit(stage, { branch, path: 'released.txt' })
    const times = {
      old: '2020-01-01T00:00:00Z',
      newest: '2021-06-01T00:00:00Z',
      middle: '2020-06-01T00:00:00Z',
    }
    for (const [tag_name, released_at] of Object.entries(times))
      answers(await stage.call(`POST ${path}`, { id, tag_name, ref: branch, released_at }), 201)
    const order = async (params: { readonly [name: string]: string }) =>
      (await stage.call(`GET ${path}`, { id, ...params })).rows().map(({ tag_name }) => tag_name ?? null)
    equals('the order', await order({}), ['newest', 'middle', 'old'])
    equals('the order', await order({ sort: 'asc' }), ['old', 'middle', 'newest'])
    equals('the order', await order({ order_by: 'created_at' }), ['middle', 'newest', 'old'])
  },
})

export const permalinks = check({
  id: 'releases/permalinks',
  says: 'The permalink of the latest release and the path of an asset answer 302 with the address',
  source: 'releases#latest, releases#download',
  level: 'should',
  covers: [
    `GET ${path}/permalink/latest`,
    `GET ${path}/permalink/latest/*suffix_path`,
    `GET ${path}/:tag_name/downloads/*direct_asset_path`,
  ],
  needs: { writes: true },
  over: () => fc.constantFrom('/tool', '/bin/tool.tar.gz', '/a/b/c'),
  holds: async (stage, direct_asset_path: string) => {
    const { id, branch } = stage.project
    await commit(stage, { branch, path: 'released.txt' })
    const url = 'https://files.example.com/tool'
    const assets = { links: [{ name: 'Tool', url, direct_asset_path }] }
    const times = {
      older: '2021-01-01T00:00:00Z',
      latest: '2021-06-01T00:00:00Z',
      oldest: '2020-06-01T00:00:00Z',
    }
    for (const [tag_name, released_at] of Object.entries(times))
      answers(await stage.call(`POST ${path}`, { id, tag_name, ref: branch, released_at, assets }), 201)
    const asset = direct_asset_path.slice(1)
    const sentTo = async (call: string, params: object) => {
      const reply = await stage.call(`GET ${path}/${call}`, { id, ...params })
      answers(reply, 302)
      return reply.headers.location ?? ''
    }
    const ending = (address: string) => address.slice(address.lastIndexOf('/releases/'))
    equals('the place', ending(await sentTo('permalink/latest', {})), '/releases/latest')
    const part = await sentTo('permalink/latest/*suffix_path', { suffix_path: `downloads/${asset}` })
    equals('the place', ending(part), `/releases/latest/downloads/${asset}`)
    equals(
      'the place',
      await sentTo(':tag_name/downloads/*direct_asset_path', { tag_name: 'older', direct_asset_path: asset }),
      url,
    )
    const none = { id, tag_name: 'older', direct_asset_path: 'none' }
    answers(await stage.call(`GET ${path}/:tag_name/downloads/*direct_asset_path`, none), 404)
  },
})

export const createRefused = check({
  id: 'releases/create-refused',
  says: 'A release without a valid tag, ref or milestone is refused and creates neither a release nor a tag',
  source: 'releases#ref-required, releases#ref-invalid, releases#milestones-unknown',
  level: 'should',
  covers: [`POST ${path}`],
  needs: { writes: true },
  each: (): readonly (readonly [object, number, string])[] => [
    [{ tag_name: 'v1' }, 422, 'Ref is not specified'],
    [{ tag_name: 'v1', ref: 'nowhere' }, 400, 'Target nowhere is invalid'],
    [{ tag_name: 'a..b', ref: 'HEAD' }, 400, 'Tag name invalid'],
    [{ tag_name: 'v1', ref: 'HEAD', milestones: ['None'] }, 400, 'Milestone(s) not found: None'],
  ],
  holds: async (stage, [wish, status, text]: readonly [object, number, string]) => {
    const { id, branch } = stage.project
    await commit(stage, { branch, path: 'released.txt' })
    const ref = 'ref' in wish && wish.ref === 'HEAD' ? { ref: branch } : {}
    says(await stage.call(`POST ${path}`, { id, ...wish, ...ref }), status, text)
    answers(await stage.call(`GET ${path}`, { id }), 200, [])
    answers(await stage.call('GET /projects/:id/repository/tags', { id }), 200, [])
  },
})

export const protectedTag = check({
  id: 'releases/protected-tag',
  says: 'A release of a protected tag that the caller may not create is refused with 403, whether or not the tag exists',
  source: 'releases#protected-tag',
  level: 'should',
  covers: [`POST ${path}`],
  needs: { in: 'group', repository: true },
  each: () => [true, false],
  holds: async ({ call, project }, exists) => {
    const { id, branch: ref } = project
    if (exists) answers(await call('POST /projects/:id/repository/tags', { id, tag_name: 'v1', ref }), 201)
    answers(await call('POST /projects/:id/protected_tags', { id, name: 'v*', create_access_level: 40 }), 201)
    const refused = await call(`POST ${path}`, { id, tag_name: 'v1', ref }, { as: 'developer' })
    says(refused, 403, 'You are not allowed to create this tag as it is protected.')
  },
})

export const protectedTagWritten = check({
  id: 'releases/protected-tag-written',
  says: 'The release of a protected tag is updated and deleted by those alone who may create the tag',
  source: 'releases#write-protected-tag',
  level: 'should',
  covers: [`PUT ${path}/:tag_name`, `DELETE ${path}/:tag_name`],
  needs: { writes: true },
  holds: async (stage) => {
    const { id, branch } = stage.project
    await commit(stage, { branch, path: 'released.txt' })
    const one = { id, tag_name: 'v1' }
    answers(await stage.call(`POST ${path}`, { ...one, ref: branch }), 201)
    const update = (as: 'developer' | 'maintainer') =>
      stage.call(`PUT ${path}/:tag_name`, { ...one, description: as }, { as })
    answers(await update('developer'), 200)
    answers(await stage.call('POST /projects/:id/protected_tags', { id, name: 'v*' }), 201)
    answers(await update('developer'), 403)
    answers(await stage.call(`DELETE ${path}/:tag_name`, one, { as: 'developer' }), 403)
    answers(await update('maintainer'), 200)
    answers(await stage.call(`DELETE ${path}/:tag_name`, one, { as: 'maintainer' }), 200)
  },
})
