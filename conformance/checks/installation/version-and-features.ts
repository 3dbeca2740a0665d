import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, rowIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

const kinds = ['gitignores', 'gitlab_ci_ymls', 'dockerfiles'] as const

export const version = check({
  id: 'installation/version',
  says: 'The version answers 401 to anonymous callers, and the metadata show the same version',
  source: 'installation#version, installation#metadata, installation#later-kas-proxy',
  level: 'should',
  covers: ['GET /version', 'GET /metadata'],
  needs: { project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    const { call } = stage
    const shown = await call('GET /version')
    answers(shown, 200)
    names(shown.row(), ['version', 'revision'], shown)
    const metadata = await call('GET /metadata')
    const { version, revision } = shown.row()
    has(metadata.row(), { version: version ?? null, revision: revision ?? null }, metadata)
    names(metadata.row(), ['kas', 'enterprise'], metadata)
    const later = { 'installation#later-kas-proxy': { externalK8sProxyUrl: ['string', 'null'] } } as const
    await hasLater(stage, rowIn(metadata.row(), 'kas'), later, metadata)
    answers(await call('GET /version', {}, { as: 'anonymous' }), 401)
  },
})

export const features = check({
  id: 'installation/features',
  says: 'A feature flag of the installation is listed after it was set, and no more once it is deleted',
  source: 'installation#features',
  level: 'should',
  covers: ['GET /features', 'POST /features/:name', 'DELETE /features/:name'],
  needs: { project: 'none', rewinds: true, role: 'admin' },
  holds: async ({ call }) => {
    const name = 'conformance_feature'
    const state = async () =>
      (await call('GET /features')).rows().find((row) => row.name === name)?.state ?? null
    for (const [value, expected] of [
      ['true', 'on'],
      ['false', 'off'],
    ] as const) {
      answers(await call('POST /features/:name', { name, value }), 201)
      equals('its state', await state(), expected)
    }
    answers(await call('DELETE /features/:name', { name }), 204)
    equals('its state', await state(), null)
  },
})

export const templates = check<(typeof kinds)[number]>({
  id: 'installation/templates',
  says: 'Each template of a list is shown with its name and content, without authentication',
  source: 'installation#templates',
  level: 'should',
  covers: kinds.flatMap((kind) => [`GET /templates/${kind}`, `GET /templates/${kind}/:name`]),
  needs: { project: 'none' },
  readOnly: true,
  each: () => kinds,
  holds: async ({ call }, kind) => {
    const as = { as: 'anonymous' } as const
    const listed = await call(`GET /templates/${kind}`, {}, as)
    answers(listed, 200)
    const [first] = listed.rows()
    holds(first !== undefined, 'there is a template', listed.json, listed)
    names(first, ['key', 'name'], listed)
    const one = await call(`GET /templates/${kind}/:name`, { name: String(first.key) }, as)
    answers(one, 200)
    has(one.row(), { name: first.name ?? null }, one)
    holds(String(one.row().content).length > 0, 'the template has content', one.json, one)
  },
})
