import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'

const admin = { as: 'admin' } as const

export const applications = check({
  id: 'installation/applications',
  says: 'An OAuth application shows its secret only in the answer that creates it, and is not listed after its deletion',
  source: 'installation#application-create, installation#application-secret, installation#application-delete',
  level: 'should',
  covers: ['POST /applications', 'GET /applications', 'DELETE /applications/:id'],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async ({ call, prefix }) => {
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
    const listed = async () =>
      (await call('GET /applications', { per_page: 100 }, admin)).rows().find((row) => row.id === id)
    const [row] = [await listed()]
    holds(isRow(row) && row.secret === undefined, 'the list tells no secret', row?.secret ?? null)
    answers(await call('DELETE /applications/:id', { id }, admin), 204)
    equals('the removed application in the list', await listed(), undefined)
  },
})
