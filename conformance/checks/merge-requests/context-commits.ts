import { mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'

const CONTEXT = '/projects/:id/merge_requests/:merge_request_iid/context_commits'

export const contextCommits = check({
  id: 'merge-requests/context-commits',
  says: 'Context commits are added once each, listed without their parents, and removed by Owners; a SHA of no commit is refused',
  source: 'merge-requests#context-commits',
  level: 'should',
  covers: [`GET ${CONTEXT}`, `POST ${CONTEXT}`, `DELETE ${CONTEXT}`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const request = await mergeRequest(stage, { branch: 'topic', as: 'owner' })
    const place = { id, merge_request_iid: numberIn(request, 'iid') }
    const head = await call('GET /projects/:id/repository/commits/:sha', { id, sha: branch })
    const sha = String(head.row().id)
    const listed = async () => (await call(`GET ${CONTEXT}`, place)).rows()
    equals('context commits at first', (await listed()).length, 0)
    const unknown = "One or more context commits' sha is not valid."
    says(await call(`POST ${CONTEXT}`, { ...place, commits: ['0'.repeat(40)] }), 400, unknown)
    const many = Array.from({ length: 21 }, (_, i) => String(i).padStart(40, 'a'))
    says(
      await call(`POST ${CONTEXT}`, { ...place, commits: many }),
      400,
      'Context commits array size should not be more than 20',
    )
    const added = await call(`POST ${CONTEXT}`, { ...place, commits: [sha] })
    answers(added, 201)
    has(added.rows()[0] ?? {}, { id: sha, parent_ids: head.row().parent_ids ?? null }, added)
    const again = await call(`POST ${CONTEXT}`, { ...place, commits: [sha.slice(0, 12)] })
    says(again, 400, `Context commits: ["${sha}"] are already created`)
    const [shown = {}] = await listed()
    has(shown, { id: sha, title: head.row().title ?? null, parent_ids: null })
    if (stage.has('maintainer'))
      answers(await call(`DELETE ${CONTEXT}`, { ...place, commits: [sha] }, { as: 'maintainer' }), 403)
    const owner = { as: 'owner' } as const
    says(await call(`DELETE ${CONTEXT}`, { ...place, commits: ['0'.repeat(40)] }, owner), 400, unknown)
    answers(await call(`DELETE ${CONTEXT}`, { ...place, commits: [sha] }, owner), 204)
    equals('context commits in the end', (await listed()).length, 0)
  },
})
