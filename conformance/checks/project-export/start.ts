import { downloadExport, readExport, startExport } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { forbidden } from '../../oracle/texts.ts'
import { expectArranged } from '../../run/stage.ts'

const source = 'specification 3, Project export; dossier 3, 1.2'

const method = { error: 'upload[http_method] does not have a valid value' }
const scheme = { message: { url: ['is blocked: Only allowed schemes are http, https'] } }

export const refused = check<readonly [upload: Row | string, body: Row]>({
  id: 'project-export/upload-refused',
  says: 'A target of the archive that is none, or that nobody may send to, is refused',
  source,
  level: 'must',
  covers: [startExport],
  hardy: true,
  each: () => [
    ['x', { error: 'upload is invalid' }],
    [{ url: 'http://example.com/a', http_method: 'put' }, method],
    [{ url: 'http://example.com/a', http_method: '' }, method],
    [{ url: 'http://example.com/a', http_method: 'DELETE' }, method],
    [{ url: 'whatever' }, scheme],
    [{ url: 'ftp://example.com/a' }, scheme],
  ],
  holds: async ({ call, project }, [upload, body]) =>
    answers(await call(startExport, { id: project.id, upload }), 400, body),
})

export const needsUrl = check({
  id: 'project-export/upload-url',
  says: 'A target that says how and not where is refused; the real service takes it for none',
  source: 'specification 3, Project export; dossier 3, 0.2 (X1)',
  level: 'must',
  covers: [startExport],
  holds: async (stage) => {
    const reply = await stage.call(startExport, { id: stage.project.id, upload: { http_method: 'PUT' } })
    await stage.differs('X1', {
      specification: () => answers(reply, 400, { error: 'upload[url] is missing' }),
      real: () => answers(reply, 202, { message: '202 Accepted' }),
    })
  },
})

export const noTarget = check<Params>({
  id: 'project-export/no-upload',
  says: 'An empty target is none',
  source: 'dossier 3, 0.2 (X1) and 1.2',
  level: 'must',
  covers: [startExport],
  hardy: true,
  each: () => [{}, { upload: {} }, { upload: null }, { upload: { url: '' } }],
  holds: async ({ call, project }, params) =>
    answers(await call(startExport, { id: project.id, ...params }), 202, { message: '202 Accepted' }),
})

export const form = check({
  id: 'project-export/form',
  says: 'An export is asked for by a form as well as by JSON',
  source: 'specification 1, Conventions; dossier 1, section 3',
  level: 'must',
  covers: [startExport],
  holds: async ({ call, project }) => {
    const upload = { url: 'http://example.com/a', http_method: 'PATCH' }
    answers(await call(startExport, { id: project.id, upload }, { form: true }), 400, method)
    answers(await call(startExport, { id: project.id, description: 'x' }, { form: true }), 202)
  },
})

export const rightsFirst = check({
  id: 'project-export/rights-first',
  says: 'Who may not export is told so before anything is said of the parameters',
  source: 'dossier 3, 0.3',
  level: 'should',
  covers: [startExport],
  hardy: true,
  holds: async (stage) => {
    const { call, project } = stage
    for (const as of ['developer', 'reporter', 'guest'] as const)
      if (stage.has(as))
        answers(
          await call(startExport, { id: project.id, upload: 'x' }, { as }),
          forbidden.status,
          forbidden.body,
        )
    if (stage.has('stranger'))
      answers(await call(startExport, { id: project.id, upload: 'x' }, { as: 'stranger' }), 404)
  },
})

export const switchedOff = check({
  id: 'project-export/switched-off',
  says: 'Where exports are switched off none of the calls is there, for nobody',
  source: 'dossier 3, 1.2 and 8.8',
  level: 'should',
  covers: [startExport, readExport, downloadExport],
  holds: async (stage) => {
    // A setting of everybody's is changed only where it goes back to what it was.
    if (!stage.movesClock || !stage.has('admin'))
      return stage.skip('the settings of a live service stay as they are')
    const { call, project } = stage
    expectArranged(
      await call('PUT /application/settings', { project_export_enabled: false }, { as: 'admin' }),
    )
    await stage.wait(61)
    const missing = { message: '404 Not Found' }
    for (const as of ['owner', 'admin', 'anonymous'] as const)
      for (const operation of [startExport, readExport, downloadExport])
        answers(await call(operation, { id: project.id }, { as }), 404, missing)
    expectArranged(await call('PUT /application/settings', { project_export_enabled: true }, { as: 'admin' }))
    await stage.wait(61)
    equals('the status', (await call(readExport, { id: project.id })).row().export_status, 'none')
  },
})
