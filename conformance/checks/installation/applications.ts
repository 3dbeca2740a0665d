import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const admin = { as: 'admin' } as const

export const applications = check({
  id: 'installation/applications',
  says: 'An OAuth application shows its secret only in the answer that creates it, and is not listed after its deletion',
  source:
    'installation#application-create, installation#application-secret, installation#application-delete, installation#later-secret-prefix',
  level: 'should',
  covers: ['POST /applications', 'GET /applications', 'DELETE /applications/:id'],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async (stage) => {
    const { call, prefix } = stage
    const params = { redirect_uri: 'https://app.example.com/callback', scopes: 'api', confidential: false }
    const made = await call('POST /applications', { name: prefix, ...params }, admin)
    answers(made, 201)
    const id = numberIn(made.row(), 'id')
    has(
      made.row(),
      { application_name: prefix, callback_url: params.redirect_uri, confidential: false },
      made,
    )
    holds(typeof made.row().secret === 'string', 'the secret is told', made.row().secret, made)
    const prefixed = textIn(made.row(), 'secret').startsWith('gloas-')
    await stage.changed('installation#later-secret-prefix', {
      before: () => equals('whether the secret has the prefix', prefixed, false, made),
      after: () => equals('whether the secret has the prefix', prefixed, true, made),
    })
    const listed = async () =>
      (await call('GET /applications', { per_page: 100 }, admin)).rows().find((row) => row.id === id)
    const [row] = [await listed()]
    holds(isRow(row) && row.secret === undefined, 'the list tells no secret', row?.secret ?? null)
    answers(await call('DELETE /applications/:id', { id }, admin), 204)
    equals('the removed application in the list', await listed(), undefined)
  },
})

export const renewedSecret = check({
  id: 'installation/renewed-secret',
  says: 'Renewing the secret of an OAuth application gives it another one, and leaves everything else',
  source: 'installation#later-renew-secret',
  level: 'must',
  covers: ['POST /applications/:id/renew-secret'],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async ({ call, prefix }) => {
    const wish = { name: prefix, redirect_uri: 'https://app.example.com/callback', scopes: 'api' }
    const made = arranged(await call('POST /applications', wish, admin))
    const { id } = made
    const renewed = await call('POST /applications/:id/renew-secret', { id: numberIn(made, 'id') }, admin)
    answers(renewed, 200)
    const { secret, ...rest } = renewed.row()
    holds(typeof secret === 'string' && secret !== made.secret, 'the secret is another one', null, renewed)
    has(made, rest, renewed)
    await call('DELETE /applications/:id', { id: Number(id) }, admin)
    const unknown = await call('POST /applications/:id/renew-secret', { id: Number(id) }, admin)
    says(unknown, 404, '404 Application Not Found')
  },
})
