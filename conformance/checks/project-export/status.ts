import {
  downloadExport,
  exportedArchive,
  finishedExport,
  readExport,
  startExport,
} from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, keysAre, lacks, rowIn, says, textIn } from '../../kit/expect.ts'
import { equalBytes } from '../../oracle/archive.ts'
import { expectArranged } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

export const neverExported = check({
  id: 'project-export/never-exported',
  says: 'A project that was never exported has the status none, no links and nothing to download',
  source: 'project-export#status-object, project-export#status-values, project-export#download-missing',
  level: 'must',
  covers: [readExport, downloadExport],
  readOnly: true,
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const reply = await call(readExport, { id })
    answers(reply, 200)
    const about = (await call('GET /projects/:id', { id })).row()
    const named = [
      'id',
      'description',
      'name',
      'name_with_namespace',
      'path',
      'path_with_namespace',
      'created_at',
    ]
    has(reply.row(), Object.fromEntries(named.map((name) => [name, about[name] ?? null])), reply)
    equals('the status', reply.row().export_status, 'none', reply)
    keysAre(stage, reply.row(), [...named, 'export_status'], reply)
    says(await call(downloadExport, { id }), 404, '404 Not found or has expired')
  },
})

/** Statuses in the order in which a single export goes through them; a worker may not have written the first. */
const order = ['none', 'queued', 'started', 'regeneration_in_progress', 'finished']

export const progress = check({
  id: 'project-export/progress',
  says: 'The status of an export moves forward only and ends finished, with links to the download',
  source: 'project-export#accepted, project-export#progress, project-export#links',
  level: 'must',
  covers: [startExport, readExport],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    answers(await call(startExport, { id }), 202, { message: '202 Accepted' })
    let last = 0
    for (let look = 0; look < 60; look++) {
      const reply = await call(readExport, { id })
      const status = textIn(reply.row(), 'export_status')
      const at = order.indexOf(status)
      holds(at >= last, `an export that was ${order[last]} goes on`, status, reply)
      last = at
      if (status === 'finished') {
        const links = rowIn(reply.row(), '_links')
        const path = (name: string) => new URL(textIn(links, name)).pathname
        holds(
          path('api_url').endsWith(`/api/v4/projects/${id}/export/download`),
          'the link to the API',
          links,
          reply,
        )
        holds(
          path('web_url').endsWith(`/${project.path}/download_export`),
          'the link to the page',
          links,
          reply,
        )
        return
      }
      lacks(reply.row(), ['_links'], reply)
      await stage.wait(1)
    }
    stage.failing('the target takes too long to finish an export')
  },
})

export const eachStatus = check({
  id: 'project-export/each-status',
  says: 'A client that polls every second sees an export queued, started and finished',
  source: 'project-export#clock, project-export#queued-at-once',
  level: 'should',
  covers: [readExport],
  holds: async (stage) => {
    if (!stage.movesClock || stage.mayAdd) return stage.skip('how fast an export goes is up to the target')
    const { id } = stage.project
    expectArranged(await stage.call(startExport, { id }))
    const seen = []
    for (let look = 0; look < 4; look++)
      seen.push((await stage.call(readExport, { id })).row().export_status ?? null)
    equals('what was seen', [...new Set(seen)], ['queued', 'started', 'finished'])
  },
})

export const secondExport = check({
  id: 'project-export/second-export',
  says: 'A second export ends finished too; until then the download answers 404 or the status shows that the archive is being replaced',
  source: 'project-export#regeneration, project-export#download-missing',
  level: 'must',
  covers: [startExport, readExport, downloadExport],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    await exportedArchive(stage)
    expectArranged(await call(startExport, { id }))
    const status = await call(readExport, { id })
    const download = await call(downloadExport, { id })
    const shown = textIn(status.row(), 'export_status')
    // It may have ended between the two calls.
    const after = stage.movesClock
      ? undefined
      : textIn((await call(readExport, { id })).row(), 'export_status')
    if (download.status === 200 && after !== 'finished')
      holds(
        ['regeneration_in_progress', 'finished'].includes(shown),
        'an archive that is there is being replaced',
        shown,
        status,
      )
    if (download.status !== 200) says(download, 404, '404 Not found or has expired')
    await finishedExport(stage)
  },
})

export const regeneration = check({
  id: 'project-export/regeneration',
  says: 'Of two overlapping exports the first leaves an archive to download, and the status is regeneration_in_progress until the second ends',
  source:
    'project-export#regeneration, project-export#status-rules, project-export#second-start, project-export#later-once',
  level: 'should',
  covers: [startExport, readExport, downloadExport],
  holds: async (stage) => {
    if (!stage.movesClock) return stage.skip('exports can be made to overlap only by the clock')
    const { call, project } = stage
    const { id } = project
    answers(await call(startExport, { id }), 202)
    await stage.wait(1)
    const second = await call(startExport, { id }, { atOnce: true })
    let isRefused = false
    await stage.changed('project-export#later-once', {
      before: () => answers(second, 202),
      after: () => {
        answers(second, 400)
        isRefused = true
      },
    })
    if (isRefused) return
    const seen = []
    for (let look = 0; look < 8; look++) {
      const reply = await call(readExport, { id })
      const status = textIn(reply.row(), 'export_status')
      seen.push(status)
      if (status === 'regeneration_in_progress') answers(await call(downloadExport, { id }), 200)
    }
    holds(seen.includes('regeneration_in_progress'), 'the archive is seen being replaced', seen)
    equals('the end', seen.at(-1), 'finished')
  },
})

export const expiry = check({
  id: 'project-export/expiry',
  says: 'An archive older than a day is gone: the status is none and the download answers 404',
  source: 'project-export#expiry, project-export#download-missing',
  level: 'should',
  covers: [readExport, downloadExport],
  holds: async (stage) => {
    if (!stage.movesClock) return stage.skip('nobody waits for a day')
    const { call, project } = stage
    const { id } = project
    await exportedArchive(stage)
    await stage.wait(23 * 3600)
    equals('the status before', (await call(readExport, { id })).row().export_status, 'finished')
    await stage.wait(3600 + 60)
    equals('the status after', (await call(readExport, { id })).row().export_status, 'none')
    says(await call(downloadExport, { id }), 404, '404 Not found or has expired')
  },
})

export const oneArchive = check({
  id: 'project-export/one-archive',
  says: 'Every Maintainer sees and downloads the same archive, from 17.3 on only who asked for it, and a start call that is refused for its address has removed it',
  source: 'project-export#visibility, project-export#old-archive-removed, project-export#later-of-user',
  level: 'must',
  covers: [startExport, readExport, downloadExport],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const archive = await exportedArchive(stage)
    const as = stage.has('maintainer') ? 'maintainer' : 'owner'
    const seen = await call(readExport, { id }, { as })
    const reply = await call(downloadExport, { id }, { as })
    const isSame = () => {
      has(seen.row(), { export_status: 'finished' }, seen)
      answers(reply, 200)
      equals('whether the archive is the same', equalBytes(reply.bytes, archive), true, reply)
    }
    let remover: Who = as
    if (as === 'owner') isSame()
    else
      await stage.changed('project-export#later-of-user', {
        before: isSame,
        after: () => {
          has(seen.row(), { export_status: 'none' }, seen)
          answers(reply, 404)
          remover = 'owner'
        },
      })
    const refused = { id, upload: { url: 'ftp://example.com/a' } }
    answers(await call(startExport, refused, { as: remover }), 400)
    const after = await call(readExport, { id })
    has(after.row(), { export_status: 'none' }, after)
    lacks(after.row(), ['_links'], after)
  },
})

const uploading = 'regeneration_in_progress'

export const statusWhileUploading = check({
  id: 'project-export/status-while-uploading',
  says: 'While a finished archive is uploaded the status is started (in the real service regeneration_in_progress)',
  source: 'project-export#post-processing',
  level: 'should',
  covers: [startExport, readExport],
  holds: async (stage) => {
    if (!stage.movesClock) return stage.skip('how long an upload takes is up to the target')
    const { id } = stage.project
    const place = await stage.remote(() => ({ status: 200 }))
    answers(await stage.call(startExport, { id, upload: { url: `${place.url}/drop` } }), 202)
    const seen: string[] = []
    for (let look = 0; look < 12 && seen.at(-1) !== 'finished'; look++)
      seen.push(textIn((await stage.call(readExport, { id })).row(), 'export_status'))
    equals('the end', seen.at(-1), 'finished')
    await stage.differs('X2', {
      specification: () => equals(`whether it was ${uploading}`, seen.includes(uploading), false),
      real: () => equals(`whether it was ${uploading}`, seen.includes(uploading), true),
    })
  },
})
