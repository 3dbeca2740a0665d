import { npmFileName, npmName, npmPackage } from '../../arrange/packages.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, says } from '../../kit/expect.ts'

const places = ['/projects/:id/packages/npm', '/packages/npm'] as const

const audits = ['-/npm/v1/security/advisories/bulk', '-/npm/v1/security/audits/quick'] as const

const settings = 'PUT /application/settings'

export const npmForwarding = check<(typeof places)[number]>({
  id: 'packages/npm-forwarding',
  says: 'An npm package that the registry lacks, and an audit, are redirected to the public registry; with forwarding off the package answers 404 and the audit of a project an empty list',
  source: 'packages#npm-forwarding, packages#npm-audit-instance',
  level: 'should',
  covers: places.flatMap((place) => [
    `GET ${place}/*package_name`,
    ...audits.map((audit) => `POST ${place}/${audit}`),
  ]),
  needs: { rewinds: true },
  each: () => places,
  holds: async (stage, place) => {
    const { call, project } = stage
    const params = { id: project.id, package_name: npmName(stage, 'nowhere') }
    const body = { body: '{}', contentType: 'application/json' } as const
    const read = () => call(`GET ${place}/*package_name`, params)
    const audit = (path: string) => call(`POST ${place}/${path}`, params, { inQuery: true, ...body })
    answers(await read(), 302)
    for (const path of audits) answers(await audit(path), 307)
    const off = { npm_package_requests_forwarding: false }
    answers(await call(settings, off, { as: 'admin' }), 200)
    await stage.wait(61)
    answers(await read(), 404)
    const nowhere = { ...params, id: 987_654_321 }
    for (const path of audits) {
      const reply = await call(`POST ${place}/${path}`, nowhere, { inQuery: true, ...body })
      says(reply, 404, '404 Project Not Found')
    }
    for (const path of audits) {
      const reply = await audit(path)
      // Without a package to name it, the whole installation has no project that could be meant.
      if (place === '/packages/npm') says(reply, 404, '404 Project Not Found')
      else answers(reply, 200, [])
    }
  },
})

const inProject = 'GET /projects/:id/packages/npm'
const readings = [
  `${inProject}/*package_name`,
  `${inProject}/-/package/*package_name/dist-tags`,
  `${inProject}/*package_name/-/*file_name`,
] as const

export const npmWithoutCredentials = check<(typeof readings)[number]>({
  id: 'packages/npm-without-credentials',
  says: 'Without credentials npm packages of a private project answer 404, and 401 from 16.5 on',
  source: 'packages#reading-refused, packages#later-npm-unauthorized',
  level: 'must',
  covers: readings,
  each: () => readings,
  holds: async (stage, operation) => {
    const name = npmName(stage, 'hidden')
    await npmPackage(stage, { name })
    const at = { id: stage.project.id, package_name: name, file_name: npmFileName(name, '1.0.0') }
    answers(await stage.call(operation, at), 200)
    const reply = await stage.call(operation, at, { as: 'anonymous' })
    await stage.changed('packages#later-npm-unauthorized', {
      before: () => says(reply, 404, '404 Project Not Found'),
      after: () => says(reply, 401, '401 Unauthorized'),
    })
  },
})

export const npmTagsAtBothAddresses = check<(typeof places)[number]>({
  id: 'packages/npm-tags-at-both-addresses',
  says: 'Tags of an npm package are set and deleted at the address of the project and of the instance alike; an unknown package, version or tag answers 404',
  source: 'packages#npm-tags, packages#npm-instance',
  level: 'should',
  covers: places.flatMap((place) => [
    `GET ${place}/-/package/*package_name/dist-tags`,
    `PUT ${place}/-/package/*package_name/dist-tags/:tag`,
    `DELETE ${place}/-/package/*package_name/dist-tags/:tag`,
  ]),
  needs: { in: 'group' },
  each: () => places,
  holds: async (stage, place) => {
    const { call, project } = stage
    const name = npmName(stage, 'library')
    await npmPackage(stage, { name })
    const at = { id: project.id, package_name: name }
    const tags = `${place}/-/package/*package_name/dist-tags`
    const set = (version: string) =>
      call(
        `PUT ${tags}/:tag`,
        { ...at, tag: 'next' },
        { inQuery: true, body: `"${version}"`, contentType: 'application/json' },
      )
    answers(await set('1.0.0'), 204)
    equals('the tags', (await call(`GET ${tags}`, at)).json, { latest: '1.0.0', next: '1.0.0' })
    says(await set('9.9.9'), 404, '404 Package Not Found')
    answers(await call(`DELETE ${tags}/:tag`, { ...at, tag: 'next' }), 204)
    says(await call(`DELETE ${tags}/:tag`, { ...at, tag: 'next' }), 404, '404 Package tag Not Found')
    answers(await call(`GET ${tags}`, { ...at, package_name: `${name}-unknown` }), 404)
  },
})
