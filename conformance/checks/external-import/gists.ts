import { setInstanceFeature } from '../../arrange/instance-settings.ts'
import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, refuses, says, textIn } from '../../kit/expect.ts'
import { isRow, isRows, type Json, type Row } from '../../kit/json.ts'
import { forbidden } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const gists = 'POST /import/extgit/gists'

export const gistsParameters = check({
  id: 'external-import/gists-parameters',
  says: 'An import of gists without a token answers 400, with its feature flag on or off',
  source: 'external-import#gists-parameter',
  level: 'must',
  covers: [gists],
  needs: { project: 'none', writes: true },
  holds: async ({ call }) => refuses(await call(gists), 'personal_access_token is missing'),
})

export const gistsStart = check({
  id: 'external-import/gists-start',
  says: 'An import of gists answers 202 and a second one of the same user 422; without the feature flag it answers 404',
  source: 'external-import#gists-start, external-import#gists-flag, external-import#gists-token',
  level: 'must',
  covers: [gists],
  needs: { project: 'none', writes: true },
  holds: async (stage) => {
    const params = { personal_access_token: 'remote-token' }
    const reply = await stage.call(gists, params)
    if (reply.status === 404) return says(reply, 404, '404 Not Found')
    if (reply.status === 401) return answers(reply, 401, { errors: 'Access denied to the GitHub account' })
    answers(reply, 202, 202)
    answers(await stage.call(gists, params), 422, { errors: 'Import already in progress' })
  },
})

export const gistsOfExternalUsers = check({
  id: 'external-import/gists-of-external-users',
  says: 'An external user, who may not create snippets, gets 403 for an import of gists',
  source: 'external-import#gists-start',
  level: 'should',
  covers: [gists],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async (stage) => {
    if (!stage.has('admin')) return stage.skip('the target was given no administrator credential')
    await setInstanceFeature(stage, 'github_import_gists', true)
    const as = { as: 'admin' } as const
    const id = numberIn(await createdUser(stage, 'outside', 'admin'), 'id')
    const wish = { user_id: id, name: 'writes', scopes: ['api'] }
    const made = arranged(await stage.call('POST /users/:user_id/personal_access_tokens', wish, as))
    const outside = { as: 'anonymous', headers: { 'private-token': textIn(made, 'token') } } as const
    expectArranged(await stage.call('PUT /users/:id', { id, external: true }, as))
    const params = { personal_access_token: 'remote-token' }
    answers(await stage.call(gists, params, outside), forbidden.status, forbidden.body)
    expectArranged(await stage.call('PUT /users/:id', { id, external: false }, as))
    answers(await stage.call(gists, params, outside), 202, 202)
  },
})

export const gistsToSnippets = check({
  id: 'external-import/gists-to-snippets',
  says: 'Gists of up to ten files become snippets of the caller, and a running import refuses another one before looking at its token',
  source: 'external-import#gists-snippets, external-import#gists-start',
  level: 'must',
  covers: [gists, 'GET /snippets'],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async (stage) => {
    await setInstanceFeature(stage, 'github_import_gists', true)
    const before = await listed(stage)
    const params = { personal_access_token: 'remote-token' }
    const reply = await stage.call(gists, params)
    answers(reply, 202, 202)
    const running = { errors: 'Import already in progress' }
    answers(await stage.call(gists, { personal_access_token: 'invalid-token' }), 422, running)
    await stage.wait(10)
    const added = await addedSince(stage, before)
    holds(added.length > 0, 'there are more snippets', added.length)
    for (const { author, files } of added) {
      equals('the author', isRow(author) ? author.id : null, stage.user('owner').id)
      holds(Array.isArray(files) && files.length <= 10, 'it has at most ten files', files)
    }
    answers(await stage.call(gists, params), 202, 202)
  },
})

export const secretGists = check({
  id: 'external-import/secret-gists',
  says: 'A secret gist becomes a private snippet, which strangers do not find, and a public one a public snippet',
  source: 'external-import#gists-visibility',
  level: 'must',
  covers: [gists, 'GET /snippets'],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async (stage) => {
    await setInstanceFeature(stage, 'github_import_gists', true)
    const before = await listed(stage)
    answers(await stage.call(gists, { personal_access_token: 'remote-token' }), 202, 202)
    await stage.wait(10)
    const added = await addedSince(stage, before)
    // Of a described host titles alone tell which of its gists are secret.
    const secret = added.filter(({ title }) => String(title).startsWith('Secret '))
    if (secret.length === 0) return stage.skip('the other host tells of no secret gist by its title')
    const others = added.filter((row) => !secret.includes(row))
    for (const { visibility } of secret) equals('the visibility of a secret one', visibility, 'private')
    for (const { visibility } of others) equals('the visibility of the others', visibility, 'public')
    if (!stage.has('stranger')) return
    for (const { id = 0 } of secret)
      answers(await stage.call('GET /snippets/:id', { id: Number(id) }, { as: 'stranger' }), 404)
  },
})

export const gistContents = check({
  id: 'external-import/gist-contents',
  says: 'Each gist of up to ten files is a snippet with its description, or else the name of its first file, as title, and with each of its files, byte for byte',
  source: 'external-import#gists-snippets, external-import#gists-visibility',
  level: 'must',
  covers: [gists, 'GET /snippets'],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async (stage) => {
    const [host = {}] = await stage.rowsOf('externalHosts')
    const told = isRow(host.described) && isRows(host.described.gists) ? host.described.gists : []
    if (told.length === 0) return stage.skip('the other host has no gist')
    await setInstanceFeature(stage, 'github_import_gists', true)
    const before = await listed(stage)
    answers(await stage.call(gists, { personal_access_token: 'remote-token' }), 202, 202)
    await stage.wait(10)
    const added = await addedSince(stage, before)
    const expected = told.flatMap((gist): Json[] => {
      const files = Object.entries(isRow(gist.files) ? gist.files : {})
      if (files.length === 0 || files.length > 10) return []
      const visibility = gist.public === true ? 'public' : 'private'
      return [[gist.description || (files[0]?.[0] ?? ''), visibility, Object.fromEntries(files)]]
    })
    const found: Json[] = []
    for (const row of added) {
      const files: { [path: string]: Json } = {}
      for (const { path, raw_url } of isRows(row.files) ? row.files : []) {
        const ref = /\/raw\/([^/]+)\//.exec(String(raw_url))?.[1] ?? 'main'
        const at = { id: numberIn(row, 'id'), ref, file_path: String(path) }
        files[String(path)] = (await stage.call('GET /snippets/:id/files/:ref/:file_path/raw', at)).text
      }
      found.push([row.title ?? null, row.visibility ?? null, files])
    }
    const sorted = (all: readonly Json[]): Json => [...all].sort((a, b) => (String(a) < String(b) ? -1 : 1))
    equals('the snippets', sorted(found), sorted(expected))
  },
})

export const gistsHostErrors = check<readonly [token: string, status: number, body: Row]>({
  id: 'external-import/gists-host-errors',
  says: 'A gists token that the host refuses answers 401, and the rate limit of the host 429',
  source: 'external-import#gists-token, external-import#gists-rate-limit, external-import#described-host',
  level: 'must',
  covers: [gists],
  needs: { project: 'none', writes: true, rewinds: true },
  each: () => [
    ['invalid-token', 401, { errors: 'Access denied to the GitHub account.' }],
    ['limited-token', 429, { error: 'Too Many Requests' }],
  ],
  holds: async (stage, [token, status, body]) => {
    await setInstanceFeature(stage, 'github_import_gists', true)
    answers(await stage.call(gists, { personal_access_token: token }), status, body)
  },
})

async function listed({ call }: Stage): Promise<readonly Row[]> {
  const reply = await call('GET /snippets', { per_page: 100 })
  answers(reply, 200)
  return reply.rows()
}

async function addedSince(stage: Stage, before: readonly Row[]): Promise<readonly Row[]> {
  return (await listed(stage)).filter(({ id }) => !before.some((known) => known.id === id))
}
