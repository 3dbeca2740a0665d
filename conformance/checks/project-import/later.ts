import { exportedArchive, finishedImport, importFile, upload } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { equals, has, numberIn } from '../../kit/expect.ts'

const status = 'GET /projects/:id/import'

export const staysOver = check({
  id: 'project-import/stays-over',
  says: 'An import that is over shows the same a day later, whether it finished or failed',
  source: 'project-import#timeout, project-import#status-object',
  level: 'must',
  covers: [status, importFile],
  needs: { repository: true },
  holds: async (stage) => {
    const archive = await exportedArchive(stage)
    const ids: number[] = []
    for (const [name, bytes] of [
      ['whole', archive],
      ['broken', archive.slice(0, Math.floor(archive.length / 2))],
    ] as const) {
      const ended = await finishedImport(stage, await upload(stage, bytes, {}, { name }))
      ids.push(numberIn(ended.row(), 'id'))
    }
    const read = async () => {
      const replies: Reply[] = []
      for (const id of ids) replies.push(await stage.call(status, { id }))
      return replies
    }
    const before = await read()
    for (const [i, wanted] of ['finished', 'failed'].entries())
      has(before[i]?.row() ?? {}, { import_status: wanted }, before[i])
    await stage.wait(25 * 3600)
    for (const [i, reply] of (await read()).entries())
      equals('the status a day later', reply.json, before[i]?.json, reply)
  },
})
