import { downloadExport, finishedExport, startExport } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds } from '../../kit/expect.ts'
import { equalBytes, openArchive, textOfBytes } from '../../oracle/archive.ts'

export const uploadSent = check<readonly [method: 'PUT' | 'POST' | undefined, status: number]>({
  id: 'project-export/upload-sent',
  says: 'A finished archive is sent once to the upload URL as gzip, by PUT unless POST is asked for, and the export finishes whatever the target answers',
  source: 'project-export#upload-request, project-export#upload-failure',
  level: 'must',
  covers: [startExport, 'GET /projects/:id/export'],
  hardy: true,
  each: () => [
    [undefined, 200],
    ['PUT', 201],
    ['POST', 200],
    ['PUT', 403],
    ['POST', 500],
  ],
  holds: async (stage, [method, status]) => {
    const { id } = stage.project
    const place = await stage.remote(() => ({ status }))
    const upload = { url: `${place.url}/drop?signature=a%2Fb`, ...(method && { http_method: method }) }
    const description = 'For the target of the archive'
    answers(await stage.call(startExport, { id, upload, description }), 202)
    has((await finishedExport(stage)).row(), { export_status: 'finished' })
    if (place.heard.length === 0) return stage.failing('the target may not call this machine')
    const asked = place.heard.map((call) => `${call.method} ${call.path}`)
    equals('what the target of the archive was sent', asked, [`${method ?? 'PUT'} /drop?signature=a%2Fb`])
    const archive = (await stage.call(downloadExport, { id })).bytes
    for (const { headers, body } of place.heard) {
      equals('the type', headers['content-type'], 'application/gzip')
      equals('the length', Number(headers['content-length'] ?? body.length), archive.length)
      holds(equalBytes(body, archive), 'what was sent is the archive', body.length)
      const project = textOfBytes((await openArchive(body))?.get('tree/project.json'))
      holds(project.includes(description), 'it has the description', project.slice(0, 200))
    }
  },
})
