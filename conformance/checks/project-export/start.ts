import { uploadAttachment } from '../../arrange/avatars-and-uploads.ts'
import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { commit } from '../../arrange/records.ts'
import { downloadExport, readExport, startExport } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { forbidden } from '../../oracle/texts.ts'
import { expectArranged } from '../../run/stage.ts'
import { textOf } from '../../targets/target.ts'

const method = { error: 'upload[http_method] does not have a valid value' }

const scheme = { message: { url: ['is blocked: Only allowed schemes are http, https'] } }

export const uploadRefused = check<readonly [upload: Row | string, body: Row]>({
  id: 'project-export/upload-refused',
  says: 'An upload that is no hash, names a method other than PUT and POST or a scheme other than http and https answers 400',
  source: 'project-export#upload-refused, project-export#upload-address',
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

export const uploadUrlRequired = check({
  id: 'project-export/upload-url-required',
  says: 'An upload without a URL answers 400 (the real service exports without an upload)',
  source: 'project-export#upload-url-required',
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

export const emptyUpload = check<Params>({
  id: 'project-export/empty-upload',
  says: 'An upload that is empty, null or has an empty URL counts as no upload',
  source: 'project-export#empty-upload, project-export#accepted',
  level: 'must',
  covers: [startExport],
  hardy: true,
  each: () => [{}, { upload: {} }, { upload: null }, { upload: { url: '' } }],
  holds: async ({ call, project }, params) =>
    answers(await call(startExport, { id: project.id, ...params }), 202, { message: '202 Accepted' }),
})

export const formBody = check({
  id: 'project-export/form-body',
  says: 'A start call takes its parameters from a form as from JSON',
  source: 'project-export#parameters',
  level: 'must',
  covers: [startExport],
  holds: async ({ call, project }) => {
    const upload = { url: 'http://example.com/a', http_method: 'PATCH' }
    answers(await call(startExport, { id: project.id, upload }, { form: true }), 400, method)
    answers(await call(startExport, { id: project.id, description: 'x' }, { form: true }), 202)
  },
})

export const permissionFirst = check({
  id: 'project-export/permission-first',
  says: 'A caller without permission is refused before the parameters are checked',
  source: 'project-export#order-of-checks, project-export#roles',
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

export const disabled = check({
  id: 'project-export/disabled',
  says: 'With exports switched off every export call answers 404 to everybody',
  source: 'project-export#export-disabled',
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

/** Lines that hardly become smaller when they are packed. */
function noise(bytes: number): string {
  let state = 1
  const digits = new Uint8Array(bytes)
  for (let i = 0; i < bytes; i++) {
    state = (state * 48_271) % 2_147_483_647
    digits[i] = i % 80 === 79 ? 10 : 33 + (state % 90)
  }
  return textOf(digits)
}

export const sizeLimit = check<'repository' | 'uploads'>({
  id: 'project-export/size-limit',
  says: 'A project whose repository or uploads are above max_export_size answers 400 and is not exported; 0 is no limit',
  source: 'project-export#size-limit',
  level: 'should',
  covers: [startExport],
  needs: { rewinds: true, repository: true },
  each: () => ['repository', 'uploads'],
  holds: async (stage, part) => {
    const { call, project } = stage
    const { id, branch } = project
    await changeInstanceSettings(stage, { max_export_size: 1 })
    answers(await call(startExport, { id }), 202)
    const content = noise(1_500_000)
    if (part === 'repository') await commit(stage, { branch, path: 'large.txt', content })
    else expectArranged(await uploadAttachment(stage, 'large.txt', content))
    // Sizes are counted after a while.
    await stage.wait(60)
    says(await call(startExport, { id }), 400, 'The project size exceeds the export limit.')
    await changeInstanceSettings(stage, { max_export_size: 0 })
    answers(await call(startExport, { id }), 202)
  },
})
