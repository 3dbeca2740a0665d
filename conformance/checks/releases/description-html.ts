import { check } from '../../kit/check.ts'
import { answers, equals, lacks } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const RELEASES = '/projects/:id/releases'

export const descriptionHtml = check({
  id: 'releases/description-html',
  says: 'The description of a release is shown as HTML where that is asked for',
  source: 'releases#description-html',
  level: 'should',
  covers: [`GET ${RELEASES}`, `GET ${RELEASES}/:tag_name`],
  needs: { repository: true, writes: true },
  holds: async ({ call, project: { id, branch } }) => {
    const tag_name = 'v1'
    arranged(await call(`POST ${RELEASES}`, { id, tag_name, ref: branch, description: 'So **much** new' }))
    for (const operation of [`GET ${RELEASES}`, `GET ${RELEASES}/:tag_name`]) {
      const at = operation === `GET ${RELEASES}` ? { id } : { id, tag_name }
      const usual = await call(operation, at)
      const whole = await call(operation, { ...at, include_html_description: true })
      answers(whole, 200)
      const [plain, shown] = [usual, whole].map((reply) =>
        Array.isArray(reply.json) ? reply.rows()[0] : reply.row(),
      )
      lacks(plain ?? {}, ['description_html'], usual)
      const html = String(shown?.description_html)
      equals('the emphasis', html.includes('<strong') && html.includes('much</strong>'), true, whole)
    }
  },
})
